// Tests that parents replace siblings (docs/ranking.md).
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, idsOf, marked, openProject, searchOne } from "./project.ts";
import { snippetHtml } from "../../src/output/snippet_html.ts";

const GUIDE = `# Guide
Opening words.

## Storage
About it.

### Disks
The needle is on the disk.

### Tapes
A needle on tape.

### Paper
Nothing.

## Network
Nothing either.

## Other
Something else.

## Last
The end.
`;

test("search() replaces matching children by their parent when half of them match, and shows its whole span and constituents", async () => {
  const { workspace } = await openProject({ "docs/guide.md": GUIDE });
  const alone = await searchOne(workspace, "needle", ALL);
  const scores = new Map(alone.results.map(({ id, score }) => [id, score!]));
  assert.deepEqual([...scores.keys()].sort(), ["docs:guide.md#disks", "docs:guide.md#tapes"]);
  const { results, total_matches } = await searchOne(workspace, "needle");
  const [storage] = results;
  assert.deepEqual(results.map(({ id }) => id), ["docs:guide.md#storage"]);
  assert.equal(total_matches, 2);
  assert.equal(storage!.score, Math.max(...scores.values()));
  const expected = [...scores].map(([id, score]) => ({ id, score })).sort((a, b) =>
    b.score - a.score || (a.id < b.id ? -1 : 1)
  );
  assert.deepEqual(storage!.constituents, expected);
  assert.equal(
    storage!.content,
    GUIDE.slice(GUIDE.indexOf("\nAbout it.") + 1, GUIDE.indexOf("## Network")),
  );
  assert.deepEqual(marked(storage!), ["needle", "needle"]);
  const best = expected[0]!.id.endsWith("disks") ? "The <b>needle</b> is on the disk." : "A <b>needle</b> on tape.";
  assert.equal(snippetHtml(storage!.snippet!), best);
});

test("search() keeps siblings separate below aggregation_threshold", async () => {
  const { workspace } = await openProject({ "docs/guide.md": GUIDE });
  assert.deepEqual([...(await idsOf(workspace, "needle", { aggregationThreshold: 0.7 }))].sort(), [
    "docs:guide.md#disks",
    "docs:guide.md#tapes",
  ]);
  assert.deepEqual(await idsOf(workspace, "needle", { aggregationThreshold: 0.6 }), ["docs:guide.md#storage"]);
});

test("search() merges level by level up to the document, and counts an only child", async () => {
  const { workspace } = await openProject({ "docs/a.md": "# One\nx\n## Two\ny\n### Three\nneedle\n" });
  const { results } = await searchOne(workspace, "needle");
  assert.deepEqual(results.map(({ id, constituents }) => [id, constituents!.map((constituent) => constituent.id)]), [[
    "docs:a.md",
    ["docs:a.md#three"],
  ]]);
  assert.equal(snippetHtml(results[0]!.snippet!), "<b>needle</b>");
});

test("search() absorbs hits below another result and keeps the highest score", async () => {
  const text =
    "# Top\nneedle in the preface\n## Sub\nmiddle\n### Deep\nneedle needle needle\n### Deep two\nx\n### Deep three\ny\n## Sub two\nx\n## Sub three\nx\n# B\nx\n# C\nx\n";
  const { workspace } = await openProject({ "docs/a.md": text });
  const alone = await searchOne(workspace, "needle", ALL);
  assert.deepEqual(alone.results.map(({ id }) => id).sort(), ["docs:a.md#deep", "docs:a.md#top"]);
  const { results } = await searchOne(workspace, "needle", { cutoffRatio: 0 });
  assert.deepEqual(results.map(({ id }) => id), ["docs:a.md#top"]);
  assert.deepEqual(results[0]!.constituents!.map(({ id }) => id).sort(), ["docs:a.md#deep", "docs:a.md#top"]);
  assert.equal(results[0]!.score, Math.max(...alone.results.map(({ score }) => score!)));
});

test("search() compares parents, not the form of slugs", async () => {
  const text = "# Errors\nalpha\n# Errors\nneedle\n# Errors 1\nneedle needle\n# X\na\n# Y\nb\n# Z\nc\n";
  const { workspace } = await openProject({ "docs/a.md": text });
  const { results } = await searchOne(workspace, "needle", { cutoffRatio: 0 });
  assert.deepEqual(results.map(({ id, title }) => [id, title]).sort(), [["docs:a.md#errors-1", "Errors"], [
    "docs:a.md#errors-1-1",
    "Errors 1",
  ]]);
});

test("search() returns a single hit without constituents", async () => {
  const { workspace } = await openProject({ "docs/a.txt": "needle\n" });
  const { results } = await searchOne(workspace, "needle");
  assert.equal(results[0]!.constituents, undefined);
});
