import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { benchTable } from "../../tools/bench/bench_table.ts";
import { makeQueries } from "../../tools/bench/queries.ts";
import { kindsIn, kindsTable, measureKinds } from "../../tools/bench/read_kinds.ts";
import { type BenchResult, runBench } from "../../tools/bench/run_bench.ts";
import { median, percentile } from "../../tools/bench/statistics.ts";

const PAGES = {
  "retry.md":
    "# Retry policy\n\nRequests that fail are sent again after a pause.\n\n## Backoff\n\nEvery pause is twice as long as the previous pause.\n",
  "cache.md": "# Cache\n\nAnswers stay in memory until they expire.\n",
};

test("runBench() measures every contender on the same passages", async () => {
  const docs = mkdtempSync(join(tmpdir(), "ra-bench-test-"));
  try {
    for (const [name, text] of Object.entries(PAGES)) writeFileSync(join(docs, name), text);
    const result = await runBench({
      docs,
      maxBytes: Infinity,
      repeats: 1,
      queries: 10,
      feedback: true,
      nodes: {},
      settleMs: 0,
      onStep: () => {},
    });
    const contenders = result.machine.sqlite === null ? ["ra", "minisearch"] : ["ra", "fts5", "minisearch"];
    assert.deepEqual(result.corpus, { documents: 2, passages: 5, bytes: Object.values(PAGES).join("").length });
    assert.deepEqual(Object.keys(result.build), [...contenders, "core", "dividing"]);
    assert.deepEqual(Object.keys(result.update), contenders);
    assert.deepEqual(Object.keys(result.queries), [...contenders, "core", "ra, looking for changes first"]);
    assert.deepEqual(Object.keys(result.kinds.ra!), ["one word", "two words", "three words", "phrase", "typo"]);
    assert.deepEqual(notTimes(result), []);
    assert.equal(result.queries.ra!.answered, 10);
    assert.equal(result.queries.core!.answered, 10);
    assert.ok(result.sizes.ra!["on disk"]! > result.sizes.ra!.segments!);
    assert.match(benchTable(result), /^\| ra, nothing changed \| [\d.]+ \| [\d.]+ \|/m);
    assert.deepEqual(readdirSync(docs).sort(), ["cache.md", "retry.md"]);
  } finally {
    rmSync(docs, { recursive: true, force: true });
  }
});

test("each kind of document is measured apart, and beside Markdown", async () => {
  const docs = mkdtempSync(join(tmpdir(), "ra-bench-kinds-"));
  try {
    const files = {
      ...PAGES,
      "a.rst": "Title\n=====\n\nText.\n",
      "b.qmd": "# Title\n",
      "c.1": ".TH A 1\n",
      "d.1": "no page\n",
      "e.bin": "\0",
      "f.rst": "too much\n".repeat(200),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(docs, name), text);
    const kinds = await kindsIn([docs], 1000);
    const found = [...kinds].map(([kind, list]) => `${kind}: ${list.map(({ path }) => path).sort().join(" ")}`);
    assert.deepEqual(found.sort(), [
      "man: c.1",
      "markdown, .qmd: b.qmd",
      "markdown: cache.md retry.md",
      "rst: a.rst",
    ]);
    const results = await measureKinds(kinds, 1);
    assert.deepEqual(results.filter(({ read, index }) => !(read > 0) || !(index > 0)), []);
    assert.match(kindsTable(results), /^\| markdown \| 2 \| 0\.0 \| [\d.]+ \| 1\.00× \| [\d.]+ \| 1\.00× \|$/m);
  } finally {
    rmSync(docs, { recursive: true, force: true });
  }
});

/** Returns the names of measurements that are not positive numbers. */
function notTimes({ build, update, refresh, queries }: BenchResult): readonly string[] {
  const all = { ...build, ...update, refresh, ...queries };
  return Object.entries(all).flatMap(([name, values]) =>
    Object.values(values).filter((value) => !(value > 0)).map(() => name)
  );
}

test("makeQueries() gives the same queries for the same passages, and a typo swaps one pair of letters", () => {
  const passages = [{ id: "a", path: "a.md", title: "", body: "alpha bravo charlie" }];
  const queries = makeQueries(passages, 25);
  assert.deepEqual(makeQueries(passages, 25), queries);
  const words = ["alpha", "bravo", "charlie"];
  for (const { kind, words: [first] } of queries) {
    if (kind !== "typo") assert.ok(words.includes(first!), first);
    else assert.ok(words.some((word) => [...word].sort().join("") === [...first!].sort().join("")), first);
  }
});

test("percentile() returns the nearest rank", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(percentile([1, 2, 3, 4], 0.99), 4);
  assert.equal(percentile([4, 3, 2, 1], 0), 1);
});
