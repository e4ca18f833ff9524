import assert from "node:assert/strict";
import { test } from "node:test";
import { chunkId, documentId, documentIdsOf, possibleDocumentIds, slugOf } from "../../src/document/ids.ts";

test("an id consists of tree, path and slug", () => {
  assert.equal(documentId("docs", "a/b.md"), "docs:a/b.md");
  assert.equal(documentId(null, "/tmp/b.md"), "/tmp/b.md");
  assert.equal(chunkId("docs:b.md", "intro"), "docs:b.md#intro");
  assert.equal(chunkId("docs:b.md", null), "docs:b.md");
});

test("slugOf() returns the slug that chunkId() received, whatever the path contains", () => {
  for (const docId of ["docs:b.md", "docs:c#/x:y.md", "#"]) {
    for (const slug of ["intro", "a#b", null]) assert.equal(slugOf(chunkId(docId, slug), docId), slug);
  }
});

test("possibleDocumentIds() includes the document of every id, even when its path contains #", () => {
  assert.deepEqual(possibleDocumentIds("docs:b.md#intro"), ["docs:b.md"]);
  assert.deepEqual(possibleDocumentIds("docs:c#.md#intro"), ["docs:c#.md", "docs:c"]);
  assert.deepEqual(possibleDocumentIds("docs:b.md"), []);
});

test("documentIdsOf() names a file once for each tree that contains it", () => {
  const trees = [{ name: "all", path: "/p" }, { name: "docs", path: "/p/docs" }, { name: "other", path: "/q" }];
  assert.deepEqual(documentIdsOf("/p/docs/a.md", trees), ["all:docs/a.md", "docs:a.md"]);
});
