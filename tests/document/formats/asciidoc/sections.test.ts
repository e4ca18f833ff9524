// Tests of headings and headers of AsciiDoc.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findMarkup } from "../../../../src/document/formats/asciidoc/find_markup.ts";
import { headings, seen } from "./read.ts";

test("titles of both forms become headings, and a text of that look in a paragraph does not", () => {
  assert.deepEqual(headings("= T\n\n== A ==\n\ntext\n== no title\n\n=== B\n\n## C\n\n====== D\n"), [
    ...["1 T", "2 A", "3 B", "2 C", "6 D"],
  ]);
  assert.deepEqual(headings("git-add(1)\n==========\n\nNAME\n----\ntext\n\nAb\n~~~\n\nlong title\n--------\n"), [
    ...["1 git-add(1)", "2 NAME", "3 Ab"],
  ]);
});

test("an underline may differ from its title by one letter", () => {
  assert.deepEqual(headings("Größe\n------\n\nGröße\n----\n\nGröße\n-------\n"), ["2 Größe", "2 Größe"]);
});

test("a heading has the id that the document gives, and anchors by the id that Asciidoctor makes", () => {
  const text =
    "= T\n\n[[one]]\n== A B\n\n[#two]\n== C\n\n== D [[three]]\n\n== Some `code`, and more!\n\n== Some code and more\n";
  const { headings: found, anchors } = findMarkup(text);
  assert.deepEqual(found.map(({ id }) => id), [null, "one", "two", "three", null, null]);
  assert.deepEqual(anchors.map(({ name }) => name), ["_t", "_some_code_and_more", "_some_code_and_more_2"]);
  assert.equal(found[3]!.text, "D");
  // Alone, an anchor is an inline one.
  assert.deepEqual(findMarkup("= [[one]]\n").hidden, [0, 9]);
});

test("idprefix and idseparator make other ids", () => {
  const { anchors } = findMarkup("= T\n:idprefix:\n:idseparator: -\n\n== Set up_it now\n");
  assert.deepEqual(anchors.map(({ name }) => name), ["t", "set-up_it-now"].map((name) => name === "t" ? "_t" : name));
});

test("a heading begins at its title, and its body after the line of signs", () => {
  const text = "= T\n\n.Not a title\n[role]\nPart\n----\nbody\n";
  const { headings: [, part] } = findMarkup(text);
  assert.equal(text.slice(part!.lineStart, part!.bodyStart), "Part\n----\n");
});

test("leveloffset moves the levels, and its sign counts from what it was", () => {
  assert.deepEqual(headings("= T\n\n:leveloffset: +1\n\n= A\n\n== B\n\n:leveloffset: -1\n\n== C\n"), [
    ...["1 T", "2 A", "3 B", "2 C"],
  ]);
});

test("a discrete heading heads a section only where sections may begin", () => {
  assert.deepEqual(
    headings("= T\n\n[discrete]\n== A\n\n====\n[discrete]\n== B\n\n== C\n====\n\n* x\n+\n[discrete]\n== D\n"),
    [
      ...["1 T", "2 A"],
    ],
  );
});

test("a heading takes the values of attributes", () => {
  assert.deepEqual(headings("= The {name} Guide\n:name: x\n\n== Use {name} *now*\n:name: y\n"), [
    ...["1 The {name} Guide", "2 Use x now"],
  ]);
});

test("the header gives properties: authors, revision, description, and language", () => {
  const { properties, blocks } = findMarkup(
    "// c\n= T\n:description: What it is\nAda B. Lovelace <ada@localhost>; Bob\nv1.2, 2024-05-06: First one\n:lang: DE\n\ntext\n",
  );
  assert.deepEqual(properties.metadata, {
    author: ["Ada B. Lovelace", "Bob"],
    description: ["What it is"],
    date: ["2024-05-06"],
    version: ["1.2"],
    remark: ["First one"],
  });
  assert.equal(properties.lang, "de");
  assert.deepEqual(blocks.map(({ kind }) => kind), ["heading", "line", "line", "paragraph"]);
});

test("the header shows its title, author and revision, and no entries", () => {
  assert.equal(seen("= T\nAda <a@b.org>\n2024-05-06\n:a: b\n:c: d \\\n  e\n\ntext\n"), "T Ada a@b.org 2024-05-06 text");
});

test("a document without a header begins with its first block", () => {
  assert.deepEqual(headings("[appendix]\n== A\n\n== B\n"), ["2 A", "2 B"]);
  assert.equal(seen(".Title\n----\nx\n----\n"), "Title x");
});
