import assert from "node:assert/strict";
import { test } from "node:test";
import type { RankedHit, SearchResponse } from "../../../src/search/ports/request.ts";
import { spreadDocuments } from "../../../src/search/retrieval/spread_documents.ts";

test("spreadDocuments() lowers a document's second and third result, and keeps their explanations with them", () => {
  const documents = ["a", "a", "b", "a"];
  const hits = [10, 9, 6, 5].map((score, chunk): RankedHit => ({ score, base: score, ref: chunk }));
  const explained = hits.map(({ score }) => ({ words: score })) as unknown as NonNullable<SearchResponse["explained"]>;
  const spread = spreadDocuments(
    { hits, explained } as unknown as SearchResponse,
    ({ ref }) => documents[Number(ref)]!,
  );
  assert.deepEqual(spread.hits.map(({ ref, score }) => [ref, Math.round(score * 100)]), [
    [0, 1000],
    [2, 600],
    [1, 540],
    [3, 180],
  ]);
  assert.deepEqual(spread.explained!.map(({ words }) => words), [10, 6, 9, 5]);
});
