// Tests what is found in Org.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findMarkup } from "../../../../src/document/formats/org/find_markup.ts";
import { shownText } from "../../../../src/document/formats/shown_text.ts";

/** The lines that a reader sees, without the empty ones. */
function shown(text: string): readonly string[] {
  const found = findMarkup(text);
  return shownText(found, { start: found.textStart, end: text.length }).split("\n").map((line) => line.trim()).filter((
    line,
  ) => line !== "");
}

const blocks = (text: string): readonly string[] => {
  const found = findMarkup(text);
  return found.blocks.map((block) => `${block.depth} ${block.kind} ${shownText(found, block)}`.trim());
};

test("headings keep their titles without states, priorities, cookies and tags", () => {
  const { headings, tags } = findMarkup(
    "* TODO [#A] Set /up/ [2/3] :a:b:\n** DONE Two\n******** Deep\n* [[https://localhost/][Site]]\n*no heading\n",
  );
  assert.deepEqual(headings.map(({ level, text }) => [level, text]), [
    [1, "Set up"],
    [2, "Two"],
    [6, "Deep"],
    [1, "Site"],
  ]);
  assert.deepEqual(tags, ["a", "b"]);
  const own = findMarkup("#+TODO: WAIT(w) | GONE\n* WAIT One\n* TODO Two\n").headings;
  assert.deepEqual(own.map(({ text }) => text), ["One", "TODO Two"]);
});

test("subtrees that the export leaves out are hidden, and have no headings", () => {
  const text = "* A\na\n* COMMENT B\nb\n** C\nc\n* D :noexport:\nd\n* E :ARCHIVE:\ne\n* F\nf\n";
  assert.deepEqual(findMarkup(text).headings.map((heading) => heading.text), ["A", "E", "F"]);
  assert.deepEqual(shown(text), ["A", "a", "E", "F", "f"]);
});

test("planning lines, drawers and keywords are hidden, and ids are anchors", () => {
  const text =
    "#+TITLE: T\n#+LANGUAGE: de\n#+DESCRIPTION: d\n#+STARTUP: x\n* A\nSCHEDULED: <2020-01-01 Wed>\n:PROPERTIES:\n:CUSTOM_ID: own\n:ID: 12\n:END:\n:LOGBOOK:\nCLOCK: [2020-01-01 Wed]\n:END:\n:NOTES:\nkept\n:END:\n# comment\nat <2020-01-02 Thu>\n";
  const { headings, anchors, properties } = findMarkup(text);
  assert.deepEqual([headings[0]!.id, anchors.map(({ name }) => name)], ["own", ["12"]]);
  assert.deepEqual(
    [properties.title, properties.lang, { ...properties.metadata }],
    ["T", "de", { DESCRIPTION: ["d"] }].map(
      (value, at) => at === 2 ? { description: ["d"] } : value,
    ),
  );
  assert.deepEqual(shown(text), ["A", "kept", "at <2020-01-02 Thu>"]);
});

test("an address has something behind its scheme", () => {
  const { links } = findMarkup(
    "The handling of `mailto:' and https://. See mailto:a@example.org, https://localhost.\n",
  );
  assert.deepEqual(links.map(({ destination }) => destination), ["mailto:a@example.org", "https://localhost"]);
});

test("emphasis, links, footnotes, targets, entities and macros show their text", () => {
  assert.deepEqual(shown("*a* /b/ _c_ =d= ~e~ +f+ g*h i_j 2 * 3 * 4"), ["a b c d e f g*h i_j 2 * 3 * 4"]);
  assert.deepEqual(shown("[[https://localhost/][/a/ b]] [[file:c.org]] <https://localhost/d> x[fn:1] y[fn:: inner]"), [
    "a b c.org https://localhost/d x[1] y[ inner]",
  ]);
  assert.deepEqual(shown("<<gone>> <<<kept>>> \\alpha{}b \\unknown a^{2} {{{kbd(C-c)}}} @@html:<b>@@"), [
    "kept αb \\unknown a2 C-c",
  ]);
  assert.deepEqual(
    findMarkup("[[*My Place][x]] [[file:a.org::*B C][y]] [[./d.png]] [[l:z][w]]\n#+LINK: l https://localhost/%s\n")
      .links.map((
        { kind, destination },
      ) => `${kind} ${destination}`),
    ["link #my-place", "link a.org#b-c", "image ./d.png", "link https://localhost/z"],
  );
});

test("blocks, lists and tables become parts of the page", () => {
  assert.deepEqual(
    blocks(
      "- a\n  more\n  1. b\n- [X] c :: d\n\n#+begin_quote\ne\n#+end_quote\n#+begin_src sh :x y\n,* f\n#+end_src\n#+begin_export html\n<b>\n#+end_export\n| g | h |\n|---+---|\n| i | j |\n: k\n-----\n",
    ),
    [
      "0 item a\n  more",
      "1 item b",
      "0 term [X] c",
      "0 definition d",
      "0 quote",
      "1 paragraph e",
      "0 code * f",
      "0 row  g  h",
      "0 row  i  j",
      "0 code k",
      "0 rule",
    ],
  );
});

test("what makes no sense is text, with one warning", () => {
  const { warnings } = findMarkup("#+begin_src\na\n\n#+begin_quote\nb\n");
  assert.deepEqual(warnings.map(({ message, line }) => [message, line]), [["a block has no end (2 times)", 1]]);
  assert.deepEqual(shown("#+begin_src\na [[b][c\n:x:\n"), ["#+begin_src", "a [[b][c", ":x:"]);
});

test("blocks that are nested without end are text at some depth, with one warning", () => {
  const depth = 20_000;
  const names = Array.from({ length: depth }, (_, at) => at);
  const opening = names.map((at) => `#+begin_b${at}\n`).join("");
  const closing = names.map((at) => `#+end_b${depth - 1 - at}\n`).join("");
  const { warnings, blocks: found } = findMarkup(`${opening}core\n${closing}`);
  assert.deepEqual(warnings.map(({ message }) => message), ["blocks are nested too deeply"]);
  assert.ok(found.some(({ kind, start }) => kind === "line" && start === opening.length));
});

test("a short name of a long address is no link of megabytes", () => {
  const link = (address: string) => findMarkup(`#+link: a ${address}\n[[a:b]]\n`).links[0]!.destination;
  assert.equal(link("x/"), "x/b");
  assert.equal(link("x".repeat(100_000)), "a:b");
});

test("any text gives hidden ranges that ascend, and loses no word of plain text", () => {
  const part = fc.constantFrom(
    ...[
      "* ",
      "** a :b:\n",
      "word ",
      "\n",
      "- ",
      "  ",
      "[[",
      "][",
      "]]",
      "#+begin_src\n",
      "#+end_src\n",
      "*",
      "/",
      "=",
      "|",
    ],
    ...[":a:\n", ":END:\n", "<<", ">>", "[fn:1]", "\\alpha", "{{{", "}}}", " :: ", "é"],
  );
  fc.assert(fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
    const text = parts.join("");
    const { hidden, headings, blocks: found } = findMarkup(text);
    for (let at = 0; at < hidden.length; at += 2) {
      assert.ok(
        (hidden[at - 1] ?? 0) <= hidden[at]! && hidden[at]! < hidden[at + 1]! && hidden[at + 1]! <= text.length,
      );
    }
    for (const { lineStart, bodyStart } of headings) assert.ok(lineStart < bodyStart && bodyStart <= text.length);
    for (const { start, end } of found) assert.ok(start <= end && end <= text.length);
  }));
  fc.assert(
    fc.property(fc.array(fc.constantFrom("alpha", "beta", "gamma."), { minLength: 1, maxLength: 9 }), (words) => {
      assert.deepEqual(shown(words.join(" ")), [words.join(" ")]);
    }),
  );
});
