import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { elbowCutoff } from "../../../src/search/retrieval/cutoff.ts";

function kept(scores: readonly number[], cutoffRatio = 0.5): readonly number[] {
  return elbowCutoff(scores.map((score, index) => ({ id: String(index).padStart(3, "0"), score })), cutoffRatio).map((
    { score },
  ) => score);
}

test("elbowCutoff() cuts at the first drop below the ratio", () => {
  assert.deepEqual(kept([8.0, 7.5, 7.0, 3.2, 3.0, 2.8, 0.9]), [8.0, 7.5, 7.0]);
});

test("elbowCutoff() keeps a single strong match", () => {
  assert.deepEqual(kept([9, 2, 1.9]), [9]);
});

test("elbowCutoff() keeps everything when there is no drop", () => {
  assert.deepEqual(kept([5, 4, 3, 2.5]), [5, 4, 3, 2.5]);
});

test("elbowCutoff() does not cut where the ratio is exactly the threshold", () => {
  assert.deepEqual(kept([4, 2, 1, 0.4]), [4, 2, 1]);
});

test("elbowCutoff() returns fewer than two candidates unchanged", () => {
  assert.deepEqual(kept([]), []);
  assert.deepEqual(kept([0]), [0]);
});

test("elbowCutoff() cuts at zero and negative scores, whatever the ratio", () => {
  assert.deepEqual(kept([3, 2, 0, 0], 0), [3, 2]);
  assert.deepEqual(kept([3, -1], 0), [3]);
  assert.deepEqual(kept([0, 0]), [0]);
  assert.deepEqual(kept([-1, -1]), [-1]);
});

test("elbowCutoff() ranks unsorted candidates first and keeps the order of ties", () => {
  const candidates = [{ id: "c", score: 0.5 }, { id: "b", score: 2 }, { id: "Z", score: 2 }, { id: "a", score: 3 }];
  assert.deepEqual(elbowCutoff(candidates, 0.5).map(({ id }) => id), ["a", "b", "Z"]);
});

test("elbowCutoff() agrees with the steps of docs/ranking.md", () => {
  const scores = fc.array(fc.integer({ min: -2, max: 40 }).map((n) => n / 4), { maxLength: 12 });
  fc.assert(
    fc.property(scores, fc.constantFrom(0, 0.25, 0.5, 0.8, 1), (unsorted, cutoffRatio) => {
      const sorted = unsorted.toSorted((a, b) => b - a);
      const ratios = sorted.slice(1).map((next, i) => (next <= 0 || sorted[i]! <= 0 ? -1 : next / sorted[i]!));
      const elbow = ratios.findIndex((ratio) => ratio < cutoffRatio);
      assert.deepEqual(kept(unsorted, cutoffRatio), elbow === -1 ? sorted : sorted.slice(0, elbow + 1));
    }),
    { numRuns: 500 },
  );
});
