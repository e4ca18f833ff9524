import assert from "node:assert/strict";
import { test } from "node:test";
import type { IndexedDocument } from "../../../src/search/ports/catalogue.ts";
import { facetsOf } from "../../../src/search/retrieval/facets.ts";

const document = (id: string, more: Partial<IndexedDocument> = {}): IndexedDocument => ({
  id,
  tree: id.split(":")[0]!,
  path: id,
  title: id,
  tags: [],
  lang: null,
  version: null,
  metadata: {},
  chunks: 1,
  bytes: 1,
  ...more,
});

const DOCUMENTS = [
  document("docs:a", { tags: ["rust", "async"], lang: "en", metadata: { status: ["draft"], "__proto__x": ["1"] } }),
  document("docs:b", { tags: ["rust"], lang: "de", metadata: { status: ["final", "final"], owner: ["x"] } }),
  document("notes:c", { tags: ["async", "rust"], lang: "en", metadata: { status: ["final"] } }),
  document("notes:d", { tags: ["other"], lang: "fr", metadata: { status: ["draft"], kind: ["k"] } }),
];

test("facetsOf() counts the documents by tree, tag, language and metadata", () => {
  assert.deepEqual(facetsOf(["docs:a", "docs:b", "notes:c"], DOCUMENTS), {
    tree: { docs: 2, notes: 1 },
    tag: { rust: 3, async: 2 },
    lang: { en: 2, de: 1 },
    meta: { "__proto__x": { 1: 1 }, owner: { x: 1 }, status: { final: 2, draft: 1 } },
  });
});

test("facetsOf() leaves out metadata when you ask for labels", () => {
  assert.deepEqual(facetsOf(["docs:a", "notes:d"], DOCUMENTS, "labels"), {
    tree: { docs: 1, notes: 1 },
    tag: { async: 1, other: 1, rust: 1 },
    lang: { en: 1, fr: 1 },
    meta: {},
  });
});

test("facetsOf() puts the most frequent value first and sorts equals by name", () => {
  const { tag } = facetsOf(["docs:a", "docs:b", "notes:c", "notes:d"], DOCUMENTS);
  assert.deepEqual(Object.keys(tag), ["rust", "async", "other"]);
  assert.deepEqual(Object.keys(facetsOf(["docs:b", "docs:a"], DOCUMENTS).lang), ["de", "en"]);
});

test("facetsOf() keeps a key and a value named __proto__", () => {
  const metadata = Object.fromEntries([["__proto__", ["__proto__"]]]);
  const { meta } = facetsOf(["docs:x"], [document("docs:x", { metadata })]);
  assert.equal(JSON.stringify(meta), '{"__proto__":{"__proto__":1}}');
});

test("facetsOf() is empty when nothing matches", () => {
  assert.deepEqual(facetsOf([], DOCUMENTS), { tree: {}, tag: {}, lang: {}, meta: {} });
});
