import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DEFAULT_MERGE_POLICY, type MergeCandidate, planMerges } from "../../src/store/segments/merge_policy.ts";

function segments(...chunks: readonly number[]): readonly MergeCandidate[] {
  return chunks.map((count) => ({ chunks: count, written: count, size: count * 100 }));
}

/** Returns the segments after one round of merges. */
function merged(before: readonly MergeCandidate[]): readonly MergeCandidate[] {
  const groups = planMerges(before);
  const gone = new Set(groups.flat());
  return [
    ...before.filter((_, at) => !gone.has(at)),
    ...groups.map((group) => {
      const chunks = group.reduce((sum, at) => sum + before[at]!.chunks, 0);
      return { chunks, written: chunks, size: chunks * 100 };
    }),
  ];
}

test("planMerges() leaves a level alone until it is full", () => {
  assert.deepEqual(planMerges(segments(1, 2, 3, 4, 5, 6, 7)), []);
  assert.deepEqual(planMerges(segments(1, 2, 3, 4, 5, 6, 7, 8)), [[0, 1, 2, 3, 4, 5, 6, 7]]);
});

test("planMerges() does not rewrite a large segment because of small ones", () => {
  assert.deepEqual(planMerges(segments(100000, 1, 1, 1, 1, 1, 1, 1, 1)), [[1, 2, 3, 4, 5, 6, 7, 8]]);
});

test("planMerges() merges once when a merge fills the next level", () => {
  const before = segments(...Array<number>(7).fill(600), ...Array<number>(8).fill(500));
  assert.deepEqual(planMerges(before), [[...before.keys()]]);
});

test("planMerges() rewrites a single segment when more than three in ten of its chunks are deleted", () => {
  assert.deepEqual(planMerges([{ chunks: 70, written: 100, size: 1 }]), []);
  assert.deepEqual(planMerges([{ chunks: 69, written: 100, size: 1 }]), [[0]]);
});

test("planMerges() makes nothing larger than the limit", () => {
  const size = DEFAULT_MERGE_POLICY.maxBytes / 4;
  assert.deepEqual(planMerges(Array.from({ length: 8 }, () => ({ chunks: 9e5, written: 9e5, size }))), []);
  const mixed = [...segments(...Array<number>(8).fill(10)), {
    chunks: 11,
    written: 11,
    size: DEFAULT_MERGE_POLICY.maxBytes,
  }];
  assert.deepEqual(planMerges(mixed), [[0, 1, 2, 3, 4, 5, 6, 7]]);
});

test("planMerges() keeps segments few and rewrites few chunks while an index grows by updates of any size", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(sizes, (updates) => {
      let now: readonly MergeCandidate[] = [];
      let rewritten = 0;
      let total = 0;
      for (const chunks of updates) {
        total += chunks;
        now = [...now, { chunks, written: chunks, size: chunks * 100 }];
        rewritten += planMerges(now).flat().reduce((sum, at) => sum + now[at]!.chunks, 0);
        now = merged(now);
        assert.deepEqual(planMerges(now), []);
      }
      assert.equal(now.reduce((sum, { chunks }) => sum + chunks, 0), total);
      const levels = 1 + Math.ceil(Math.log(Math.max(total, 512) / 512) / Math.log(8));
      assert.ok(now.length <= 7 * levels, `${now.length} segments`);
      // A chunk is rewritten until its segment leaves the lowest level, and then once in each level.
      assert.ok(rewritten <= total * (levels + Math.ceil(512 / 7)), `${rewritten} of ${total}`);
    }),
    { numRuns: 50 },
  );
});
