import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createPassagesBefore } from "../../../src/search/retrieval/passages_before.ts";
import { type AnswerCosts, fillBudget } from "../../../src/search/retrieval/fill_budget.ts";
import { endlessWork } from "./endless_work.ts";
import type { QueryEntry, SearchResult } from "../../../src/shapes/search.ts";

/** Makes a result whose text is `words` words. */
function result(id: string, words: number, more: Partial<SearchResult> = {}): SearchResult {
  return {
    id,
    doc_id: id,
    parent_id: null,
    tree: "t",
    path: id,
    title: id.toUpperCase(),
    breadcrumb: id,
    depth: 0,
    position: 0,
    byte_start: 0,
    byte_end: 1,
    start_line: 1,
    end_line: 1,
    score: 1,
    content: `${Array.from({ length: words }, (_, at) => `w${at}`).join(" ")}\n`,
    match_ranges: [],
    ...more,
  };
}

const entry = (results: readonly SearchResult[], query = "q"): QueryEntry => ({
  query,
  total_matches: results.length,
  full_matches: results.length,
  lists: ["words"],
  results,
});

/** Each word costs one token. A result costs one more for its line, and an entry of several costs two for its head. */
const COSTS: AnswerCosts = {
  result: ({ content = "", truncated }) => 1 + (content.match(/w\d+/g) ?? []).length + (truncated ? 1 : 0),
  frame: (_, isOneOfSeveral) => (isOneOfSeveral ? 2 : 0),
};

function tokensOf(entries: readonly QueryEntry[]): number {
  return entries.filter(({ tokens }) => tokens !== 0).reduce((total, entry) => {
    const results = entry.results.map((one) => COSTS.result(one, createPassagesBefore(), "nothing"));
    return total + results.reduce((a, b) => a + b, COSTS.frame(entry, entries.length > 1, "nothing"));
  }, 0);
}

async function fill(
  entries: readonly QueryEntry[],
  maxTokens: number,
  instead: (result: SearchResult) => SearchResult | undefined = () => undefined,
): Promise<readonly QueryEntry[]> {
  const answer = { queries: entries };
  const work = endlessWork();
  return (await fillBudget({ answer, maxTokens, costs: COSTS, work, instead: async (result) => instead(result) }))
    .queries;
}

/** Returns the ids with the number of words shown; `…` marks a cut text. */
const shown = ({ results }: QueryEntry): string =>
  results.map(({ id, content = "", truncated }) =>
    `${id}${(content.match(/w\d+/g) ?? []).length}${truncated ? "…" : ""}`
  ).join(" ");

test("fillBudget() keeps an answer that fits unchanged, and states its cost", async () => {
  const [filled] = await fill([entry([result("a", 4), result("b", 2)])], 8);
  assert.equal(shown(filled!), "a4 b2");
  assert.equal(filled!.tokens, 8);
  assert.deepEqual(filled!.left_out, []);
});

test("fillBudget() cuts the first result that does not fit, and lists the rest with their costs", async () => {
  const [filled] = await fill([entry([result("a", 4), result("b", 9), result("c", 1)])], 10);
  assert.equal(shown(filled!), "a4 b3…");
  assert.equal(filled!.tokens, 10);
  assert.deepEqual(filled!.left_out, [{ id: "c", title: "C", tokens: 2 }]);
});

test("fillBudget() leaves out a result when not even one word fits", async () => {
  const [filled] = await fill([entry([result("a", 4), result("b", 9)])], 7);
  assert.equal(shown(filled!), "a4");
  assert.deepEqual(filled!.left_out, [{ id: "b", title: "B", tokens: 10 }]);
});

test("fillBudget() tries the best constituent before it cuts, and continues after it", async () => {
  const parts = (whole: SearchResult): SearchResult | undefined => (whole.id === "b" ? result("b#x", 2) : undefined);
  const [filled] = await fill([entry([result("a", 4), result("b", 9), result("c", 1)])], 10, parts);
  assert.equal(shown(filled!), "a4 b#x2 c1");
  assert.deepEqual(filled!.left_out, [{ id: "b", title: "B", tokens: 10 }]);
});

test("fillBudget() cuts the best constituent when the constituent does not fit either", async () => {
  const parts = (whole: SearchResult): SearchResult | undefined => (whole.id === "b" ? result("b#x", 8) : undefined);
  const [filled] = await fill([entry([result("a", 4), result("b", 9), result("c", 1)])], 9, parts);
  assert.equal(shown(filled!), "a4 b#x2…");
  assert.deepEqual(filled!.left_out!.map(({ id }) => id), ["b", "c"]);
});

test("fillBudget() does not show a constituent that is also a result", async () => {
  const parts = (whole: SearchResult): SearchResult | undefined => (whole.id === "b" ? result("b#x", 2) : undefined);
  const [filled] = await fill([entry([result("a", 4), result("b", 9), result("b#x", 2)])], 8, parts);
  assert.equal(shown(filled!), "a4 b#x2");
});

test("fillBudget() fills rank by rank across entries", async () => {
  const entries = [entry([result("a", 2), result("b", 2)], "one"), entry([result("c", 2), result("d", 2)], "two")];
  const filled = await fill(entries, 13);
  assert.deepEqual(filled.map(shown), ["a2 b2", "c2"]);
  assert.deepEqual(filled.map(({ tokens }) => tokens), [8, 5]);
  assert.deepEqual((await fill(entries, 5)).map(shown), ["a2", ""]);
  assert.deepEqual((await fill(entries, 5)).map(({ tokens }) => tokens), [5, 0]);
});

test("fillBudget() keeps no match range beyond the cut, in bytes", async () => {
  const content = "ä w0 w1 w2\n";
  const ranges = [{ start: 0, end: 2 }, { start: 3, end: 5 }, { start: 6, end: 8 }, { start: 9, end: 11 }];
  const [filled] = await fill([entry([result("a", 0, { content, match_ranges: ranges })])], 4 - 1);
  const [cut] = filled!.results;
  assert.equal(cut!.content, "ä w0");
  assert.deepEqual(cut!.match_ranges, ranges.slice(0, 2));
});

test("fillBudget() does not end a cut result with a heading", async () => {
  const content = "w0\nw1\n\n## w2 w3\nw4\n";
  const cutAt = async (budget: number): Promise<string> =>
    (await fill([entry([result("a", 0, { content })])], budget))[0]!.results[0]!.content!;
  assert.equal(await cutAt(4), "w0\nw1");
  assert.equal(await cutAt(5), "w0\nw1");
});

test("fillBudget() shows nothing with a budget of 0", async () => {
  const [filled] = await fill([entry([result("a", 4)])], 0);
  assert.deepEqual(filled, {
    ...entry([]),
    total_matches: 1,
    full_matches: 1,
    tokens: 0,
    left_out: [{ id: "a", title: "A", tokens: 5 }],
  });
});

test("fillBudget() shows the first results of the ranking, and never more than the budget", async () => {
  const entries = fc.array(fc.array(fc.nat(30), { maxLength: 12 }), { minLength: 1, maxLength: 3 })
    .map((sizes) =>
      sizes.map((words, at) => entry(words.map((count, rank) => result(`r${at}.${rank}.`, count)), `q${at}`))
    );
  await fc.assert(
    fc.asyncProperty(entries, fc.nat(200), async (all, budget) => {
      const filled = await fill(all, budget);
      assert.ok(tokensOf(filled) <= budget);
      assert.equal(filled.reduce((sum, { tokens }) => sum + tokens!, 0), tokensOf(filled));
      filled.forEach(({ results, left_out }, at) => {
        const ids = [...results, ...left_out!].map(({ id }) => id);
        assert.deepEqual(ids, all[at]!.results.map(({ id }) => id));
      });
      assert.ok(filled.flatMap(({ results }) => results).filter(({ truncated }) => truncated).length <= 1);
    }),
    { numRuns: 200 },
  );
});
