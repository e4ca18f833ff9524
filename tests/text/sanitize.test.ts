import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatJson } from "../../src/output/json.ts";
import { sanitize, sanitizeLine, sanitizeTextLine } from "../../src/text/sanitize.ts";

test("sanitise() makes escape sequences visible instead of sending them", () => {
  assert.equal(sanitize("a\u001b[31mred\u0007 \u009b2J\u007f"), "a\\x1b[31mred\\x07 \\x9b2J\\x7f");
});

test("sanitise() keeps tabs and newlines and turns CRLF into newlines", () => {
  assert.equal(sanitize("a\tb\r\nc\rd\n"), "a\tb\nc\\x0dd\n");
});

test("sanitizeLine() returns one line", () => {
  assert.equal(sanitizeLine("a\nb\tc\r\nd"), "a b c d");
});

test("sanitise() leaves letters of every script alone", () => {
  assert.equal(sanitize("Überschrift › 見出し 🎉 é"), "Überschrift › 見出し 🎉 é");
});

test("sanitise() and JSON strings keep no control character, except that sanitise() keeps newline and tab", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.doesNotMatch(sanitize(text), /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      const json = formatJson(text);
      assert.doesNotMatch(json.slice(0, -1), /[\u0000-\u001f\u007f-\u009f]/);
      assert.equal(JSON.parse(json), text);
    }),
    { numRuns: 300 },
  );
});

test("sanitise() shows what reorders a line, and invisible tags", () => {
  assert.equal(sanitize("a\u202egnp\u202c \u2067b\u2069"), "a\\u{202e}gnp\\u{202c} \\u{2067}b\\u{2069}");
  assert.equal(sanitize("see\u{e0068}\u{e0069}"), "see\\u{e0068}\\u{e0069}");
  assert.equal(sanitize("x\ufe00\ufe01\u{e0102}"), "x\ufe00\\u{fe01}\\u{e0102}");
});

test("sanitise() leaves ordinary text from right to left, joiners, emoji and ideographic variants alone", () => {
  for (const text of ["שלום \u200fעולם\u200e", "می\u200cخواهم", "👩\u200d💻 ❤\ufe0f", "葛\u{e0100}城", "a\u200bb"]) {
    assert.equal(sanitize(text), text);
    assert.equal(sanitizeTextLine(text), text);
  }
});

test("sanitizeLine() shows every invisible character and direction mark in a name", () => {
  assert.equal(sanitizeLine("a\u200bb\u200ec\u202ed\u2060\ufeff"), "a\\u{200b}b\\u{200e}c\\u{202e}d\\u{2060}\\u{feff}");
  assert.equal(
    sanitizeLine("x\u200dy\u061c\u2028z\u{e0041}\u001b[2J"),
    "x\\u{200d}y\\u{61c}\\u{2028}z\\u{e0041}\\x1b[2J",
  );
});

test("sanitizeLine() keeps the joiners, variants and soft hyphens that words and emoji need", () => {
  for (
    const name of [
      "می\u200cخواهم.md",
      "क्\u200dष",
      "👩🏽\u200d💻",
      "❤\ufe0f\u200d🔥",
      "葛\u{e0100}",
      "Donau\u00addampf",
      "שלום",
    ]
  ) {
    assert.equal(sanitizeLine(name), name);
  }
});

test("JSON escapes what disguises a text, and a parser gets it back", () => {
  const text = "\u202ea\u200b\u{e0041}\u061c\u2066\ufeff שלום";
  const json = formatJson(text);
  assert.equal(json, '"\\u202ea\\u200b\\udb40\\udc41\\u061c\\u2066\\ufeff שלום"\n');
  assert.equal(JSON.parse(json), text);
});
