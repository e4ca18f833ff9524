/** `ra test`: runs golden queries through the normal search. */
import type { TestConfig } from "../../config/config.ts";
import { RaError } from "../../errors.ts";
import { joinAskedQueries } from "../../search/query/limits.ts";
import type { TestReport } from "../../shapes/reports.ts";
import type { SearchResult } from "../../shapes/search.ts";
import { type ExpectationPlaces, isFile, rankOf } from "../../search/retrieval/expectation.ts";
import type { TestOptions } from "../contract.ts";
import type { LiveIndex } from "../live/live_index.ts";
import type { Environment } from "../environment.ts";
import { search } from "./search.ts";
import { readLastRun, writeRun } from "./test_record.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

type GoldenExpectation = TestReport["tests"][number]["expected"][number];

/**
 * Runs the tests of all configuration files. Throws `config-missing` if there are none, and `query-syntax` and
 * `query-empty`.
 */
export async function runTests(
  environment: Environment,
  index: LiveIndex,
  { update = true, save = true }: TestOptions,
): Promise<TestReport> {
  const { config, fs } = environment;
  if (config.tests.length === 0) {
    throw new RaError("config-missing", "there are no golden queries", {
      path: config.files[0]?.path,
      hint: "add a `[[test]]` with `query` and `expect`",
    });
  }
  config.tests.forEach(checkQuery);
  const lastRank = readLastRun(fs, config.root);
  const roots = new Map(config.trees.map((tree) => [tree.name, tree.path]));
  // One refresh is enough for all queries.
  const isIndexed = await index.answer({ update }, async ({ snapshot: { catalogue } }) => {
    const documents = await catalogue.files();
    const known = new Map<TestConfig, readonly boolean[]>();
    for (const test of config.tests) {
      const places = placesOf(test, roots);
      const found: boolean[] = [];
      for (const expect of test.expect) {
        const isDocument = documents.some((document) => isFile(expect, document, places));
        found.push(isDocument || (await catalogue.find(expect)) !== undefined);
      }
      known.set(test, found);
    }
    return known;
  });
  const tests: TestReport["tests"][number][] = [];
  for (const test of config.tests) {
    const results = await resultsOf(environment, index, test);
    const expected = test.expect.map((expect, at): GoldenExpectation => {
      const rank = rankOf(expect, results, placesOf(test, roots)) ?? null;
      const previous = lastRank(test.query, expect);
      return withoutUndefined<GoldenExpectation>({
        expect,
        rank,
        passed: rank !== null && rank <= test.within,
        indexed: isIndexed.get(test)![at]!,
        previous,
      });
    });
    tests.push({
      query: test.query,
      within: test.within,
      file: test.definedIn,
      passed: expected.every(({ passed }) => passed),
      expected,
    });
  }
  const passed = tests.filter((test) => test.passed).length;
  const report = { passed, failed: tests.length - passed, tests };
  if (save) writeRun(fs, config.root, report);
  return report;
}

/** Takes every result that phases 2 and 3 leave, so that a rank past `within` shows too. */
async function resultsOf(
  environment: Environment,
  index: LiveIndex,
  { query, within }: TestConfig,
): Promise<readonly SearchResult[]> {
  const { max_results, candidate_limit } = environment.config.search;
  const limit = Math.max(within, Math.min(max_results, candidate_limit));
  const { queries } = await search(environment, index, [query], { limit, list: true, update: false });
  return queries.flatMap(({ results }) => results);
}

function checkQuery({ query, definedIn }: TestConfig): void {
  try {
    joinAskedQueries([query]);
  } catch (error) {
    if (!(error instanceof RaError)) throw error;
    throw new RaError(error.code, error.message, { path: definedIn, hint: error.hint });
  }
}

function placesOf({ definedIn }: TestConfig, roots: ExpectationPlaces["roots"]): ExpectationPlaces {
  return { directory: definedIn.slice(0, definedIn.lastIndexOf("/")) || "/", roots };
}
