// Tests `facets`, `groupBy: "doc"` and `whyNot`.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { WhyNot } from "../../src/shapes/why_not.ts";
import type { SearchOptions, Workspace } from "../../src/workspace.ts";
import { ALL, idsOf, openProject, searchOne } from "./project.ts";

const CONFIG = '[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n';
const FILES = {
  ".ra.toml": CONFIG,
  "docs/a.md":
    "---\ntags: [rust, io]\nlang: en\nstatus: draft\n---\n# Stream\nRead a stream.\n## Open\nOpen the stream, the stream.\n## Close\nClose the stream.\n## Other\nNothing.\n## Last\nNothing else.\n",
  "docs/b.md": "---\ntags: [rust]\nlang: de\nstatus: final\n---\n# Buffers\nA stream fills a buffer.\n",
  "notes/c.md": "---\ntags: [io]\n---\n# Notes\nThe stream.\n\n## Rivers\nWater.\n",
  "notes/d.md": "# Unrelated\nNothing of the kind.\n",
};

async function why(
  workspace: Workspace,
  query: string | readonly string[],
  id: string,
  options: SearchOptions = {},
): Promise<WhyNot> {
  return (await searchOne(workspace, query, { ...ALL, ...options, whyNot: id })).why_not!;
}

test("search() counts documents over all matches, whatever the limit and the cut", async () => {
  const { workspace } = await openProject(FILES);
  for (const options of [{}, { limit: 1 }, { limit: 0 }, { cutoffRatio: 1, candidateLimit: 1 }]) {
    const { facets } = await searchOne(workspace, "stream", { ...options, facets: true });
    assert.deepEqual(facets, {
      tree: { docs: 2, notes: 1 },
      tag: { io: 2, rust: 2 },
      lang: { de: 1, en: 1 },
      meta: { status: { draft: 1, final: 1 } },
    });
  }
});

test("search() counts only documents that pass the filters", async () => {
  const { workspace } = await openProject(FILES);
  const inTree = await searchOne(workspace, "stream", { facets: true, trees: ["notes"] });
  assert.deepEqual(inTree.facets, { tree: { notes: 1 }, tag: { io: 1 }, lang: {}, meta: {} });
  const tagged = await searchOne(workspace, "tag:rust stream", { facets: true });
  assert.deepEqual(tagged.facets!.tree, { docs: 2 });
  const none = await searchOne(workspace, "zebra", { facets: true });
  assert.deepEqual(none.facets, { tree: {}, tag: {}, lang: {}, meta: {} });
});

test("search() counts the union of joined queries, counts each group separately, and counts only on request", async () => {
  const { workspace } = await openProject(FILES);
  const both = await searchOne(workspace, ["buffer", "rivers"], { facets: true });
  assert.deepEqual(both.facets!.tree, { docs: 1, notes: 1 });
  const { queries } = await workspace.search(["buffer", "rivers"], { facets: true, groupBy: "query" });
  assert.deepEqual(queries.map(({ facets }) => facets!.tree), [{ docs: 1 }, { notes: 1 }]);
  const multi = await workspace.searchMulti(["buffer", "rivers"], { facets: true });
  assert.deepEqual(multi.queries[0]!.facets, both.facets);
  assert.equal("facets" in await searchOne(workspace, "buffer"), false);
});

test("search() keeps a document's best result and names the others", async () => {
  const { workspace } = await openProject(FILES);
  const all = await searchOne(workspace, "stream", ALL);
  const best = new Map<string, string>();
  for (const { doc_id, id } of all.results) if (!best.has(doc_id)) best.set(doc_id, id);
  const entry = await searchOne(workspace, "stream", { ...ALL, groupBy: "doc" });
  assert.deepEqual(entry.results.map(({ id }) => id), [...best.values()]);
  assert.ok(best.size < all.results.length);
  for (const { id, doc_id, more = [] } of entry.results) {
    const others = all.results.filter((other) => other.doc_id === doc_id && other.id !== id).map((other) => ({
      id: other.id,
      score: other.score,
    }));
    assert.deepEqual(more, others);
  }
  assert.equal(entry.total_matches, all.total_matches);
});

test("search() limits and sorts documents when grouped by document", async () => {
  const { workspace } = await openProject(FILES);
  const ranked = await idsOf(workspace, "stream", { ...ALL, groupBy: "doc" });
  assert.deepEqual(await idsOf(workspace, "stream", { ...ALL, groupBy: "doc", limit: 2 }), ranked.slice(0, 2));
  const sorted = await idsOf(workspace, "stream", { ...ALL, groupBy: "doc", sort: "path" });
  assert.deepEqual(sorted, [...ranked].sort());
});

test("searchMulti() returns a document once when grouped by document", async () => {
  const { workspace } = await openProject(FILES);
  const { queries: [entry] } = await workspace.searchMulti(["open", "close"], { ...ALL, groupBy: "doc" });
  assert.equal(entry!.results.length, 1);
  const { id, more } = entry!.results[0]!;
  assert.deepEqual([id, ...more!.map((other) => other.id)].sort(), ["docs:a.md#close", "docs:a.md#open"]);
});

test("search() says that an id is unknown, filtered out, or not matched", async () => {
  const { workspace } = await openProject(FILES);
  assert.deepEqual(await why(workspace, "stream", "docs:a.md#gone"), {
    id: "docs:a.md#gone",
    phase: "unknown",
    score: null,
    needed: null,
  });
  assert.deepEqual(await why(workspace, "stream", "docs:b.md#buffers", { tags: ["io"] }), {
    id: "docs:b.md#buffers",
    phase: "filtered",
    score: null,
    needed: null,
    filters: ["--tag io"],
  });
  assert.deepEqual((await why(workspace, "lang:fr tree:docs stream", "docs:b.md#buffers")).filters, ["lang:fr"]);
  assert.deepEqual(await why(workspace, "stream buffer", "docs:a.md#open", { match: "all" }), {
    id: "docs:a.md#open",
    phase: "not matched",
    score: null,
    needed: null,
    missing: ["buffer"],
  });
  const excluded = await why(workspace, "stream -open", "docs:a.md#open");
  assert.deepEqual([excluded.phase, excluded.missing, excluded.filters], ["not matched", [], ["-open"]]);
});

const GUIDE = {
  "docs/a.md": "# Guide\n\n## Install\n\nRun the setup.\n\n### Linux\n\nUse a package.\n\n## Remove\n\nDelete it.\n",
  "docs/b.md": "# Zebra\n\nA zebra.\n",
};

async function missing(query: string, id: string, options: SearchOptions = {}): Promise<unknown> {
  const { workspace } = await openProject(GUIDE);
  const { phase, missing } = await why(workspace, query, id, options);
  assert.equal(phase, "not matched", query);
  return missing;
}

test("why-not names the words that a passage lacks, of which one would be enough", async () => {
  assert.deepEqual(await missing("how do I zebra the, delete", "docs:a.md#linux"), ["zebra", "delete"]);
  assert.deepEqual(await missing("install zebra", "docs:a.md#linux"), ["zebra"]);
  // Titles above a passage are not enough for it.
  assert.deepEqual(await missing("install", "docs:a.md#linux"), []);
});

test("why-not names the phrases, fields, groups and words with + that a passage lacks, and no word beside them", async () => {
  assert.deepEqual(await missing('package "delete it now" title:zebra giraffe +zebra^2', "docs:a.md#linux"), [
    '"delete it now"',
    "title:zebra",
    "+zebra^2",
  ]);
  assert.deepEqual(await missing("package (zebra OR giraffe)", "docs:a.md#linux"), ["(zebra OR giraffe)"]);
  assert.deepEqual(await missing("(package delete)", "docs:a.md#linux"), ["delete"]);
  assert.deepEqual(await missing("zebra (package delete)", "docs:a.md#linux"), ["(package delete)"]);
});

test("why-not names every word that a passage lacks with match all, but no question words", async () => {
  const all = { match: "all" } as const;
  assert.deepEqual(await missing("how do zebra", "docs:a.md#linux", all), ["zebra"]);
  assert.deepEqual(await missing("install package zebra delete", "docs:a.md#linux", all), ["zebra", "delete"]);
  assert.deepEqual(await missing("package zebra^2", "docs:a.md#linux", all), ["zebra^2"]);
});

test("search() says how far a chunk was from the candidates, the cut and the limit", async () => {
  const { workspace } = await openProject(FILES);
  const all = await searchOne(workspace, "stream", ALL);
  const [first, second] = all.results;
  const last = all.results.at(-1)!;
  assert.ok(first!.score! > last.score!);
  assert.deepEqual(await why(workspace, "stream", last.id, { limit: 2, candidateLimit: 2 }), {
    id: last.id,
    phase: "candidates",
    score: last.score,
    needed: second!.score,
  });
  assert.deepEqual(await why(workspace, "stream", last.id, { limit: 2 }), {
    id: last.id,
    phase: "limit",
    score: last.score,
    needed: second!.score,
  });
  // Of further blocks of `max_results`, none was needed.
  assert.deepEqual(await why(workspace, "stream", last.id, { limit: 1, maxResults: 2 }), {
    id: last.id,
    phase: "limit",
    score: last.score,
    needed: first!.score,
  });
  const { why_not, explain } = await searchOne(workspace, "stream", {
    ...ALL,
    cutoffRatio: 1,
    explain: true,
    whyNot: last.id,
  });
  const compared = [...explain!.scores].sort((a, b) => b - a);
  assert.deepEqual(why_not, {
    id: last.id,
    phase: "cutoff",
    score: compared.at(-1),
    needed: compared[explain!.cut_at - 1],
  });
  assert.deepEqual(await why(workspace, "stream", first!.id), {
    id: first!.id,
    phase: "returned",
    score: first!.score,
    needed: null,
  });
});

test("search() names the result that contains a merged chunk, or that stands for its document", async () => {
  const { workspace } = await openProject(FILES);
  const merged = await why(workspace, "stream", "docs:a.md#close", { aggregation: true, aggregationThreshold: 0.1 });
  assert.deepEqual([merged.phase, merged.into, merged.needed], ["aggregated", "docs:a.md", null]);
  const all = await searchOne(workspace, "stream", ALL);
  const close = all.results.find(({ id }) => id === "docs:a.md#close")!;
  const best = all.results.find(({ doc_id }) => doc_id === "docs:a.md")!;
  assert.notEqual(best.id, close.id);
  assert.deepEqual(await why(workspace, "stream", close.id, { groupBy: "doc" }), {
    id: close.id,
    phase: "grouped",
    score: close.score,
    needed: null,
    into: best.id,
  });
});

test("search() uses the same query to look for the lost chunk", async () => {
  const { workspace } = await openProject(FILES);
  const query = "open zebra stream giraffe";
  const all = await searchOne(workspace, query, ALL);
  assert.equal(all.full_matches, 0);
  const last = all.results.at(-1)!;
  const lost = await why(workspace, query, last.id, { limit: 1, candidateLimit: 1 });
  assert.deepEqual([lost.phase, lost.score], ["candidates", last.score]);
});

test("searchMulti() reports the query that carried a chunk furthest", async () => {
  const { workspace } = await openProject(FILES);
  const { queries: [entry] } = await workspace.searchMulti(["buffer", "open"], { ...ALL, whyNot: "docs:a.md#open" });
  assert.equal(entry!.why_not!.phase, "returned");
});
