// Tests long questions, and answers that give reasons.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, idsOf, openProject, searchOne } from "./project.ts";

const FILES = {
  "docs/k1.txt": "Rotate the access token every month. The token expires.",
  "docs/k2.txt": "Access control lists.",
  "docs/k3.txt": "A month has thirty days.",
};

test("a question that no chunk answers whole gets partial answers, with the dropped words", async () => {
  const { workspace } = await openProject(FILES);
  const entry = await searchOne(workspace, "how do I rotate an access token in kubernetes", ALL);
  assert.equal(entry.results[0]!.id, "docs:k1.txt");
  assert.equal(entry.relaxed, true);
  assert.deepEqual(entry.relaxation!.dropped, ["kubernetes"]);
});

test("stop words and question words are never required, and to drop them is not a relaxation", async () => {
  const { workspace } = await openProject(FILES);
  const entry = await searchOne(workspace, "how do I rotate the access token", ALL);
  assert.deepEqual(entry.results.map(({ id }) => id), ["docs:k1.txt"]);
  assert.deepEqual([entry.relaxed, entry.relaxation], [false, undefined]);
});

test("a relaxed question still requires phrases, negations, fields and filters", async () => {
  const { workspace } = await openProject(FILES);
  assert.deepEqual(await idsOf(workspace, 'zebra access "control lists"', ALL), ["docs:k2.txt"]);
  assert.deepEqual(await idsOf(workspace, "zebra access -token", ALL), ["docs:k2.txt"]);
  assert.deepEqual(await idsOf(workspace, "zebra access body:month", ALL), ["docs:k1.txt", "docs:k3.txt"]);
  assert.deepEqual(await idsOf(workspace, "zebra access path:k2", ALL), ["docs:k2.txt"]);
});

test("a query with OR or parentheses never relaxes, and no query does with relax off", async () => {
  const { workspace } = await openProject(FILES);
  assert.deepEqual(await idsOf(workspace, "zebra (access OR month)", ALL), []);
  assert.deepEqual(await idsOf(workspace, "zebra access OR month", ALL), []);
  assert.deepEqual(await idsOf(workspace, "zebra access", { ...ALL, match: "all" }), []);
});

test("chunks with more of the words rank first in a relaxed question", async () => {
  const { workspace } = await openProject({
    "docs/k1.txt": "alpha",
    "docs/k2.txt": "alpha beta",
    "docs/k3.txt": "alpha beta gamma",
  });
  assert.deepEqual(await idsOf(workspace, "alpha beta gamma delta", ALL), [
    "docs:k3.txt",
    "docs:k2.txt",
    "docs:k1.txt",
  ]);
});

test("an empty answer gives each word's document frequency and nearest words", async () => {
  const { workspace } = await openProject(FILES, {});
  const entry = await searchOne(workspace, "tokken montth", { ...ALL, match: "all" });
  // Both words match fuzzily, in one document.
  assert.deepEqual(entry.results.map(({ id }) => id), ["docs:k1.txt"]);
  const none = await searchOne(workspace, "tooooken lists", { ...ALL, match: "all" });
  assert.deepEqual(none.results, []);
  assert.deepEqual(none.zero_hits!.terms.map(({ term, df }) => [term, df]), [["tooooken", 0], ["lists", 1]]);
  const near = await searchOne(workspace, "expirry", { ...ALL, match: "all" });
  assert.deepEqual([near.results.length, near.total_matches], [near.total_matches, near.results.length]);
});

test("a search of an empty tree gives an empty answer", async () => {
  const { workspace } = await openProject({ "docs/image.png": "x" });
  const entry = await searchOne(workspace, "anything");
  assert.deepEqual([entry.results, entry.total_matches, entry.zero_hits!.terms], [[], 0, [{
    term: "anything",
    df: 0,
    nearest: [],
  }]]);
});

test("explain returns the tree, the parameters, each phase's counts, and the scores with the cut", async () => {
  const { workspace } = await openProject({
    "docs/a.md": "# One\nx\n## Two\nneedle needle\n## Three\nneedle\n",
    "docs/b.txt": `${"far away words ".repeat(100)} needle`,
  });
  const { explain, results } = await searchOne(workspace, "needle -zebra", {
    explain: true,
    limit: 7,
    cutoffRatio: 0.6,
  });
  assert.ok(explain);
  assert.match(explain.ast, /needle/);
  assert.match(explain.ast, /not/);
  assert.deepEqual(
    [explain.parameters["limit"], explain.parameters["cutoff_ratio"], explain.parameters["max_results"]],
    [7, 0.6, 20],
  );
  assert.deepEqual(explain.phases, { candidates: 3, cut: 2, aggregated: 1, returned: 1 });
  assert.equal(explain.cut_at, 2);
  assert.equal(explain.scores.length, 3);
  assert.deepEqual([...explain.scores].sort((a, b) => b - a), explain.scores);
  assert.ok(
    explain.scores[2]! / explain.scores[1]! < 0.6 && explain.scores[1]! / explain.scores[0]! >= 0.6,
    `${explain.scores}`,
  );
  assert.deepEqual(results.map(({ id, score }) => [id, score]), [["docs:a.md", explain.scores[0]]]);
});
