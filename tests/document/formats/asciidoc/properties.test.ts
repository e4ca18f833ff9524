// Tests of what holds for any text of AsciiDoc.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findMarkup } from "../../../../src/document/formats/asciidoc/find_markup.ts";
import { shownText } from "../../../../src/document/formats/shown_text.ts";

const PIECES = [
  ..."= == === * ** - . .. + :: ;; | ! # ` ``` ** __ ++ +++ $$ ^ ~ \" ' \\ { } [ ] < > << >> (( )) & ; , : /".split(
    " ",
  ),
  ...["\n", "\n\n", " ", "\t", "\r\n", "word", "größe", "€", "😀", "é\u0301", "\u2028"],
  ...["----\n", "====\n", "|===\n", "....\n", "____\n", "++++\n", "////\n", "--\n", "!===\n", ",===\n", "// c\n"],
  ...[
    "[source,x]\n",
    "[quote,a,b]\n",
    '[cols="1,a"]\n',
    "[[id]]\n",
    "[NOTE]\n",
    "[verse]\n",
    "[discrete]\n",
    ".Title\n",
  ],
  ...[":a: {b}\n", ":b: x{a}\n", "{a}", "{b}", "{nbsp}", "&lt;", "<1>", "* [x] ", "a:: ", "|a ", "2+|", "NOTE: ", "> "],
  ...["link:a[", "https://a.org[", "xref:b[", "image::c[d]\n", "footnote:[", "pass:q[", "stem:[", "kbd:[", "]"],
  ...["ifdef::a[]\n", "endif::[]\n", "include::a[]\n", "Title\n-----\n", ":leveloffset: +1\n", "linkgit:git[1]"],
  ...[
    "ifdef::a[= T]\n",
    "ifndef::a[:b: y]\n",
    "ifndef::a[]\n",
    "ifdef::a[== S]\n",
    ":!a:\n",
    'ifeval::["{a}" == ""]\n',
  ],
];

const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((pieces) => pieces.join(""));

test("places lie in the text, ranges are apart, and blocks hold all that is seen", () => {
  fc.assert(
    fc.property(text, fc.boolean(), (written, isPart) => {
      const markup = findMarkup(written, isPart);
      const { hidden, blocks, marks, headings, anchors, links } = markup;
      let before = -1;
      for (const place of hidden) {
        assert.ok(place > before && place <= written.length, "hidden ranges ascend");
        before = place;
      }
      let last = 0;
      for (const { lineStart, bodyStart } of headings) {
        assert.ok(last <= lineStart && lineStart < bodyStart && bodyStart <= written.length, "headings ascend");
        last = bodyStart;
      }
      for (const { start, end } of [...blocks, ...marks, ...links]) {
        assert.ok(0 <= start && start <= end && end <= written.length);
      }
      for (const { at } of anchors) assert.ok(at >= 0 && at <= written.length);
      // A sign that only separates may stand outside of all blocks.
      const covered = new Uint8Array(written.length);
      for (const { start, end } of blocks) covered.fill(1, start, end);
      for (let at = 0; at < hidden.length; at += 2) covered.fill(1, hidden[at], hidden[at + 1]);
      for (let at = 0; at < written.length; at++) {
        assert.ok(covered[at] === 1 || !/[\p{L}\p{N}]/u.test(written[at]!), `${JSON.stringify(written)} at ${at}`);
      }
    }),
    { numRuns: 3000 },
  );
});

test("words without signs are seen as they are", () => {
  const words = fc.array(fc.constantFrom("alpha", "Größe", "€5", "x.y", "a-b", "\n", "\n\n"), { maxLength: 60 })
    .map((parts) => parts.join(" ").replace(/^[ \n]+| +(?=\n)|(?<=\n) +/g, ""));
  fc.assert(fc.property(words, (written) => {
    const markup = findMarkup(written);
    assert.equal(shownText(markup, { start: 0, end: written.length }), written);
  }));
});

test("deep nesting ends in text, with a warning", () => {
  const deep = Array.from({ length: 60 }, (_, at) => `${"=".repeat(at + 4)}\n`).join("");
  const markup = findMarkup(`${deep}word\n`);
  assert.match(markup.warnings[0]!.message, /blocks are nested too deeply/);
  assert.match(shownText(markup, { start: 0, end: markup.text.length }), /word/);
});
