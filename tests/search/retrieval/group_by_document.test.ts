import assert from "node:assert/strict";
import { test } from "node:test";
import { groupByDocument } from "../../../src/search/retrieval/group_by_document.ts";

const group = (...scored: readonly (readonly [id: string, score: number])[]): unknown =>
  groupByDocument(scored.map(([id, score]) => ({ id, score })), ({ id }) => id.split("#")[0]!, (result) => result)
    .map(({ result, more }) => [result.id, more.map(({ id, score }) => `${id}=${score}`)]);

test("groupByDocument() keeps each document's first result and returns the others beside it", () => {
  assert.deepEqual(group(["a#1", 5], ["b#1", 4], ["a#2", 3], ["a", 2], ["c", 1]), [["a#1", ["a#2=3", "a=2"]], [
    "b#1",
    [],
  ], ["c", []]]);
});

test("groupByDocument() sorts the others by score, then id", () => {
  assert.deepEqual(group(["a#1", 9], ["a#z", 1], ["a#b", 1], ["a#c", 4]), [["a#1", ["a#c=4", "a#b=1", "a#z=1"]]]);
});
