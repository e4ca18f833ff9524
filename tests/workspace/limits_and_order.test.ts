// Tests the number and the order of results.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, idsOf, openProject, searchOne, write } from "./project.ts";

/** Thirty documents that match equally, `f00.md` to `f29.md`. */
const MANY = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [`docs/f${String(at).padStart(2, "0")}.txt`, "the needle is here\n"]),
);
const name = (at: number): string => `docs:f${String(at).padStart(2, "0")}.txt`;

test("limit 0 returns no results and counts the matches", async () => {
  const { workspace } = await openProject(MANY);
  const entry = await searchOne(workspace, "needle", { limit: 0 });
  assert.deepEqual([entry.results, entry.total_matches, entry.zero_hits], [[], 30, undefined]);
});

test("a search without a limit returns five results, with ties in the order of ids", async () => {
  const { workspace } = await openProject(MANY);
  const entry = await searchOne(workspace, "needle");
  assert.deepEqual(entry.results.map(({ id }) => id), [0, 1, 2, 3, 4].map(name));
  assert.equal(entry.total_matches, 30);
});

test("a limit above max_results and candidate_limit raises both", async () => {
  const { workspace } = await openProject(MANY);
  assert.equal((await searchOne(workspace, "needle", { limit: 20 })).results.length, 20);
  assert.deepEqual(await idsOf(workspace, "needle", { limit: 28 }), Array.from({ length: 28 }, (_, at) => name(at)));
  assert.equal((await idsOf(workspace, "needle", { limit: 28, candidateLimit: 10, maxResults: 3 })).length, 28);
  assert.equal((await idsOf(workspace, "needle", { limit: 2, candidateLimit: 10, maxResults: 3 })).length, 2);
});

test("ids decide ties at candidate_limit", async () => {
  const { workspace, fs } = await openProject(MANY);
  assert.deepEqual(await idsOf(workspace, "needle", { limit: 3, candidateLimit: 3 }), [0, 1, 2].map(name));
  // Documents from later updates stand in other segments, which must not affect the answer.
  write(fs, "docs/f01.txt", "the needle is here!\n");
  assert.deepEqual(await idsOf(workspace, "needle", { limit: 3, candidateLimit: 3 }), [0, 1, 2].map(name));
});

test("results end where scores drop below cutoff_ratio", async () => {
  const { workspace } = await openProject({
    "docs/a.md": "# Needle\nneedle needle needle\n",
    "docs/b.txt": `${"other words ".repeat(200)} needle\n`,
  });
  assert.deepEqual(await idsOf(workspace, "needle", { aggregation: false, cutoffRatio: 0.5 }), ["docs:a.md#needle"]);
  assert.deepEqual(await idsOf(workspace, "needle", ALL), ["docs:a.md#needle", "docs:b.txt"]);
});

test("sort by path and by date applies after the ranking and before the limit", async () => {
  const { workspace, fs } = await openProject({
    "docs/c.txt": "needle needle needle\n",
    "docs/a.md": "# First\nneedle one\n# Second\nneedle two\n# Third\nx\n# Fourth\ny\n# Fifth\nz\n",
    "docs/b.txt": "needle in a longer text of some words\n",
  });
  fs.setModified("/project/docs/a.md", Date.UTC(2026, 0, 2) * 1e6);
  fs.setModified("/project/docs/b.txt", Date.UTC(2026, 0, 3) * 1e6);
  fs.setModified("/project/docs/c.txt", Date.UTC(2026, 0, 1) * 1e6);
  assert.deepEqual(await idsOf(workspace, "needle", { ...ALL, sort: "path" }), [
    "docs:a.md#first",
    "docs:a.md#second",
    "docs:b.txt",
    "docs:c.txt",
  ]);
  assert.deepEqual(await idsOf(workspace, "needle", { ...ALL, sort: "date" }), [
    "docs:b.txt",
    "docs:a.md#first",
    "docs:a.md#second",
    "docs:c.txt",
  ]);
  assert.deepEqual(await idsOf(workspace, "needle", { ...ALL, limit: 1, sort: "date" }), ["docs:b.txt"]);
  assert.equal((await idsOf(workspace, "needle", ALL))[0], "docs:c.txt");
});

test("sort by path uses the position within a document, not the slug", async () => {
  const { workspace } = await openProject({ "docs/a.md": "# Zebra\nneedle\n# Apple\nneedle needle\n" });
  assert.deepEqual(await idsOf(workspace, "body:needle", { ...ALL, sort: "path" }), [
    "docs:a.md#zebra",
    "docs:a.md#apple",
  ]);
});
