import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { aggregate, type Hit, type TreePosition } from "../../../src/search/retrieval/aggregate.ts";
import { findIn, type GeneratedTree, generatedTrees, treeOf } from "./generated_tree.ts";

const guide = treeOf({
  g: null,
  "g#a": "g",
  "g#b": "g",
  "g#a1": "g#a",
  "g#a2": "g#a",
  "g#a3": "g#a",
  "g#b1": "g#b",
  "g#x": "g",
  "g#y": "g",
});

async function run(
  scores: Readonly<Record<string, number>>,
  place = guide,
  threshold = 0.5,
): Promise<readonly unknown[]> {
  const hits = Object.entries(scores).map(([id, score]) => ({ ...place(id), score }));
  return (await aggregate(hits, findIn(place), threshold)).map((
    { id, score, constituents },
  ) => [id, score, constituents?.map((one) => `${one.id}=${one.score}`)]);
}

test("aggregate() replaces half of the siblings by their parent with the highest score", async () => {
  assert.deepEqual(await run({ "g#a1": 2, "g#a3": 5 }), [["g#a", 5, ["g#a3=5", "g#a1=2"]]]);
});

test("aggregate() keeps siblings when too few of them match", async () => {
  assert.deepEqual(await run({ "g#a1": 2, "g#x": 5 }), [["g#x", 5, undefined], ["g#a1", 2, undefined]]);
});

test("aggregate() merges at exactly the threshold", async () => {
  assert.deepEqual(await run({ "g#a": 1, "g#x": 2 }), [["g", 2, ["g#x=2", "g#a=1"]]]);
  assert.deepEqual(await run({ "g#a": 1, "g#x": 2 }, guide, 0.51), [["g#x", 2, undefined], ["g#a", 1, undefined]]);
});

test("aggregate() replaces an only child by its parent", async () => {
  assert.deepEqual(await run({ "g#b1": 3 }), [["g#b", 3, ["g#b1=3"]]]);
});

test("aggregate() merges up to the document with one flat list of constituents", async () => {
  assert.deepEqual(await run({ "g#a1": 2, "g#a2": 7, "g#b1": 4 }), [["g", 7, ["g#a2=7", "g#b1=4", "g#a1=2"]]]);
});

test("aggregate() includes the parent's own hit in the score and in the list", async () => {
  assert.deepEqual(await run({ "g#a": 9, "g#a1": 2, "g#a2": 3 }), [["g#a", 9, ["g#a=9", "g#a2=3", "g#a1=2"]]]);
  assert.deepEqual(await run({ "g#a": 1, "g#a1": 2, "g#a2": 3 }), [["g#a", 3, ["g#a2=3", "g#a1=2", "g#a=1"]]]);
});

test("aggregate() absorbs hits below a result, with their scores and constituents", async () => {
  assert.deepEqual(await run({ g: 1, "g#a1": 6 }), [["g", 6, ["g#a1=6", "g=1"]]]);
  assert.deepEqual(await run({ g: 8, "g#a1": 6, "g#a2": 5 }), [["g", 8, ["g=8", "g#a1=6", "g#a2=5"]]]);
});

test("aggregate() keeps documents separate and breaks ties by id in code unit order", async () => {
  const place = treeOf({ b: null, "b#1": "b", "b#2": "b", "b#3": "b", a: null, Z: null, é: null });
  assert.deepEqual(await run({ é: 2, a: 2, Z: 2, "b#1": 2 }, place), [["Z", 2, undefined], ["a", 2, undefined], [
    "b#1",
    2,
    undefined,
  ], ["é", 2, undefined]]);
});

test("aggregate() does not confuse #errors with the parent of #errors-1", async () => {
  const place = treeOf({ d: null, "d#errors": "d", "d#errors-1": "d", "d#c": "d", "d#e": "d", "d#f": "d" });
  assert.deepEqual(await run({ "d#errors": 2, "d#errors-1": 1 }, place), [["d#errors", 2, undefined], [
    "d#errors-1",
    1,
    undefined,
  ]]);
});

test("aggregate() handles skipped levels", async () => {
  const place = treeOf({ d: null, "d#h1": "d", "d#h3": "d#h1", "d#h2": "d#h1", "d#o": "d", "d#p": "d" }, { "d#h3": 1 });
  assert.deepEqual(await run({ "d#h3": 4, "d#h2": 2 }, place), [["d#h1", 4, ["d#h3=4", "d#h2=2"]]]);
});

test("aggregate() keeps a hit unchanged when its parent is not in the index", async () => {
  const hit = { id: "gone#a", depth: 1, ancestors: ["gone"], sibling_count: 1, score: 2 };
  assert.deepEqual(
    (await aggregate([hit], async () => [undefined], 0.5)).map(({ id, constituents }) => [id, constituents]),
    [[
      "gone#a",
      undefined,
    ]],
  );
});

interface Match extends TreePosition {
  score: number;
  own: readonly Hit[];
  constituents: readonly Match[];
}

/** Applies the rules one after the other, as slowly and plainly as possible. */
function oracle({ hits, position }: GeneratedTree, threshold: number): readonly unknown[] {
  let matches: Match[] = hits.map((hit) => ({ ...hit, own: [hit], constituents: [] }));
  const maxDepth = Math.max(0, ...matches.map((m) => m.depth));
  for (let currentDepth = maxDepth; currentDepth >= 1; currentDepth--) {
    const atDepth = matches.filter((m) => m.depth === currentDepth);
    for (const parentId of new Set(atDepth.map((m) => m.ancestors[0]!))) {
      const siblings = atDepth.filter((m) => m.ancestors[0] === parentId);
      if (siblings.length / siblings[0]!.sibling_count >= threshold) {
        const direct = matches.find((m) => m.id === parentId);
        const replaced = direct === undefined ? siblings : [...siblings, direct];
        matches = matches.filter((m) => !replaced.includes(m));
        matches.push({
          ...position(parentId)!,
          score: Math.max(...replaced.map((m) => m.score)),
          own: [],
          constituents: replaced,
        });
      }
    }
  }
  const isBelow = (m: TreePosition, other: TreePosition): boolean => m.ancestors.includes(other.id);
  const flat = (m: Match): readonly Hit[] => [...m.own, ...m.constituents.flatMap(flat)];
  const top = matches.filter((m) => !matches.some((other) => isBelow(m, other)));
  const order = (a: { id: string; score: number }, b: { id: string; score: number }): number =>
    b.score - a.score || (a.id < b.id ? -1 : 1);
  return top.map((m) => {
    const all = [m, ...matches.filter((other) => isBelow(other, m))];
    const swallowed = all.flatMap(flat).toSorted(order);
    const alone = swallowed.length === 1 && swallowed[0]!.id === m.id;
    return {
      id: m.id,
      score: Math.max(...all.map((one) => one.score)),
      constituents: alone ? undefined : swallowed.map(({ id, score }) => ({ id, score })),
    };
  }).sort(order);
}

const thresholds = fc.constantFrom(0.01, 0.3, 0.5, 2 / 3, 1);

test("aggregate() agrees with a plain implementation of its rules", async () => {
  await fc.assert(
    fc.asyncProperty(generatedTrees, thresholds, async (tree, threshold) => {
      const results = (await aggregate(tree.hits, tree.find, threshold)).map(({ id, score, constituents }) => ({
        id,
        score,
        constituents,
      }));
      assert.deepEqual(results, oracle(tree, threshold));
    }),
    { numRuns: 1000 },
  );
});

test("aggregate() puts every hit into exactly one result, and no result contains another", async () => {
  await fc.assert(
    fc.asyncProperty(generatedTrees, thresholds, async ({ hits, find }, threshold) => {
      const results = await aggregate(hits, find, threshold);
      const ids = new Set(results.map(({ id }) => id));
      for (const result of results) {
        for (const above of result.ancestors) assert.equal(ids.has(above), false);
        assert.equal(result.score, result.hits[0]!.score);
      }
      assert.deepEqual(
        results.flatMap((result) => result.hits.map(({ id }) => id)).sort(),
        hits.map(({ id }) => id).sort(),
      );
    }),
    { numRuns: 500 },
  );
});

test("aggregate() does not depend on the order of the hits", async () => {
  const shuffled = generatedTrees.chain((tree) =>
    fc.shuffledSubarray([...tree.hits], { minLength: tree.hits.length }).map((hits) => ({ tree, hits }))
  );
  await fc.assert(
    fc.asyncProperty(shuffled, thresholds, async ({ tree, hits }, threshold) => {
      assert.deepEqual(await aggregate(hits, tree.find, threshold), await aggregate(tree.hits, tree.find, threshold));
    }),
    { numRuns: 300 },
  );
});

test("aggregate() keeps a hit's other properties", async () => {
  const [result] = await aggregate([{ ...guide("g#b1"), score: 1, segment: 7 }], findIn(guide), 0.5);
  assert.equal(result?.hits[0]?.segment, 7);
});
