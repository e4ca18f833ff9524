import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createFts5Sections } from "../../tools/kinds/fts5_sections.ts";
import { outlineOf } from "../../tools/kinds/headings.ts";
import { inCells } from "../../tools/kinds/notebook_cells.ts";
import { expectationOf, isSection } from "../../tools/kinds/questions.ts";

/** Node 20 has none. */
const hasSqlite = "bun" in process.versions || isBuiltin("node:sqlite");

/** Each heading with the first and the last line, or cell, of its section. */
function sections(path: string, content: string): readonly string[] {
  const { lines, headings } = outlineOf(path, content);
  return headings.map(({ at, end, text }) => `${text} ${lines[at]!.place}-${lines[end - 1]!.place}`);
}

const NOTEBOOK = JSON.stringify({
  cells: [
    { cell_type: "markdown", source: ["# Arrays\n", "Rows of numbers."] },
    { cell_type: "code", source: "# comment\nx = [1]" },
    { cell_type: "markdown", source: ["## Views"] },
    { cell_type: "markdown", source: ["They share zebras."] },
    { cell_type: "markdown", source: [] },
    { cell_type: "markdown", source: "## Copies\nThey do not." },
  ],
});

test("a section of Markdown includes those below it, and a fence is no underline", () => {
  const text = "# Guide\n\n## One\n\n```\ncode\n```\n### Deep\nx\n## Two ##x\nOld\n---\nTop\n===\nend";
  assert.deepEqual(sections("a.qmd", text), [
    "Guide 1-12",
    "One 3-9",
    "Deep 8-9",
    "Two ##x 10-10",
    "Old 11-12",
    "Top 13-15",
  ]);
});

test("the order of its adornments ranks titles of reStructuredText", () => {
  const text =
    "====\nTop\n====\n\nOne\n~~~\n\ndeep ``x``\n==========\ntext\n-----\n\n>>> f(x)\n...\n\nTwo\n~~~\n\n=====  =====\na      b\n=====  =====";
  assert.deepEqual(sections("a.rst", text), ["Top 2-21", "One 5-15", "deep ``x`` 8-15", "text 10-15", "Two 16-21"]);
  assert.deepEqual(sections("a.txt", "Top\n***\n\nOne\n===\n\nTop two\n*******"), [
    "Top 1-6",
    "One 4-6",
    "Top two 7-8",
  ]);
});

test("an object of reStructuredText is a section as long as its body is indented", () => {
  const text =
    "API\n===\n\n.. class:: A(b)\n\n   Text.\n\n   .. py:method:: run(x, *y)\n\n      Runs.\n\n   Rest.\n\nAfter.\n" +
    ".. autofunction:: stop\n.. django-admin-option:: --all [N]\n\n  All.\n\n.. code-block:: python\n.. py:module:: m\n";
  assert.deepEqual(sections("a.rst", text), [
    "API 1-22",
    "A(b) 4-13",
    "run(x, *y) 8-11",
    "stop 15-15",
    "--all [N] 16-19",
  ]);
});

test("headings of AsciiDoc have signs before them, or a line below of their length", () => {
  const text = "= Book\n\n== One\n\n----\ncode\n== no\n\ncode\n----\n\nA long paragraph\nsame\n----\ncode\n----\n" +
    "=== Deep\n\nTwo\n---\nThree\n~~~~~\n\n[[id]]\n`eol`\n^^^^^\n\nFour\n-----\n";
  assert.deepEqual(sections("a.adoc", text), [
    "Book 1-30",
    "One 3-18",
    "Deep 17-18",
    "Two 19-27",
    "Three 21-27",
    "`eol` 25-27",
    "Four 28-30",
  ]);
});

test("headings of Org have stars, and those of man pages a macro", () => {
  assert.deepEqual(sections("a.org", "* One\n** ~deep~ =x=\n*bold* text\n* Two"), [
    "One 1-3",
    "~deep~ =x= 2-3",
    "Two 4-4",
  ]);
  const man = '.TH A 7\n.SH NAME\na\n.SH "RETURN VALUE"\n.SS Use of f()\nx\n.\\".SH no\n.SH\nNOTES\n.Sh SEE ALSO';
  assert.deepEqual(sections("man7/a.7", man), [
    "NAME 2-3",
    "RETURN VALUE 4-7",
    "Use of f() 5-7",
    "NOTES 8-9",
    "SEE ALSO 10-10",
  ]);
  assert.deepEqual(sections("man3/a.3p", ".SS Deep\n"), ["Deep 1-2"]);
  const names = '.SH FLAGS\n.TP\n.BR O_SYNC " (since 2)"\none\n.TP\nother\ntwo\n.TP\nO_DSYNC\n.B O_NOT\n.SH B';
  assert.deepEqual(sections("man2/a.2", names), ["FLAGS 1-10", "O_SYNC 3-8", "O_DSYNC 9-10", "B 11-11"]);
});

test("headings of notebooks stand in cells of Markdown, and are found by their cell", () => {
  assert.deepEqual(sections("a.ipynb", NOTEBOOK), ["Arrays 1-6", "Views 3-5", "Copies 6-6"]);
});

test("the lines of a notebook's text are in cells, from that of the heading", () => {
  const bytes = new TextEncoder().encode(NOTEBOOK);
  // Code stands in four lines, and an empty line divides cells: "## Views" is line 9, "## Copies" line 13.
  const cells = (first: number, last: number) => {
    const place = inCells({ path: "a.ipynb", first, last }, bytes);
    return [place.first, place.last];
  };
  assert.deepEqual([cells(1, 14), cells(1, 2), cells(9, 12), cells(13, 14)], [[1, 6], [1, 1], [3, 4], [6, 6]]);
});

test("a question names a heading of a notebook, and FTS5 answers with its cells", { skip: !hasSqlite }, async () => {
  const project = mkdtempSync(join(tmpdir(), "ra-kinds-"));
  try {
    writeFileSync(join(project, "a.ipynb"), NOTEBOOK);
    const [views] = expectationOf(
      { kind: "plain", query: "", answers: [{ path: "a.ipynb", heading: "Views" }] },
      project,
    );
    assert.deepEqual(views, { path: "a.ipynb", first: 3, last: 5 });
    const search = await createFts5Sections(project, ["a.ipynb"]);
    const [zebras] = search("zebras", 5);
    assert.deepEqual(zebras, { path: "a.ipynb", first: 3, last: 5 });
    assert.ok(isSection(views, zebras));
    assert.ok(!isSection(views, search("rows", 5)[0]!));
    const missing = { kind: "plain", query: "", answers: [{ path: "a.ipynb", heading: "comment" }] };
    assert.throws(() => expectationOf(missing, project), /a\.ipynb has no heading "comment"/);
  } finally {
    rmSync(project, { recursive: true });
  }
});
