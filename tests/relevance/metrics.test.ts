import assert from "node:assert/strict";
import { test } from "node:test";
import type { Collection } from "../../tools/relevance/collection.ts";
import { measure, together } from "../../tools/relevance/metrics.ts";

const collection: Collection = {
  name: "c",
  documents: [],
  queries: [{ id: "q", text: "" }, { id: "unanswered", text: "" }],
  judgments: new Map([["q", new Map([["a", 3], ["b", 1], ["c", 0]])], ["unanswered", new Map([["a", 1]])]]),
  sections: new Map([["q", "a#x"]]),
};
const parents = new Map([["a", null], ["a#x", "a"], ["a#x-1", "a#x"], ["b", null], ["c", null]]);

test("measure() counts a document once at its best rank, and an unanswered query as 0", () => {
  const hits = [
    { document: "c", section: "c" },
    { document: "b", section: "b" },
    { document: "b", section: "b" },
    { document: "a", section: "a" },
  ];
  const { ndcg10, mrr10, recall10, zeroHits } = measure(
    collection,
    collection.queries,
    new Map([["q", { hits, milliseconds: 1 }]]),
    parents,
  );
  const gain = (1 / Math.log2(3) + 3 / Math.log2(4)) / (3 / Math.log2(2) + 1 / Math.log2(3));
  assert.deepEqual([ndcg10, mrr10, recall10, zeroHits], [gain / 2, 1 / 2 / 2, 1 / 2, 1 / 2]);
});

test("measure() distinguishes the right section from the sections around and inside it", () => {
  const hits = [
    { document: "b", section: "b" },
    { document: "a", section: "a#x-1" },
    { document: "a", section: "a" },
    { document: "a", section: "a#x" },
  ];
  const { sectionMrr10, nearSectionMrr10 } = measure(
    collection,
    collection.queries,
    new Map([["q", { hits, milliseconds: 1 }]]),
    parents,
  );
  assert.deepEqual([sectionMrr10, nearSectionMrr10], [1 / 4, 1 / 2]);
});

test("measure() says for how many queries the right document is first, or among the first three or five", () => {
  const hit = (document: string) => ({ document, section: document });
  const run = new Map([["q", { hits: ["c", "x", "y", "b"].map(hit), milliseconds: 1 }]]);
  const { top1, top3, top5 } = measure(collection, collection.queries, run, parents);
  assert.deepEqual([top1, top3, top5], [0, 0, 1 / 2]);
});

test("together() counts every query the same, however many its collection has", () => {
  const hits = [{ document: "a", section: "a" }];
  const both = measure(collection, collection.queries, new Map([["q", { hits, milliseconds: 1 }]]), parents);
  const one = measure(collection, [{ id: "q", text: "" }], new Map([["q", { hits, milliseconds: 4 }]]), parents);
  const { queries, top1, meanMs, sectionMrr10 } = together([both, one]);
  assert.deepEqual([queries, top1, meanMs, sectionMrr10], [3, 2 / 3, (2 * both.meanMs + 4) / 3, 0]);
});
