/** Conditions of AsciiDoc: whatever attributes are set, what is shown then is text. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { findMarkup } from "../../../../src/document/formats/asciidoc/find_markup.ts";
import { blocks, headings, seen } from "./read.ts";

test("all sides of nested conditions, of one line and of several, are text", () => {
  const text =
    "a\n\nifdef::mill[]\nb\nifdef::kiln,yard[]\nc\nendif::kiln,yard[]\nifndef::kiln+yard[d]\ne\nendif::mill[]\n" +
    'ifndef::mill[f *g*]\nifeval::["{kind}" == "gremlin"]\nh\nendif::[]\nifdef::open[]\ni\n';
  assert.equal(seen(text), "a b c d e f g h i");
});

test("each side begins as it begins where the others are left out", () => {
  const text =
    "x\n\nifdef::mill[]\n== Mill\n\na\nendif::[]\nifndef::mill[]\n== Yard\n\nb\nendif::[]\nifdef::kiln[== Kiln]\n";
  assert.deepEqual(headings(text), ["2 Mill", "2 Yard", "2 Kiln"]);
  assert.deepEqual(blocks("x\nifdef::mill[]\ny\nendif::[]\nifndef::mill[z]\nw\n"), ["0 paragraph: x\n\ny\n\nz\nw"]);
});

test("a title on the other side is text of the header", () => {
  const text = "ifdef::mill[= Mill]\nifndef::mill[= Yard]\n:toc:\nifdef::mill[:a: b]\n\nc\n";
  assert.deepEqual(headings(text), ["1 Mill"]);
  assert.deepEqual(blocks(text), ["0 heading: Mill", "0 line: Yard", "0 paragraph: c"]);
});

test("the values that an attribute has on all sides are text", () => {
  const text =
    "ifdef::mill[:host: one]\nifndef::mill[]\n:host: two\nifdef::kiln[:!host:]\nendif::[]\n\nat {host}, {host}\n\n" +
    ":host: three\n\nat {host}\n";
  const markup = findMarkup(text);
  assert.deepEqual(markup.properties?.asides, ["two", "one", "three"]);
  assert.deepEqual(blocks(text), ["0 paragraph: at two, two", "0 paragraph: at three"]);
});
