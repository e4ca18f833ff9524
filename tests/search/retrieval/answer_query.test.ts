// Runs every test twice, over the core and over the tests' oracle behind the same ports.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Config } from "../../../src/config/config.ts";
import { joinQueries } from "../../../src/search/query/join.ts";
import {
  answerQuery,
  type AnswerScope,
  type BesideOptions,
  type ShownOptions,
} from "../../../src/search/retrieval/answer_query.ts";
import { type ParameterOptions, searchParameters } from "../../../src/search/retrieval/parameters.ts";
import type { QueryEntry, SearchResult } from "../../../src/shapes/search.ts";
import { BEHIND, type Behind, withSnapshot } from "./snapshots.ts";
import { SEMANTIC_OFF } from "./semantic_settings.ts";
import { corpus, type LaidOut } from "../../ranking/corpus.ts";

const SETTINGS: Pick<Config, "settings" | "search" | "semantic"> = {
  semantic: SEMANTIC_OFF,
  settings: { default_limit: 5, local_boost: 1.5, max_chunk_size: 50_000, min_chunk_size: 2_000, frozen: false },
  search: {
    stemmer: "none",
    fuzzy_distance: 0,
    candidate_limit: 100,
    cutoff_ratio: 0.5,
    max_results: 20,
    aggregation_threshold: 0.5,
    match: "any",
    feedback: true,
    boost: { title: 3, tags: 2.5, path: 2, path_components: 2, body: 1 },
    weight: {},
    synonyms: {},
  },
};

/** The sections as `[title, parent, text]`, the document first. A parent is the number of an earlier section. */
type Sections = readonly (readonly [title: string, parent: number, text: string])[];

function documentOf(id: string, sections: Sections, more: Partial<LaidOut> = {}): LaidOut {
  const [tree = "", path = ""] = id.split(":");
  const above = (at: number): readonly string[] => {
    const parent = at === 0 ? -1 : sections[at]![1];
    return parent < 0 ? [] : [...above(parent), sections[parent]![0]];
  };
  return {
    tree,
    path,
    tags: [],
    lang: null,
    metadata: {},
    stemmer: "none",
    ...more,
    parents: sections.map(([, parent], at) => (at === 0 ? -1 : parent)),
    chunks: sections.map(([title, , text], at) => ({
      id: at === 0 ? id : `${id}#s${at}`,
      title,
      ancestors: above(at),
      body: text === "" ? [] : [text],
    })),
  };
}

const GUIDE = documentOf("docs:guide.md", [
  ["guide", 0, ""],
  ["ovens", 0, "heat the oven"],
  ["gas", 1, "the oven burns gas and the oven is hot"],
  ["electric", 1, "the oven draws current"],
  ["spoons", 0, "a spoon stirs soup"],
  ["forks", 0, "a fork picks"],
  ["knives", 0, "a knife cuts"],
  ["plates", 0, "a plate holds"],
], { tags: ["kitchen"], metadata: { status: ["draft"] } });
const SOUP = documentOf("docs:soup.md", [["soup", 0, "stir the soup with a spoon"]], { tags: ["food/hot"] });
const NOTES = documentOf("notes:oven.md", [["list", 0, "buy an oven and a spoon"]], { lang: "de" });
const DOCUMENTS = [GUIDE, SOUP, NOTES];

interface Asked extends Omit<AnswerScope, "factors" | "now">, ShownOptions, BesideOptions {
  readonly parameters?: ParameterOptions;
  readonly lost?: Readonly<Record<string, "changed" | "gone">>;
}

async function ask(
  behind: Behind,
  queries: string | readonly string[],
  { parameters = {}, lost = {}, ...options }: Asked = {},
  documents: readonly LaidOut[] = DOCUMENTS,
): Promise<QueryEntry> {
  return await withSnapshot(behind, documents, async (snapshot) => {
    const entry = await answerQuery(joinQueries([queries].flat()), {
      snapshot,
      parameters: searchParameters(parameters, SETTINGS),
      scope: { ...options, factors: {}, now: 0 },
      shown: options,
      beside: options,
    });
    return entry;
  }, lost);
}

const WIDE: ParameterOptions = { cutoffRatio: 0, aggregation: false, limit: 50 };
const ids = ({ results }: QueryEntry): readonly string[] => results.map(({ id }) => id);
const marks = ({ content = "", match_ranges = [] }: SearchResult): readonly string[] =>
  match_ranges.map(({ start, end }) => content.slice(start, end));

for (const behind of BEHIND) {
  test(`answerQuery() over the ${behind} returns passages with their matches, best first`, async () => {
    const entry = await ask(behind, "oven", { parameters: WIDE });
    assert.deepEqual(ids(entry), ["notes:oven.md", "docs:guide.md#s1", "docs:guide.md#s2", "docs:guide.md#s3"]);
    assert.equal(entry.total_matches, 4);
    const gas = entry.results[2]!;
    assert.equal(gas.content, "the oven burns gas and the oven is hot\n");
    assert.deepEqual(marks(gas), ["oven", "oven"]);
    assert.deepEqual([gas.parent_id, gas.doc_id, gas.depth], ["docs:guide.md#s1", "docs:guide.md", 2]);
  });

  test(`answerQuery() over the ${behind} replaces parts by the section around them`, async () => {
    const entry = await ask(behind, "oven", { trees: ["docs"], parameters: { cutoffRatio: 0 } });
    assert.deepEqual(ids(entry), ["docs:guide.md#s1"]);
    assert.deepEqual(entry.results[0]!.constituents!.map(({ id }) => id), [
      "docs:guide.md#s1",
      "docs:guide.md#s2",
      "docs:guide.md#s3",
    ]);
    assert.equal(
      entry.results[0]!.content,
      "heat the oven\nthe oven burns gas and the oven is hot\nthe oven draws current\n",
    );
  });

  test(`answerQuery() over the ${behind} cuts where the scores drop`, async () => {
    const all = await ask(behind, "spoon", { parameters: { ...WIDE, cutoffRatio: 0 } });
    const scores = all.results.map(({ score }) => score!);
    const steepest = Math.max(...scores.slice(1).map((score, at) => 1 - score / scores[at]!));
    const cut = await ask(behind, "spoon", { parameters: { ...WIDE, cutoffRatio: 1 - steepest + 1e-6 } });
    assert.ok(cut.results.length < all.results.length);
    assert.deepEqual(ids(cut), ids(all).slice(0, cut.results.length));
    assert.equal(cut.total_matches, 3);
  });

  test(`answerQuery() over the ${behind} applies filters of the query and of the options`, async () => {
    const found = async (query: string, options: Asked = {}): Promise<readonly string[]> =>
      ids(await ask(behind, query, { parameters: WIDE, ...options }));
    assert.deepEqual(await found("spoon tree:notes"), ["notes:oven.md"]);
    assert.deepEqual(await found("spoon", { trees: ["notes"] }), ["notes:oven.md"]);
    assert.deepEqual(await found("spoon", { tags: ["food"] }), ["docs:soup.md"]);
    assert.deepEqual(await found("spoon path:so"), ["docs:soup.md"]);
    assert.deepEqual(await found("spoon meta.status:draft"), ["docs:guide.md#s4"]);
    assert.deepEqual(await found("spoon lang:de"), ["notes:oven.md"]);
    assert.deepEqual(await found("spoon -soup"), ["notes:oven.md"]);
    assert.deepEqual(await found('"stirs soup"'), ["docs:guide.md#s4"]);
    assert.deepEqual(await found("tree:notes"), ["notes:oven.md"]);
  });

  test(`answerQuery() over the ${behind} finds sections with some of the words, and says which ones they lack`, async () => {
    const entry = await ask(behind, "oven stirs", { parameters: WIDE });
    assert.equal(entry.full_matches, 0);
    assert.deepEqual(new Set(ids(entry)).has("docs:guide.md#s4"), true);
    assert.deepEqual(await ask(behind, "oven stirs", { parameters: { ...WIDE, match: "all" } }).then(ids), []);
  });

  test(`answerQuery() over the ${behind} sorts by path, groups by document, and applies the limit last`, async () => {
    const byPath = await ask(behind, "oven", { sort: "path", parameters: WIDE });
    assert.deepEqual(ids(byPath), ["docs:guide.md#s1", "docs:guide.md#s2", "docs:guide.md#s3", "notes:oven.md"]);
    const grouped = await ask(behind, "oven", { groupBy: "doc", parameters: { ...WIDE, limit: 2 } });
    assert.deepEqual(ids(grouped), ["notes:oven.md", "docs:guide.md#s1"]);
    assert.deepEqual(grouped.results[1]!.more!.map(({ id }) => id), ["docs:guide.md#s2", "docs:guide.md#s3"]);
    assert.deepEqual(await ask(behind, "oven", { parameters: { ...WIDE, limit: 1 } }).then(ids), ["notes:oven.md"]);
  });

  test(`answerQuery() over the ${behind} counts the documents that match`, async () => {
    const { facets } = await ask(behind, "spoon", { facets: true });
    assert.deepEqual(facets, {
      tree: { docs: 2, notes: 1 },
      tag: { "food/hot": 1, kitchen: 1 },
      lang: { de: 1 },
      meta: { status: { draft: 1 } },
    });
  });

  test(`answerQuery() over the ${behind} shows only the text that was indexed`, async () => {
    const lost = { "docs:soup.md": "changed", "notes:oven.md": "gone" } as const;
    const { results } = await ask(behind, "spoon", { parameters: WIDE, lost });
    const shown = new Map(results.map(({ id, stale, content }) => [id, [stale, content]]));
    assert.deepEqual(shown.get("docs:soup.md"), [true, undefined]);
    assert.deepEqual(shown.get("notes:oven.md"), [true, undefined]);
    assert.deepEqual(shown.get("docs:guide.md#s4"), [undefined, "a spoon stirs soup\n"]);
  });

  test(`answerQuery() over the ${behind} says what the filters removed when nothing remains`, async () => {
    const entry = await ask(behind, "spoon tag:nothing", { parameters: WIDE });
    assert.equal(entry.total_matches, 0);
    assert.deepEqual(entry.zero_hits!.filters, [{ filter: "tag:nothing", removed: 3 }]);
    assert.deepEqual(entry.zero_hits!.terms.map(({ term, df }) => [term, df]), [["spoon", 3]]);
  });

  test(`answerQuery() over the ${behind} names the phase that lost a chunk`, async () => {
    const why = async (whyNot: string, options: Asked = {}) => {
      const { phase, into, missing, filters } = (await ask(behind, "oven", { whyNot, ...options })).why_not!;
      return { phase, into, missing, filters };
    };
    const nothing = { into: undefined, missing: undefined, filters: undefined };
    const parameters = { cutoffRatio: 0 };
    assert.deepEqual(await why("docs:nope.md"), { ...nothing, phase: "unknown" });
    assert.deepEqual(await why("docs:soup.md"), { ...nothing, phase: "not matched", missing: ["oven"] });
    assert.deepEqual(await why("docs:guide.md#s3", { parameters }), {
      ...nothing,
      phase: "aggregated",
      into: "docs:guide.md#s1",
    });
    assert.deepEqual(await why("notes:oven.md", { trees: ["docs"] }), {
      ...nothing,
      phase: "filtered",
      filters: ["--tree docs"],
    });
    assert.deepEqual(await why("docs:guide.md#s3", { parameters: { ...WIDE, limit: 2 } }), {
      ...nothing,
      phase: "limit",
    });
    assert.deepEqual(await why("notes:oven.md"), { ...nothing, phase: "returned" });
  });
}

/** Rounds scores to nine digits, because the core and the oracle add in different orders. */
function rounded(value: unknown): unknown {
  if (typeof value === "number") return Number(value.toPrecision(9));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rounded(one)]));
}

test("answerQuery() gives the same answer over the core and over the oracle", async () => {
  const word = fc.constantFrom("alpha", "alpho", "beta", "bet", "gamma", "delta", "x1ab");
  const phrase = fc.tuple(word, word).map((words) => `"${words.join(" ")}"`);
  const filter = fc.constantFrom("tree:docs", "tag:alpha", "path:api/", "meta.status:draft", "lang:de");
  const term = fc.oneof(
    { weight: 5, arbitrary: word },
    { weight: 1, arbitrary: phrase },
    { weight: 1, arbitrary: filter },
    { weight: 1, arbitrary: word.map((one) => `-${one}`) },
    { weight: 1, arbitrary: fc.tuple(word, word).map((words) => `(${words.join(" OR ")})`) },
  );
  const query = fc.tuple(word, fc.array(term, { maxLength: 3 })).map(([first, rest]) => [first, ...rest].join(" "));
  const options = fc.record({
    groupBy: fc.constantFrom<Asked>({}, { groupBy: "doc" }),
    sort: fc.constantFrom("score" as const, "path" as const),
    facets: fc.boolean(),
    list: fc.boolean(),
    parameters: fc.record({
      limit: fc.constantFrom(1, 3, 20),
      cutoffRatio: fc.constantFrom(0, 0.3),
      aggregation: fc.boolean(),
      match: fc.constantFrom("any" as const, "all" as const),
    }),
  });
  await fc.assert(
    fc.asyncProperty(corpus, query, options, async (documents, text, { groupBy, ...asked }) => {
      const [core, oracle] = await Promise.all(
        BEHIND.map(async (behind) => {
          const { zero_hits: _, ...entry } = await ask(behind, text, { ...groupBy, ...asked }, documents);
          return rounded(entry);
        }),
      );
      assert.deepEqual(core, oracle);
    }),
    { numRuns: 150 },
  );
});
