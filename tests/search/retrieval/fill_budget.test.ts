import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createPassagesBefore } from "../../../src/search/retrieval/passages_before.ts";
import { type AnswerCosts, fillBudget } from "../../../src/search/retrieval/fill_budget.ts";
import { endlessWork } from "./endless_work.ts";
import type { QueryEntry, SearchResult } from "../../../src/shapes/search.ts";

/** Makes a result whose text is `words` words, one a line. */
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
    content: Array.from({ length: words }, (_, at) => `w${at}\n`).join(""),
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

const countTokens = (text: string): number => (text.match(/w\d+/g) ?? []).length;

async function fill(entries: readonly QueryEntry[], maxTokens: number): Promise<readonly QueryEntry[]> {
  const answer = { queries: entries };
  return (await fillBudget({ answer, maxTokens, costs: COSTS, countTokens, work: endlessWork() })).queries;
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

test("fillBudget() gives a page of several sections no more than a third while others wait, and shows its best ones", async () => {
  const page = result("page", 9, {
    constituents: [{ id: "page#b", score: 2 }, { id: "page#a", score: 1 }],
    sections: [
      { id: "page#b", title: "B", start_line: 7, start: 18, end: 27 },
      { id: "page#a", title: "A", start_line: 1, start: 0, end: 9 },
    ],
  });
  const [filled] = await fill([entry([page, result("c", 6)])], 12);
  assert.equal(shown(filled!), "page2… c6");
  assert.equal(filled!.results[0]!.content, "w0\n…\nw6");
  assert.deepEqual(filled!.left_out, []);
  // The last one may take what is left.
  const [last] = await fill([entry([result("c", 3), page])], 14);
  assert.equal(shown(last!), "c3 page9");
});

test("fillBudget() fills rank by rank across entries", async () => {
  const entries = [entry([result("a", 2), result("b", 2)], "one"), entry([result("c", 2), result("d", 2)], "two")];
  const filled = await fill(entries, 13);
  assert.deepEqual(filled.map(shown), ["a2 b2", "c2"]);
  assert.deepEqual(filled.map(({ tokens }) => tokens), [8, 5]);
  assert.deepEqual((await fill(entries, 5)).map(shown), ["a2", ""]);
  assert.deepEqual((await fill(entries, 5)).map(({ tokens }) => tokens), [5, 0]);
});

test("fillBudget() cuts around the matches, and keeps those that it shows, in bytes", async () => {
  const content = `${"ä\n".repeat(40)}w0 w1\nw2 w3\nw4 w5\n`;
  const start = 3 * 40 + 6;
  const [filled] = await fill([entry([result("a", 0, { content, match_ranges: [{ start, end: start + 2 }] })])], 4);
  const [cut] = filled!.results;
  assert.match(cut!.content!, /w2 w3/);
  const bytes = new TextEncoder().encode(cut!.content);
  assert.deepEqual(cut!.match_ranges!.map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end))), [
    "w2",
  ]);
});

test("fillBudget() cuts a long line around its matches", async () => {
  const content = `${Array.from({ length: 400 }, (_, at) => `w${at}`).join(" ")}\n`;
  const start = content.indexOf("w300");
  const [filled] = await fill([entry([result("a", 0, { content, match_ranges: [{ start, end: start + 4 }] })])], 30);
  assert.match(filled!.results[0]!.content!, /^….*\bw300\b.*…$/);
  assert.ok(filled!.tokens! <= 30 && filled!.tokens! > 10);
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
