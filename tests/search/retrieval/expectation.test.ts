import assert from "node:assert/strict";
import { test } from "node:test";
import { rankOf } from "../../../src/search/retrieval/expectation.ts";

const places = { directory: "/srv", roots: new Map([["docs", "/srv/docs"], ["api", "/srv/docs/api"]]) };
const section = (path: string, slug: string) => ({
  id: `docs:${path}#${slug}`,
  doc_id: `docs:${path}`,
  tree: "docs",
  path,
});
const results = [
  section("guide.md", "install"),
  {
    id: "docs:api/http.md",
    doc_id: "docs:api/http.md",
    tree: "docs",
    path: "api/http.md",
    constituents: [{ id: "docs:api/http.md#auth", score: 2 }],
  },
  section("guide.md", "setup"),
];

test("rankOf() finds a section by its id, even inside a merged result", () => {
  assert.equal(rankOf("docs:guide.md#setup", results, places), 3);
  assert.equal(rankOf("docs:api/http.md#auth", results, places), 2);
  assert.equal(rankOf("docs:guide.md#set", results, places), undefined);
  assert.equal(rankOf("docs:api/http.md#other", results, places), undefined);
});

test("rankOf() accepts any part of a document for the document's id or path", () => {
  for (const expected of ["docs:guide.md", "guide.md", "docs/guide.md", "./docs/guide.md", "/srv/docs/guide.md"]) {
    assert.equal(rankOf(expected, results, places), 1, expected);
  }
  for (const expected of ["api/http.md", "docs/api/http.md"]) {
    assert.equal(rankOf(expected, results, places), 2, expected);
  }
  for (const expected of ["http.md", "srv/docs/guide.md", "guide", ""]) {
    assert.equal(rankOf(expected, results, places), undefined, expected);
  }
});
