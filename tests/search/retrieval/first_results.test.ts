// Tests that a higher limit only adds results at the end.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Config } from "../../../src/config/config.ts";
import { joinQueries } from "../../../src/search/query/join.ts";
import { answerQuery, type ShownOptions } from "../../../src/search/retrieval/answer_query.ts";
import { searchParameters } from "../../../src/search/retrieval/parameters.ts";
import { SEMANTIC_OFF } from "./semantic_settings.ts";
import { corpus } from "../../ranking/corpus.ts";
import { BEHIND, withSnapshot } from "./snapshots.ts";

const merging = fc.constantFrom({}, { merge_threshold: 2 }, { merge_threshold: 1, merge_bonus: 1, max_merge_depth: 0 });

const settings: fc.Arbitrary<Pick<Config, "settings" | "search" | "semantic">> = fc.record({
  semantic: fc.constant(SEMANTIC_OFF),
  settings: fc.constant({
    default_limit: 5,
    local_boost: 1.5,
    max_chunk_size: 50_000,
    min_chunk_size: 2_000,
    frozen: false,
  }),
  search: fc.record({
    candidates: fc.constantFrom(5, 12, 100),
    blocks: fc.constantFrom(1, 2, 3, 7),
    ratio: fc.constantFrom(0, 0, 0.3),
    threshold: fc.constantFrom(0.2, 0.5, 1),
    merging,
  }).map(({ candidates, blocks, ratio, threshold, merging }) => ({
    stemmer: "none" as const,
    fuzzy_distance: 0,
    candidate_limit: candidates,
    cutoff_ratio: ratio,
    max_results: blocks,
    aggregation_threshold: threshold,
    ...merging,
    match: "any" as const,
    feedback: true,
    boost: { title: 3, tags: 2.5, path: 2, path_components: 2, body: 1 },
    weight: {},
    synonyms: {},
  })),
});

const query = fc.constantFrom("alpha", "beta gamma", "configure the delta", "alpha OR beta OR gamma", "delta -beta");

for (const behind of BEHIND) {
  test(`the first results over the ${behind} stay the same when the limit is higher`, async () => {
    const grouping: fc.Arbitrary<ShownOptions> = fc.constantFrom({}, { groupBy: "doc" as const }, { list: true });
    await fc.assert(
      fc.asyncProperty(corpus, query, settings, grouping, async (documents, text, config, shown) => {
        await withSnapshot(behind, documents, async (snapshot) => {
          const found = async (limit: number) => {
            const parameters = searchParameters({ limit }, config);
            const input = { snapshot, parameters, scope: { factors: {}, now: 0 }, shown, beside: {} };
            const entry = await answerQuery(joinQueries([text]), input);
            // A limit above the usual candidates may find a word inside a result that looked like missing.
            return entry.results.map(({ missing: _, ...result }) => result);
          };
          const limits = [1, 2, 3, 5, 8, 20];
          const answers = await Promise.all(limits.map(found));
          const most = answers.at(-1)!;
          for (const [at, results] of answers.entries()) {
            assert.deepEqual(results, most.slice(0, results.length), `limit ${limits[at]}`);
            // Candidates may give fewer results than they are, but a limit is not missed for another reason.
            if (limits[at]! <= config.search.candidate_limit && results.length < limits[at]!) {
              const next = answers[at + 1];
              if (next !== undefined && limits[at + 1]! <= config.search.candidate_limit) {
                assert.equal(next.length, results.length);
              }
            }
          }
          const scores = most.map(({ score }) => score!);
          assert.deepEqual(scores, scores.toSorted((a, b) => b - a));
        });
      }),
      { numRuns: 150 },
    );
  });
}
