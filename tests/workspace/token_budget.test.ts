// Compares `maxTokens` with js-tiktoken's count of the printed text.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import ranks from "js-tiktoken/ranks/cl100k_base";
import { createPalette } from "../../src/output/terminal/color.ts";
import { formatSearchText } from "../../src/output/text/search_text.ts";
import type { QueryEntry } from "../../src/shapes/search.ts";
import type { SearchOptions, Workspace } from "../../src/workspace.ts";
import { ALL, marked, openProject, searchOne } from "./project.ts";

const reference = new Tiktoken(ranks);
const tokensOf = (text: string): number => reference.encode(text, [], []).length;
const textOf = (queries: readonly QueryEntry[], view: "full" | "list" = "full"): string =>
  formatSearchText({ queries }, {
    view,
    verbose: false,
    columns: 80,
    palette: createPalette(false),
    locate: ({ path }) => path,
  });

const sentence = (word: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `Line ${at} on the ${word}.`).join("\n");
const FILES = {
  "docs/oven.md": `# Oven\nHow to heat an oven.\n\n## Heat\n${sentence("oven", 3)}\n## Clean\nWipe the oven.\n${
    sentence("soap", 40)
  }\n`,
  "docs/toaster.md": `---\ntags: [bread]\n---\n# Toaster\nA toaster is not an oven.\n\n## Crumbs 日本語\n\n\n${
    sentence("toaster", 5)
  }\n\n\u001b[31m<|endoftext|>\n`,
  "docs/oven_manual.md": `# Manual\nThe oven manual: ${"oven ".repeat(30)}\n${sentence("manual", 20)}\n`,
  "docs/spoon.md": "# Spoon\nNot for the oven or the toaster.\n",
};

async function ask(
  workspace: Workspace,
  query: string | readonly string[],
  options: SearchOptions,
): Promise<readonly QueryEntry[]> {
  return (await workspace.search(query, options)).queries;
}

test("search() never exceeds a budget, and states exactly what the text costs", async () => {
  const { workspace } = await openProject(FILES);
  const queries = fc.constantFrom<readonly string[]>(
    ["oven"],
    ["oven", "toaster"],
    ["toaster manual zebra"],
    ["zebra"],
    ["manual", "zebra", "oven"],
  );
  const options = fc.record({
    groupBy: fc.constantFrom<SearchOptions>({}, { groupBy: "query" }, { groupBy: "doc" }),
    list: fc.boolean(),
    aggregation: fc.boolean(),
    maxTokens: fc.nat(700),
    limit: fc.constantFrom(0, 1, 3, 10),
  });
  await fc.assert(
    fc.asyncProperty(queries, options, async (asked, { groupBy, ...more }) => {
      const answer = await ask(workspace, asked, { ...ALL, ...groupBy, ...more });
      const text = textOf(answer, more.list ? "list" : "full");
      assert.ok(tokensOf(text) <= more.maxTokens, `${tokensOf(text)} of ${more.maxTokens}:\n${text}`);
      assert.equal(answer.reduce((sum, { tokens }) => sum + tokens!, 0), tokensOf(text), text);
      for (const { results } of answer) assert.ok(results.length <= more.limit);
    }),
    { numRuns: 120 },
  );
});

test("search() shows everything when the budget is large enough", async () => {
  const { workspace } = await openProject(FILES);
  const all = await searchOne(workspace, "oven", ALL);
  const { tokens, left_out, ...rest } = await searchOne(workspace, "oven", { ...ALL, maxTokens: 5000 });
  assert.deepEqual(rest, all);
  assert.deepEqual(left_out, []);
  assert.equal(tokens, tokensOf(textOf([all])));
});

test("search() shows the best results first, and lists the rest with the cost of each", async () => {
  const { workspace } = await openProject(FILES);
  const all = await searchOne(workspace, "oven", ALL);
  const [first, second] = all.results;
  const budget = tokensOf(textOf([{ ...all, results: [first!] }]));
  const entry = await searchOne(workspace, "oven", { ...ALL, maxTokens: budget });
  assert.deepEqual(entry.results, [first]);
  assert.deepEqual(entry.left_out!.map(({ id }) => id), all.results.slice(1).map(({ id }) => id));
  assert.deepEqual(entry.left_out![0], {
    id: second!.id,
    title: second!.title,
    tokens: tokensOf(textOf([{ ...all, results: [second!] }])),
  });
});

test("search() cuts the last result between words, marks the cut, and keeps only whole matches", async () => {
  const { workspace } = await openProject(FILES);
  const entry = await searchOne(workspace, "manual", { ...ALL, maxTokens: 90 });
  const [cut] = entry.results;
  assert.equal(cut!.id, "docs:oven_manual.md#manual");
  assert.equal(cut!.truncated, true);
  const whole = await workspace.get(cut!.id);
  assert.ok(whole.content!.startsWith(cut!.content!));
  assert.match(whole.content!.slice(cut!.content!.length), /^\s/);
  assert.ok(marked(cut!).length > 0 && marked(cut!).every((word) => word.toLowerCase() === "manual"));
  assert.ok(textOf([entry]).endsWith("… (in part, to fit the token budget)\n"));
});

test("search() shows the best sections of a page that does not fit", async () => {
  const { workspace } = await openProject(FILES);
  const options = { limit: 1, cutoffRatio: 0, aggregationThreshold: 0.1 };
  const whole = await searchOne(workspace, "heat", options);
  assert.equal(whole.results[0]!.id, "docs:oven.md");
  const best = whole.results[0]!.constituents![0]!;
  assert.equal(best.id, "docs:oven.md#heat");
  const entry = await searchOne(workspace, "heat", { ...options, maxTokens: 120 });
  assert.deepEqual(entry.results.map(({ id, truncated }) => ({ id, truncated })), [{
    id: "docs:oven.md",
    truncated: true,
  }]);
  assert.deepEqual(entry.left_out, []);
  const section = (await workspace.get(best.id)).content!.trim();
  assert.ok(entry.results[0]!.content!.includes(section.slice(0, section.indexOf("\n"))));
  assert.ok(!("sections" in entry.results[0]!));
});

test("search() fills a budget rank by rank when grouped by query", async () => {
  const { workspace } = await openProject(FILES);
  const queries = ["oven", "toaster"];
  const all = await ask(workspace, queries, { ...ALL, groupBy: "query" });
  const firsts = all.map((entry) => ({ ...entry, results: entry.results.slice(0, 1) }));
  const entries = await ask(workspace, queries, { ...ALL, groupBy: "query", maxTokens: tokensOf(textOf(firsts)) });
  assert.deepEqual(
    entries.map(({ results }) => results.map(({ id }) => id)),
    firsts.map(({ results }) => results.map(({ id }) => id)),
  );
});

test("search() without a budget counts no tokens", async () => {
  const { workspace } = await openProject(FILES);
  const entry = await searchOne(workspace, "oven", ALL);
  assert.equal("tokens" in entry || "left_out" in entry, false);
});

test("searchMulti() also keeps to a budget", async () => {
  const { workspace } = await openProject(FILES);
  for (const maxTokens of [0, 40, 100, 250]) {
    const { queries } = await workspace.searchMulti(["oven", "toaster"], { ...ALL, maxTokens });
    assert.ok(tokensOf(textOf(queries)) <= maxTokens);
    assert.equal(queries[0]!.tokens, tokensOf(textOf(queries)));
  }
});

test("search() reports a passage within the budget as returned, and names a result that the budget removes", async () => {
  const { workspace } = await openProject(FILES);
  const lost = (await searchOne(workspace, "oven", ALL)).results.at(-1)!;
  const entry = await searchOne(workspace, "oven", { ...ALL, maxTokens: 60, explain: true, whyNot: lost.id });
  assert.equal(entry.explain!.phases.returned, entry.results.length);
  assert.deepEqual(entry.why_not, { id: lost.id, phase: "budget", score: lost.score, needed: null });
});
