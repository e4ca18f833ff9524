import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { firstNonBlank, isBlank } from "../../src/text/blank.ts";
import { countCharacters, isShorterThan } from "../../src/text/characters.ts";
import { characterLength, cutAtLimit, cutParagraphs, cutSentences } from "../../src/text/cut.ts";
import { indexLines, nextLine } from "../../src/text/lines.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test("lineAt() counts newlines before the byte", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "é"), maxLength: 40 }), (text) => {
      const bytes = encode(text);
      const lines = indexLines(bytes);
      for (let at = 0; at < bytes.length; at++) {
        const before = new TextDecoder().decode(bytes.subarray(0, at)).split("\n").length;
        assert.equal(lines.lineAt(at), before);
        assert.ok(lines.startOf(before) <= at && at < lines.startOf(before + 1));
      }
    }),
    { numRuns: 200 },
  );
});

test("indexLines() does not count a line after the final newline", () => {
  assert.equal(indexLines(encode("a\nb\n")).count, 2);
  assert.equal(indexLines(encode("a\nb")).count, 2);
  assert.equal(indexLines(encode("")).count, 1);
});

test("nextLine() is the end of the text when no newline follows", () => {
  assert.equal(nextLine(encode("a\r\nb"), 0), 3);
  assert.equal(nextLine(encode("a\r\nb"), 3), 4);
});

test("isBlank() knows exactly Unicode's white-space characters", () => {
  for (let point = 0; point < 0x3100; point++) {
    const bytes = encode(String.fromCodePoint(point));
    const space = /^\p{White_Space}$/u.test(String.fromCodePoint(point));
    assert.equal(isBlank(bytes, 0, bytes.length), space, `U+${point.toString(16)}`);
  }
});

test("firstNonBlank() stops at the first visible character", () => {
  assert.equal(firstNonBlank(encode("\n\t\u00a0 x y"), 0, 8), 5);
  assert.equal(firstNonBlank(encode("   "), 1, 3), 3);
});

test("countCharacters() agrees with the string's own characters and stops at the limit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.nat(80), (text, limit) => {
      const bytes = encode(text);
      const length = [...text].length;
      assert.equal(characterLength(text), length);
      assert.equal(countCharacters(bytes, 0, bytes.length), length);
      assert.equal(countCharacters(bytes, 0, bytes.length, limit), Math.min(limit, length));
      assert.equal(isShorterThan(bytes, 0, bytes.length, limit), length < limit);
    }),
    { numRuns: 300 },
  );
});

test("cutSentences() ends a sentence at a terminator before a capital, at full-width marks and at blank lines", () => {
  assert.deepEqual(cutSentences("One. Two is e.g. short!  “Three?” Four\n\nfive 1.5 six。七"), [
    "One. ",
    "Two is e.g. short!  ",
    "“Three?” ",
    "Four\n\n",
    "five 1.5 six。",
    "七",
  ]);
});

test("cutParagraphs() ends a paragraph after its blank lines", () => {
  assert.deepEqual(cutParagraphs("a\nb\n \r\n\nc\n"), ["a\nb\n \r\n\n", "c\n"]);
});

test("cutAtLimit() cuts at white space in the second half, else at the limit", () => {
  assert.deepEqual(cutAtLimit("aaa bbb ccc", 9), ["aaa bbb ", "ccc"]);
  assert.deepEqual(cutAtLimit("a bcdefghij", 6), ["a bcde", "fghij"]);
  assert.deepEqual(cutAtLimit("😀😀😀", 2), ["😀😀", "😀"]);
  assert.deepEqual(cutAtLimit("abc", 3), ["abc", ""]);
});

test("the cut functions lose no text", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "B", " ", ". ", "\n", "\n\n", "。", "?", "…", "😀", "”", "\r\n"),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 20 }), (text, limit) => {
      assert.equal(cutSentences(text).join(""), text);
      assert.equal(cutParagraphs(text).join(""), text);
      const [head, tail] = cutAtLimit(text, limit);
      assert.equal(head + tail, text);
      assert.ok(characterLength(head) <= limit && (head !== "" || text === ""));
    }),
    { numRuns: 300 },
  );
});
