import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatJson } from "../../src/output/json.ts";
import { sanitise, sanitiseLine } from "../../src/output/terminal/sanitise.ts";

test("sanitise() makes escape sequences visible instead of sending them", () => {
  assert.equal(sanitise("a\u001b[31mred\u0007 \u009b2J\u007f"), "a\\x1b[31mred\\x07 \\x9b2J\\x7f");
});

test("sanitise() keeps tabs and newlines and turns CRLF into newlines", () => {
  assert.equal(sanitise("a\tb\r\nc\rd\n"), "a\tb\nc\\x0dd\n");
});

test("sanitiseLine() returns one line", () => {
  assert.equal(sanitiseLine("a\nb\tc\r\nd"), "a b c d");
});

test("sanitise() leaves letters of every script alone", () => {
  assert.equal(sanitise("Überschrift › 見出し 🎉 é"), "Überschrift › 見出し 🎉 é");
});

test("sanitise() and JSON strings keep no control character, except that sanitise() keeps newline and tab", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.doesNotMatch(sanitise(text), /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      const json = formatJson(text);
      assert.doesNotMatch(json.slice(0, -1), /[\u0000-\u001f\u007f-\u009f]/);
      assert.equal(JSON.parse(json), text);
    }),
    { numRuns: 300 },
  );
});
