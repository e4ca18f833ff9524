// Tests queries of which a section has only some of the words, and answers that give reasons.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, idsOf, openProject, searchOne } from "./project.ts";

const FILES = {
  "docs/k1.txt": "Rotate the access token every month. The token expires.",
  "docs/k2.txt": "Access control lists.",
  "docs/k3.txt": "A month has thirty days.",
};

test("a question finds the sections with some of its words, and each says which ones it lacks", async () => {
  const { workspace } = await openProject(FILES);
  const entry = await searchOne(workspace, "how do I rotate an access token in kubernetes", ALL);
  assert.equal(entry.results[0]!.id, "docs:k1.txt");
  assert.deepEqual([entry.total_matches, entry.full_matches], [2, 0]);
  assert.deepEqual(entry.results.map(({ missing }) => missing), [["kubernetes"], ["rotate", "token", "kubernetes"]]);
});

test("a missing word is named without the comma behind it, at every result that lacks it", async () => {
  const { workspace } = await openProject({
    "docs/a.txt": "The token expires.",
    "docs/b.txt": "An API without a key.",
    "docs/c.txt": "Written in C++.",
  });
  const lacks = async (query: string): Promise<unknown> =>
    Object.fromEntries((await searchOne(workspace, query, ALL)).results.map(({ path, missing }) => [path, missing]));
  assert.deepEqual(await lacks("token, API, C++"), {
    "a.txt": ["API", "C++"],
    "b.txt": ["token", "C++"],
    "c.txt": ["token", "API"],
  });
});

test("a section with all the words lacks none", async () => {
  const { workspace } = await openProject(FILES);
  const entry = await searchOne(workspace, "access token", ALL);
  assert.deepEqual(entry.results.map(({ id, missing }) => [id, missing]), [
    ["docs:k1.txt", undefined],
    ["docs:k2.txt", ["token"]],
  ]);
  assert.deepEqual([entry.total_matches, entry.full_matches], [2, 1]);
});

test("a result does not lack a word that a section inside it has", async () => {
  const { workspace } = await openProject({
    "docs/a.md": `# Alpha\n\nalpha alpha\n\n## Other\n\n${"far away words ".repeat(60)} beta\n`,
    "docs/b.md": "# More\n\nbeta\n",
  });
  for (const options of [{}, { maxResults: 1 }, ALL]) {
    const { results } = await searchOne(workspace, "alpha beta", options);
    const whole = results.find(({ id }) => id === "docs:a.md" || id === "docs:a.md#alpha");
    assert.equal(whole?.missing, undefined, JSON.stringify(options));
  }
});

test("stop words and question words are never required", async () => {
  const { workspace } = await openProject(FILES);
  const entry = await searchOne(workspace, "how do I rotate the access token", ALL);
  assert.deepEqual(entry.results.map(({ id, missing }) => [id, missing]), [
    ["docs:k1.txt", undefined],
    ["docs:k2.txt", ["rotate", "token"]],
  ]);
  assert.deepEqual(await idsOf(workspace, "how do I rotate the access token", { ...ALL, match: "all" }), [
    "docs:k1.txt",
  ]);
});

test("a stop word or a synonym is known with a comma or question mark behind it", async () => {
  const { workspace } = await openProject({
    ...FILES,
    ".ra.toml": '[tree.docs]\npath = "docs"\n[search.synonyms]\nlog = ["token"]\n',
    "docs/k4.txt": "This is it.",
  });
  assert.deepEqual(await idsOf(workspace, "month: how do I rotate it?", ALL), ["docs:k1.txt", "docs:k3.txt"]);
  assert.deepEqual(await idsOf(workspace, "log?", ALL), ["docs:k1.txt"]);
});

test("phrases, negations, fields and filters stay strict beside words", async () => {
  const { workspace } = await openProject(FILES);
  assert.deepEqual(await idsOf(workspace, 'zebra access "control lists"', ALL), ["docs:k2.txt"]);
  assert.deepEqual(await idsOf(workspace, "zebra access -token", ALL), ["docs:k2.txt"]);
  assert.deepEqual(await idsOf(workspace, "zebra access body:month", ALL), ["docs:k1.txt", "docs:k3.txt"]);
  assert.deepEqual(await idsOf(workspace, "zebra access path:k2", ALL), ["docs:k2.txt"]);
});

test("groups and OR stay strict, and words beside them only decide the order", async () => {
  const { workspace } = await openProject(FILES);
  assert.deepEqual(await idsOf(workspace, "zebra (control OR month)", ALL).then((ids) => [...ids].sort()), [
    "docs:k1.txt",
    "docs:k2.txt",
    "docs:k3.txt",
  ]);
  assert.deepEqual(await idsOf(workspace, "thirty (access OR month)", ALL), [
    "docs:k3.txt",
    "docs:k1.txt",
    "docs:k2.txt",
  ]);
  assert.deepEqual(await idsOf(workspace, "(access month)", ALL), ["docs:k1.txt"]);
  assert.deepEqual(await idsOf(workspace, "(access month) OR thirty", ALL).then((ids) => [...ids].sort()), [
    "docs:k1.txt",
    "docs:k3.txt",
  ]);
});

test("a word with + is required, and others are not", async () => {
  const { workspace } = await openProject(FILES);
  assert.deepEqual(await idsOf(workspace, "access +month", ALL), ["docs:k1.txt", "docs:k3.txt"]);
  assert.deepEqual(await idsOf(workspace, "+access +month", ALL), ["docs:k1.txt"]);
  assert.deepEqual(await idsOf(workspace, "access +zebra", ALL), []);
  assert.deepEqual(await idsOf(workspace, "+month^3 -token", ALL), ["docs:k3.txt"]);
});

test("match all requires every word", async () => {
  const { workspace } = await openProject(FILES);
  assert.deepEqual(await idsOf(workspace, "access month", { ...ALL, match: "all" }), ["docs:k1.txt"]);
  assert.deepEqual(await idsOf(workspace, "zebra access", { ...ALL, match: "all" }), []);
  assert.deepEqual(await idsOf(workspace, "zebra month^2 path:k1", { ...ALL, match: "all" }), []);
});

test("match takes any or all", async () => {
  const { workspace } = await openProject(FILES);
  await assert.rejects(searchOne(workspace, "x", { match: "some" as "any" }), /match: some is not any or all/);
});

test("chunks with more of the words rank first", async () => {
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
  assert.deepEqual([entry.results, entry.total_matches, entry.zero_hits!.terms], [[], 0, []]);
  assert.deepEqual([entry.empty_trees, entry.unread], [["docs"], undefined]);
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
