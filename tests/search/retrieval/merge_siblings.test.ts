import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { mergeSiblings } from "../../../src/search/retrieval/merge_siblings.ts";
import { findIn, generatedTrees, treeOf } from "./generated_tree.ts";

const defaults = { mergeThreshold: 2, mergeBonus: 0.1, maxMergeDepth: 2 };
const place = treeOf({
  guide: null,
  "guide#top": "guide",
  "guide#eh": "guide#top",
  "guide#result": "guide#eh",
  "guide#option": "guide#eh",
  "guide#log": "guide#top",
  api: null,
  "api#codes": "api",
});

async function run(
  scores: Readonly<Record<string, number>>,
  parameters = defaults,
): Promise<readonly unknown[]> {
  const hits = Object.entries(scores).map(([id, score]) => ({ ...place(id), score }));
  return (await mergeSiblings(hits, findIn(place), parameters)).map((
    { id, score, hits: own },
  ) => [id, Number(score.toFixed(6)), own.map((hit) => hit.id)]);
}

test("mergeSiblings() merges two matching children with a bonus", async () => {
  assert.deepEqual(await run({ "guide#result": 2.1, "guide#option": 1.8, "api#codes": 3.2 }), [
    ["api#codes", 3.2, ["api#codes"]],
    ["guide#eh", 2.52, ["guide#result", "guide#option"]],
  ]);
});

test("mergeSiblings() merges a single child into a parent that matches", async () => {
  assert.deepEqual(await run({ "guide#result": 2, "guide#eh": 1 }), [["guide#eh", 2.2, ["guide#result", "guide#eh"]]]);
  assert.deepEqual(await run({ "guide#result": 2, "guide#eh": 5 }), [["guide#eh", 5, ["guide#eh", "guide#result"]]]);
  assert.deepEqual(await run({ "guide#result": 2 }), [["guide#result", 2, ["guide#result"]]]);
});

test("mergeSiblings() stops at the given depth", async () => {
  assert.deepEqual(await run({ "guide#eh": 2, "guide#log": 1 }), [["guide#eh", 2, ["guide#eh"]], ["guide#log", 1, [
    "guide#log",
  ]]]);
  assert.deepEqual(await run({ "guide#eh": 2, "guide#log": 1 }, { ...defaults, maxMergeDepth: 1 }), [[
    "guide#top",
    2.4,
    [
      "guide#eh",
      "guide#log",
    ],
  ]]);
});

test("mergeSiblings() merges merged parents again", async () => {
  assert.deepEqual(
    await run({ "guide#result": 2, "guide#option": 1, "guide#log": 1 }, { ...defaults, maxMergeDepth: 0 }),
    [
      ["guide#top", 2.88, ["guide#result", "guide#log", "guide#option"]],
    ],
  );
});

test("mergeSiblings() applies threshold and bonus", async () => {
  assert.equal((await run({ "guide#result": 2, "guide#option": 1 }, { ...defaults, mergeThreshold: 3 })).length, 2);
  assert.deepEqual(await run({ "guide#result": 2, "guide#option": 1 }, { ...defaults, mergeBonus: 0.5 }), [[
    "guide#eh",
    4,
    [
      "guide#result",
      "guide#option",
    ],
  ]]);
});

test("mergeSiblings() puts every hit into exactly one result, and no result contains another", async () => {
  await fc.assert(
    fc.asyncProperty(generatedTrees, fc.nat({ max: 3 }), async ({ hits, find }, maxMergeDepth) => {
      const results = await mergeSiblings(hits, find, { ...defaults, maxMergeDepth });
      const ids = new Set(results.map(({ id }) => id));
      for (const result of results) for (const above of result.ancestors) assert.equal(ids.has(above), false);
      assert.deepEqual(
        results.flatMap((result) => result.hits.map(({ id }) => id)).sort(),
        hits.map(({ id }) => id).sort(),
      );
    }),
    { numRuns: 300 },
  );
});
