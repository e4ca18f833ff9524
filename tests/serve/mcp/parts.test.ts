import assert from "node:assert/strict";
import { test } from "node:test";
import { RaError } from "../../../src/errors.ts";
import { askAgainIfStale } from "../../../src/serve/mcp/ask_again.ts";
import { z } from "zod";
import { queryOrQueries, readArguments, string, strings, wholeNumber } from "../../../src/serve/mcp/arguments.ts";
import { createProgressReport, type ProgressStep } from "../../../src/serve/mcp/progress_report.ts";
import { DATA_FOLLOWS } from "../../../src/serve/mcp/quoting.ts";
import { errorText } from "../../../src/serve/mcp/tools/tool_error.ts";
import { readSources } from "../../architecture/source_files.ts";

test("only src/serve/mcp imports the SDK", () => {
  const importers = readSources("src").filter(({ imports }) =>
    imports.some((name) => name.startsWith("@modelcontextprotocol/"))
  );
  assert.ok(importers.length > 3);
  assert.deepEqual(importers.filter(({ path }) => !path.startsWith("src/serve/mcp/")).map(({ path }) => path), []);
});

test("createProgressReport() passes on only progress that goes further, across stages", () => {
  const sent: ProgressStep[] = [];
  const report = createProgressReport((step) => sent.push(step));
  const step = (stage: "scan" | "index" | "merge" | "publish", filesDone: number, filesTotal: number): void =>
    report({ stage, filesDone, filesTotal, chunks: 0, bytesDone: 0, bytesTotal: 0 });
  step("scan", 0, 0);
  step("index", 0, 9);
  step("index", 4, 9);
  step("index", 4, 9);
  step("index", 9, 9);
  step("publish", 9, 9);
  assert.deepEqual(sent, [
    { progress: 0, total: undefined, message: "looking for changed files" },
    { progress: 4, total: 9, message: "indexing: 4 of 9 files" },
    { progress: 9, total: 9, message: "indexing: 9 of 9 files" },
  ]);
});

const TAKES = z.strictObject({
  id: string.describe("an id"),
  many: strings.optional().describe("several"),
  either: queryOrQueries.optional().describe("one or several"),
  n: wholeNumber.optional().describe("how many"),
});

test("readArguments() returns the given arguments and treats null as left out", () => {
  assert.deepEqual(readArguments(TAKES, { id: "x", many: null, n: 2 }), { id: "x", n: 2 });
  assert.deepEqual(readArguments(TAKES, { id: "x", either: ["a"] }), { id: "x", either: ["a"] });
});

for (
  const [given, message, hint] of [
    [{ id: "x", constructor: 1 }, 'there is no argument "constructor"', "it takes: id, many, either, n"],
    [{ id: "x", ids: 1 }, 'there is no argument "ids"', "did you mean `id`?"],
    [{ id: null }, "id is missing", "id: an id"],
    [{ id: 5 }, "id has to be a string", "id: an id"],
    [{ id: "x".repeat(10_001) }, "id has 10001 characters; at most 10000 are allowed", "id: an id"],
    [{ id: "x", n: 1.5 }, "n has to be a whole number", "n: how many"],
    [{ id: "x", n: "two" }, "n has to be a whole number", "n: how many"],
    [{ id: "x", n: -1 }, "n has to be at least 0", "n: how many"],
    [{ id: "x", many: 7 }, "many has to be an array of strings", "many: several"],
    [{ id: "x", many: [] }, "many is empty", "many: several"],
    [{ id: "x", many: ["a", 1] }, "many[1] has to be a string", "many: several"],
    [
      { id: "x", many: Array(51).fill("a") },
      "many has 51 entries; at most 50 are allowed in one call",
      "many: several",
    ],
    [{ id: "x", either: 5 }, "either has to be a string or an array of strings", "either: one or several"],
    [{ id: "x", either: [] }, "either is empty", "either: one or several"],
    [{ id: "x", either: ["a", 1] }, "either[1] has to be a string", "either: one or several"],
  ] as const
) {
  test(`readArguments() answers ${JSON.stringify(given).slice(0, 40)} with: ${message}`, () => {
    assert.throws(() => readArguments(TAKES, given), { code: "usage", message, hint });
  });
}

test("errorText() leaves out hints that only a person at a terminal can follow, and marks what can hold names", () => {
  assert.equal(
    errorText(new RaError("usage", "there is no argument `x`", { hint: "did you mean `y`?" })),
    "there is no argument `x`\n  hint: did you mean `y`?",
  );
  assert.equal(
    errorText(
      new RaError("index-locked", "another update is still running", {
        hint: "wait, or give more time with --lock-timeout",
      }),
    ),
    `This call failed. Another process is updating the index. Call again in a few seconds.\n${DATA_FOLLOWS}\nanother update is still running`,
  );
  assert.equal(
    errorText(new TypeError("x is not a function")),
    `This call failed.\n${DATA_FOLLOWS}\nsomething unexpected went wrong: x is not a function`,
  );
});

test("askAgainIfStale() asks exactly once more when an answer lacks text", async () => {
  const answers: { readonly id: string; readonly stale?: true }[] = [
    { id: "a", stale: true },
    { id: "b", stale: true },
    { id: "c" },
  ];
  const ask = () => Promise.resolve(answers.shift()!);
  assert.equal((await askAgainIfStale(ask, (answer) => [answer])).id, "b");
  assert.equal((await askAgainIfStale(ask, (answer) => [answer])).id, "c");
});
