import assert from "node:assert/strict";
import { test } from "node:test";
import { clip, displayWidth } from "../../src/output/terminal/width.ts";

test("displayWidth() counts terminal cells: two for wide letters and emoji, none for marks and colours", () => {
  const widths: Readonly<Record<string, number>> = {
    "": 0,
    "docs": 4,
    "日本語": 6,
    "한국어": 6,
    "ｱｲｳ": 3,
    "e\u0301": 1,
    "ไทยที่": 4,
    "👨‍👩‍👧": 2,
    "🇩🇪": 2,
    "❤️": 2,
    "1️⃣": 2,
    "\u001b[32mgreen\u001b[0m": 5,
    "…": 1,
  };
  for (const [text, width] of Object.entries(widths)) assert.equal(displayWidth(text), width, text);
});

test("clip() cuts text to a width, never inside a letter, and ends it with an ellipsis", () => {
  assert.equal(clip("docs", 4), "docs");
  assert.equal(clip("documents", 4), "doc…");
  assert.equal(clip("日本語", 5), "日本…");
  assert.equal(clip("日本語", 4), "日…");
  assert.equal(clip("a👨‍👩‍👧b", 3), "a…");
  assert.equal(clip("docs", 1), "…");
});
