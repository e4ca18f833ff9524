import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { elbowCutoff } from "../../src/retrieval/cutoff.ts";

const defaults = { cutoffRatio: 0.5, maxResults: 20 };

function kept(scores: readonly number[], parameters = defaults): readonly number[] {
  return elbowCutoff(scores.map((score, index) => ({ id: String(index).padStart(3, "0"), score })), parameters).map((
    { score },
  ) => score);
}

test("elbowCutoff() cuts at the first drop below the ratio", () => {
  assert.deepEqual(kept([8.0, 7.5, 7.0, 3.2, 3.0, 2.8, 0.9]), [8.0, 7.5, 7.0]);
});

test("elbowCutoff() keeps a single strong match", () => {
  assert.deepEqual(kept([9, 2, 1.9]), [9]);
});

test("elbowCutoff() keeps at most maxResults when there is no drop", () => {
  assert.deepEqual(kept([5, 4, 3, 2.5], { cutoffRatio: 0.5, maxResults: 3 }), [5, 4, 3]);
  assert.deepEqual(
    kept([5, 4, 3, 1], { cutoffRatio: 0.5, maxResults: 2 }),
    [5, 4, 3],
    "maxResults does not apply where a drop is found",
  );
});

test("elbowCutoff() does not cut where the ratio is exactly the threshold", () => {
  assert.deepEqual(kept([4, 2, 1, 0.4]), [4, 2, 1]);
});

test("elbowCutoff() returns fewer than two candidates unchanged", () => {
  assert.deepEqual(kept([]), []);
  assert.deepEqual(kept([0]), [0]);
});

test("elbowCutoff() cuts at zero and negative scores, whatever the ratio", () => {
  assert.deepEqual(kept([3, 2, 0, 0], { cutoffRatio: 0, maxResults: 20 }), [3, 2]);
  assert.deepEqual(kept([3, -1], { cutoffRatio: 0, maxResults: 20 }), [3]);
  assert.deepEqual(kept([0, 0]), [0]);
  assert.deepEqual(kept([-1, -1]), [-1]);
});

test("elbowCutoff() ranks unsorted candidates first and keeps the order of ties", () => {
  const candidates = [{ id: "c", score: 0.5 }, { id: "b", score: 2 }, { id: "Z", score: 2 }, { id: "a", score: 3 }];
  assert.deepEqual(elbowCutoff(candidates, defaults).map(({ id }) => id), ["a", "b", "Z"]);
});

test("elbowCutoff() agrees with the steps of docs/ranking.md", () => {
  const scores = fc.array(fc.integer({ min: -2, max: 40 }).map((n) => n / 4), { maxLength: 12 });
  fc.assert(
    fc.property(
      scores,
      fc.constantFrom(0, 0.25, 0.5, 0.8, 1),
      fc.integer({ min: 1, max: 12 }),
      (unsorted, cutoffRatio, maxResults) => {
        const sorted = unsorted.toSorted((a, b) => b - a);
        let expected = sorted.slice(0, maxResults);
        if (sorted.length < 2) expected = sorted;
        else {
          const ratios = sorted.slice(1).map((next, i) => (next <= 0 || sorted[i]! <= 0 ? -1 : next / sorted[i]!));
          const elbow = ratios.findIndex((ratio) => ratio < cutoffRatio);
          if (elbow !== -1) expected = sorted.slice(0, elbow + 1);
        }
        assert.deepEqual(kept(unsorted, { cutoffRatio, maxResults }), expected);
      },
    ),
    { numRuns: 500 },
  );
});
