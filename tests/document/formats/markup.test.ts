// Tests of what all line formats share: the notes of a reader, and their places in the bytes of a file.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Format } from "../../../src/document/formats/format.ts";
import { MarkupBuilder } from "../../../src/document/formats/markup.ts";
import { shownText } from "../../../src/document/formats/shown_text.ts";
import { markupReader } from "../../../src/document/formats/markup_reading.ts";
import { readFile } from "../../../src/document/formats/read_file.ts";

/** Hides all `*`, and makes a heading of each line that begins with `=`. */
function starred(text: string) {
  const found = new MarkupBuilder(text);
  for (const { index } of text.matchAll(/\*/g)) found.hide(index, index + 1);
  for (const { 0: line, 1: title = "", index } of text.matchAll(/^=([^\n]*)\n?/gm)) {
    const [lineStart, bodyStart] = [index, index + line.length];
    found.anchor(title, lineStart);
    found.link("link", title, lineStart, bodyStart);
    found.heading({ level: 1, text: title, id: null, lineStart, bodyStart, end: text.length }, {
      start: lineStart,
      end: bodyStart,
    });
  }
  return found.finish();
}

const reader = markupReader(starred);
const format: Format = {
  name: "starred",
  version: 1,
  extensions: ["starred"],
  view: "markup",
  placement: "in-place",
  decoding: "text",
  readBy: "reader",
  load: () => Promise.resolve(reader),
};

test("the places of a reader become bytes of the file, whatever the letters before them take", async () => {
  const text = fc.string({ unit: fc.constantFrom("=", "*", "\n", "a", "é", "€", "😀", "\ufeff"), maxLength: 200 });
  await fc.assert(fc.asyncProperty(text, async (written) => {
    const bytes = new TextEncoder().encode(written);
    const { outline, textStart } = await readFile(bytes, "a.starred", undefined, format);
    assert.ok(outline.by === "format");
    assert.equal(textStart, written.startsWith("\ufeff") ? 3 : 0);
    const encoded = (start: number, end: number) =>
      new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(start, end));
    const hidden = Array.from(
      { length: outline.hidden.length / 2 },
      (_, at) => outline.hidden.subarray(2 * at, 2 * at + 2),
    );
    assert.deepEqual(hidden.map(([start, end]) => encoded(start!, end!)), written.match(/\*+/g) ?? []);
    const lines = written.match(/^=[^\n]*\n?/gm) ?? [];
    assert.deepEqual(outline.headings.map(({ lineStart, bodyStart }) => encoded(lineStart, bodyStart)), lines);
    assert.ok(outline.headings.every(({ end }) => end === bytes.length));
    assert.deepEqual(outline.links.map(({ start, end }) => encoded(start, end)), lines);
    assert.deepEqual(outline.anchors!.map(({ at }) => at), outline.headings.map(({ lineStart }) => lineStart));
  }));
});

test("what is noted in any order comes in the order of the text, and ranges that meet are one", () => {
  const found = new MarkupBuilder("0123456789");
  for (const [start, end] of [[6, 8], [2, 4], [3, 6], [9, 9], [0, 1]]) found.hide(start!, end!);
  found.mark("code", 4, 5);
  found.mark("strong", 0, 2);
  found.mark("emphasis", 0, 5);
  found.mark("code", 3, 3);
  const markup = found.finish();
  assert.deepEqual(markup.hidden, [0, 1, 2, 8]);
  assert.deepEqual(markup.marks.map(({ kind }) => kind), ["emphasis", "strong", "code"]);
  assert.equal(shownText(markup, { start: 0, end: 10 }), "189");
  assert.equal(shownText(markup, { start: 3, end: 9 }), "8");
  assert.equal(shownText(markup, { start: 1, end: 2 }), "1");
});

test("the page shows what a hidden name stands for, and the index does not", () => {
  const found = new MarkupBuilder("a {b} c{d}{b}");
  for (const [start, end, value] of [[2, 5, "X"], [7, 10, ""], [10, 13, "Y"]] as const) {
    found.hide(start, end);
    if (value !== "") found.standIn(start, start + 1, value);
  }
  const markup = found.finish();
  assert.equal(shownText(markup, { start: 0, end: 13 }), "a X cY");
  assert.equal(shownText(markup, { start: 3, end: 12 }), " cY");
  assert.equal(shownText(markup, { start: 2, end: 10 }), "X c");
  assert.equal(shownText({ ...markup, standIns: [] }, { start: 0, end: 13 }), "a  c");
});

test("what names stand for is limited, and a name without room stays as it is written", () => {
  const found = new MarkupBuilder("ab".repeat(20));
  for (let at = 0; at < 40; at += 2) found.standIn(at, at + 1, "x".repeat(10_000));
  for (let at = 0; at < 40; at += 2) found.link("link", "y".repeat(10_000), at, at + 1);
  const markup = found.finish();
  const shown = shownText(markup, { start: 0, end: 40 });
  assert.equal(shown, `${"x".repeat(10_000)}b`.repeat(6) + "ab".repeat(14));
  assert.equal(markup.links.length, 6);
  assert.deepEqual(markup.warnings.map(({ message }) => message), [
    "the texts that names stand for are too long (14 times); the addresses that names stand for are too long (14 times)",
  ]);
});

test("a problem that comes often is one warning with its first line", () => {
  const found = new MarkupBuilder("a\nb\nc\n");
  found.problem("a table has no end", 4);
  found.problem("a block has no end", 2);
  found.problem("a table has no end", 5);
  assert.deepEqual(found.finish().warnings, [
    { code: "markup-syntax", message: "a block has no end; a table has no end (2 times)", line: 2 },
  ]);
});

test("a text above the limit of what is parsed counts as it stands, and says so", async () => {
  const bytes = new Uint8Array(32 * 1024 * 1024 + 1).fill(0x2a);
  const { outline, warnings } = await readFile(bytes, "a.starred", undefined, format);
  assert.ok(outline.by === "format");
  assert.equal(outline.hidden.length, 0);
  assert.deepEqual(warnings.map(({ code }) => code), ["work-limit"]);
});
