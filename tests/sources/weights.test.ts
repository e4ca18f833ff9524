import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { readRagConfig } from "../../src/sources/config/rag_config.ts";
import { yaml } from "./rag_project.ts";

const read = (weights: string) => {
  const text = yaml(["{id: docs, path: docs}"], [`retrieval: {initial_k: 9, final_k: 3, weights: ${weights}}`]);
  return readRagConfig(createMemoryFileSystem({ "/p/rag.yaml": text }), "/p/rag.yaml", null).retrieval.weights;
};

test("weights of which none counts are refused", () => {
  for (const zero of ["0", "0.0", "-0", "0e3"]) {
    assert.throws(() => read(`{semantic: ${zero}, bm25: 0, identifier: 0}`), /weights: must not all be 0/, zero);
  }
});

test("one weight is enough, and an absent one has its default", () => {
  assert.deepEqual(read("{semantic: 0, bm25: 0}"), { semantic: 0, bm25: 0, identifier: 0.1 });
  assert.deepEqual(read("{semantic: 0, bm25: 1, identifier: 0}"), { semantic: 0, bm25: 1, identifier: 0 });
  assert.deepEqual(read("{}"), { semantic: 0.4, bm25: 0.6, identifier: 0.1 });
});
