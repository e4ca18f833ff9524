import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import ranks from "js-tiktoken/ranks/cl100k_base";
import { loadTokenCounter } from "../../../src/search/retrieval/token_count.ts";

const reference = new Tiktoken(ranks);
/** Counts with js-tiktoken, with special tokens as text. */
const oracle = (text: string): number => reference.encode(text, [], []).length;
const countTokens = await loadTokenCounter();

test("countTokens() agrees with js-tiktoken on the documentation", () => {
  for (const name of readdirSync("docs").filter((file) => file.endsWith(".md")).slice(0, 6)) {
    const text = readFileSync(`docs/${name}`, "utf8").slice(0, 8000);
    assert.equal(countTokens(text), oracle(text), name);
  }
});

test("countTokens() agrees with js-tiktoken on text of many kinds", () => {
  const piece = fc.constantFrom(
    "\n",
    "\n\n",
    " ",
    "  ",
    "\t",
    "\r\n",
    "\r",
    "─── ",
    "a:b.md#x ───",
    "> A › B",
    "word",
    "Don't",
    "'ll",
    "123456",
    "日本語",
    "é",
    "👍🏽",
    "<|endoftext|>",
    "`x`",
    "...",
    "\u00a0",
    "\u2028",
    "عربي",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      assert.equal(countTokens(text), oracle(text), JSON.stringify(text));
    }),
    { numRuns: 300 },
  );
});

test("countTokens() agrees with js-tiktoken on any text", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      (text) => assert.equal(countTokens(text), oracle(text)),
    ),
    { numRuns: 200 },
  );
});

test("countTokens() counts special tokens in a document as text", () => {
  assert.equal(countTokens("<|endoftext|>"), oracle("<|endoftext|>"));
  assert.ok(countTokens("<|endoftext|>") > 1);
});

test("countTokens() counts lines together as separately when none begins with white space", () => {
  const lines = ["─── a ───\n", "> A\n\n", "Text, 12345.\n", "\n─── b ───\n"];
  assert.equal(countTokens(lines.slice(0, 3).join("")), lines.slice(0, 3).map(countTokens).reduce((a, b) => a + b));
  assert.notEqual(countTokens(lines.join("")), 0);
});

test("countTokens() splits endless runs of letters, signs or blanks after every 200", () => {
  for (const unit of ["a", "=", " ", "\n", "─", "ab", "日"]) {
    const part = unit.repeat(200 / unit.length);
    assert.equal(countTokens(part.repeat(250)), 250 * oracle(part), JSON.stringify(unit));
  }
});

test("countTokens() never counts fewer tokens for a byte order mark than js-tiktoken", () => {
  for (const text of ["\ufeff", "\ufeff# Title\n", "a\ufeffb"]) {
    assert.ok(countTokens(text) >= oracle(text), JSON.stringify(text));
  }
});

test("countTokens() splits a long word within the limit exactly as js-tiktoken does", () => {
  const base64 = Array.from({ length: 700 }, (_, i) => "aGVsbG8gd29ybGQ1+/"[(i * 7) % 18]).join("");
  assert.equal(countTokens(base64), oracle(base64));
});
