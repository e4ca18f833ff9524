import assert from "node:assert/strict";
import { test } from "node:test";
import { expectedPaths, type FilePlace, measure } from "../../src/evaluate/measures.ts";

const EMPTY = { sources: [], paths: [], says: [], not_says: [], no_answer: false };
const isExpected = (path: string, place: FilePlace): boolean =>
  expectedPaths({ ...EMPTY, paths: [path] }).some(({ is }) => is(place));

const PAGE = {
  source_id: "site",
  path: "/docs/git-clean.html",
  id: "site:docs/git-clean.html.md#options",
  url: "https://example.com/docs/git-clean.html",
};
const MINUTES = { source_id: "m", path: "may/minutes.docx", id: "m:may/minutes.docx.md#agenda", url: null };
const NOTE = { source_id: "docs", path: "a/notes[1] {x}.md", id: "docs:a/notes[1] {x}.md#notes", url: null };

test("a path is expected as rows and citations print it", () => {
  const forms: readonly (readonly [FilePlace, readonly string[]])[] = [
    [PAGE, [
      "/docs/git-clean.html",
      "docs/git-clean.html",
      "site:/docs/git-clean.html",
      "site:docs/git-clean.html",
      "site:/docs/git-clean.html:3-9",
      "docs/git-clean.html.md",
      "https://example.com/docs/git-clean.html",
      "https://example.com/docs/git-clean.html:12-40",
      "/docs/*.html",
      "docs/**",
      "site:/docs/**",
      "**/git-clean.html",
    ]],
    [MINUTES, [
      "may/minutes.docx",
      "m:may/minutes.docx",
      "m:may/minutes.docx:1-15 (page 3)",
      "may/minutes.docx:1-15 (pages 3-4)",
      "may/minutes.docx.md",
      "m:may/minutes.docx.md",
      "**/*.docx",
      "m:**",
    ]],
    [NOTE, ["a/notes[1] {x}.md", "docs:a/notes[1] {x}.md", "a/notes[1] {x}.md:1-2", "a/*.md"]],
  ];
  for (const [place, paths] of forms) for (const path of paths) assert.ok(isExpected(path, place), path);
});

test("another path is not expected", () => {
  for (const path of ["git-clean.html", "docs:docs/git-clean.html", "/docs/git-clean.html#options", "/doc/*"]) {
    assert.ok(!isExpected(path, PAGE), path);
  }
  for (const path of ["minutes.docx", "docs:may/minutes.docx", "may/minutes", "may/minutes.docx:1"]) {
    assert.ok(!isExpected(path, MINUTES), path);
  }
});

test("rows of a crawled site are measured by the path that they print", () => {
  const expected = { ...EMPTY, paths: ["/docs/git-clean.html", "may/minutes.docx"] };
  const { ndcg, recall, citation_precision } = measure(expected, [PAGE, NOTE, MINUTES], [PAGE]);
  assert.deepEqual([recall, citation_precision], [1, 1]);
  assert.ok(ndcg! > 0.9);
});
