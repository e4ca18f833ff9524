import assert from "node:assert/strict";
import { test } from "node:test";
import { RaError } from "../../src/errors.ts";
import { ask } from "./fake_workspace.ts";

const nothing = { search: { queries: [] } };
/** Returns the call after `open`. */
const call = async (args: readonly string[], answers: Readonly<Record<string, unknown>>): Promise<unknown> =>
  (await ask(args, answers)).calls[1];

test("a query that begins with a dash reaches the command as a query, in its place", async () => {
  const found = await call(["search", "a", "-b c", "--list", "d", "--", "--list"], nothing);
  assert.deepEqual(found, ["search", ["a", "-b c", "d", "--list"], { list: true, takeLiterally: true, update: true }]);
});

test("ra search passes on the given options and leaves the rest to the configuration", async () => {
  assert.deepEqual(await call(["search", "x"], nothing), [
    "search",
    ["x"],
    { sections: true, takeLiterally: true, update: true },
  ]);
  assert.deepEqual(await call(["search", "--full", "x"], nothing), ["search", ["x"], {
    takeLiterally: true,
    update: true,
  }]);
  assert.deepEqual(await call(["search", "--full", "--strict-query", "x"], nothing), ["search", ["x"], {
    update: true,
  }]);
  assert.deepEqual(
    await call([
      "search",
      "x",
      "-n",
      "3",
      "--list",
      "--explain",
      "--candidate-limit",
      "9",
      "--cutoff-ratio",
      "0.2",
      "--aggregation-threshold",
      "1",
      "--max-results",
      "4",
      "--no-aggregation",
      "-t",
      "a,b",
      "--tree",
      "c",
      "--tag",
      "y",
      "--since",
      "7d",
      "--sort",
      "date",
      "--group-by",
      "query",
      "--all",
      "--no-update",
    ], nothing),
    ["search", ["x"], {
      takeLiterally: true,
      limit: 3,
      list: true,
      explain: true,
      candidateLimit: 9,
      cutoffRatio: 0.2,
      aggregationThreshold: 1,
      maxResults: 4,
      aggregation: false,
      trees: ["a", "b", "c"],
      tags: ["y"],
      since: "7d",
      sort: "date",
      groupBy: "query",
      match: "all",
      update: false,
    }],
  );
});

test("ra search --all requires every word", async () => {
  const { calls, warned } = await ask(["search", "x", "--all"], nothing);
  assert.deepEqual(calls[1], ["search", ["x"], { match: "all", sections: true, takeLiterally: true, update: true }]);
  assert.deepEqual(warned, []);
});

test("ra search passes on budget, facets, grouping by document and the expected id", async () => {
  assert.deepEqual(
    await call(["search", "x", "--max-tokens", "0", "--facets", "--group-by", "doc", "--why-not", "docs:a#b"], nothing),
    ["search", ["x"], {
      maxTokens: 0,
      facets: true,
      groupBy: "doc",
      whyNot: "docs:a#b",
      takeLiterally: true,
      update: true,
    }],
  );
  await assert.rejects(ask(["search", "x", "--max-tokens", "-1"], nothing), /--max-tokens|-1/);
  await assert.rejects(ask(["search", "x", "--max-tokens", "5", "--matches"], nothing), /--max-tokens <N>.*--matches/);
});

test("every command closes the workspace, and a command that fails prints nothing", async () => {
  const failing = { search: new RaError("query-syntax", "odd"), get: new RaError("unknown-id", "what") };
  for (const args of [["search", "x", "--json"], ["get", "x"]]) {
    const calls: unknown[][] = [];
    await assert.rejects(ask(args, failing, calls), RaError);
    assert.deepEqual(calls.map(([name]) => name), ["open", args[0], "close"]);
  }
  const { calls } = await ask(["ls", "tags"], { list: [] });
  assert.deepEqual(calls.map(([name]) => name), ["open", "list", "print", "close"]);
});

test("ra get passes the id on as typed, with colons and hashes", async () => {
  const result = {
    id: "d:a:b.md#x",
    doc_id: "d:a:b.md",
    parent_id: null,
    tree: "d",
    path: "a:b.md",
    title: "X",
    breadcrumb: "B › X",
    depth: 1,
    position: 1,
    byte_start: 0,
    byte_end: 4,
    start_line: 1,
    end_line: 2,
    content: "text\n",
  };
  const { calls, printed } = await ask(["get", "d:a:b.md#x", "--full-document", "--no-update"], { get: result });
  assert.deepEqual(calls[1], [
    ...["get", "d:a:b.md#x"],
    { fullDocument: true, frontmatter: true, links: undefined, backlinks: undefined, update: false },
  ]);
  assert.equal(printed, "─── d:a:b.md#x ───\n> B › X\n\ntext\n");
});

test("ra ls passes on the kind of list and the trees", async () => {
  assert.deepEqual(await call(["ls"], { list: [] }), ["list", "trees", { update: true }]);
  assert.deepEqual(await call(["ls", "chunks", "-t", "a,b", "--no-update"], { list: [] }), ["list", "chunks", {
    update: false,
    trees: ["a", "b"],
  }]);
  assert.equal((await ask(["ls", "docs", "--json"], { list: [] })).printed, "[]\n");
});

test("ra update rebuilds everything, and prunes only with --prune", async () => {
  const update = { added: 1, changed: 0, removed: 0, unchanged: 0, removed_trees: [], skipped: [] };
  assert.deepEqual(await call(["update"], { update }), ["update", { full: true, prune: false }]);
  assert.deepEqual(await call(["update", "--prune"], { update }), ["update", { full: true, prune: true }]);
  assert.deepEqual((await ask(["update", "--lock-timeout", "0.5"], { update })).calls[0], ["open", {
    lockTimeout: 0.5,
    builds: true,
  }]);
});

test("ra check exits with 0, 1 for warnings and 2 for errors, also with --json", async () => {
  const issue = (level: string) => ({ level, code: "c", message: "m" });
  const code = async (...levels: string[]): Promise<number> =>
    (await ask(["check", "--json"], { check: { issues: levels.map(issue), index: "current", reason: null } })).code;
  assert.deepEqual([await code(), await code("warning"), await code("warning", "error")], [0, 1, 2]);
});

test("status, check and inspect never refresh the index", async () => {
  const index = { path: "/i", state: "missing", reason: null, bytes: 0, segments: 0, updated: null };
  const answers = {
    status: { config: [], trees: [], index, warnings: [], hints: [] },
    check: { issues: [], index: "missing", reason: null },
    inspect: {
      file: "f",
      tree: null,
      type: "text",
      reason: null,
      bytes: 0,
      characters: 0,
      chunking: { strategy: "headings", level: null, reason: "configured" },
      frontmatter: null,
      warnings: [],
      chunks: [],
    },
  };
  for (const args of [["status"], ["check"], ["inspect", "doc", "f"]]) {
    assert.deepEqual((await ask(args, answers)).calls[0], ["open", { update: false }]);
  }
  assert.deepEqual(await call(["inspect", "doc", "a b.md"], answers), ["inspect", "a b.md"]);
});

test("global options work before and after the command", async () => {
  assert.deepEqual(await call(["-q", "search", "x", "-v", "--color", "never"], nothing), ["search", ["x"], {
    sections: true,
    takeLiterally: true,
    update: true,
  }]);
});
