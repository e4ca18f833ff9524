import assert from "node:assert/strict";
import { test } from "node:test";
import { RaError } from "../../src/errors.ts";
import { askAgainIfStale } from "../../src/mcp/ask_again.ts";
import { inputSchema, readArguments } from "../../src/mcp/arguments.ts";
import { createProgressReport, type ProgressStep } from "../../src/mcp/progress_report.ts";
import { errorText } from "../../src/mcp/tools/tool_error.ts";
import { readSources } from "../architecture/source_files.ts";

test("the SDK is imported by src/mcp alone", () => {
  const importers = readSources("src").filter(({ imports }) =>
    imports.some((name) => name.startsWith("@modelcontextprotocol/"))
  );
  assert.ok(importers.length > 3);
  assert.deepEqual(importers.filter(({ path }) => !path.startsWith("src/mcp/")).map(({ path }) => path), []);
});

test("createProgressReport() passes on what goes further, across stages", () => {
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
    { progress: 0, message: "looking for changed files" },
    { progress: 4, total: 9, message: "indexing: 4 of 9 files" },
    { progress: 9, total: 9, message: "indexing: 9 of 9 files" },
  ]);
});

test("readArguments() takes what inputSchema() describes", () => {
  const rules = {
    id: { kind: "string", required: true, description: "an id" },
    many: { kind: "strings", description: "several" },
    n: { kind: "integer", minimum: 1, description: "how many" },
  } as const;
  assert.deepEqual(inputSchema(rules), {
    type: "object",
    properties: {
      id: { type: "string", description: "an id" },
      many: { type: "array", items: { type: "string" }, description: "several" },
      n: { type: "integer", description: "how many", minimum: 1 },
    },
    required: ["id"],
    additionalProperties: false,
  });
  assert.deepEqual(readArguments(rules, { id: "x", many: null, n: 2 }), { id: "x", n: 2 });
  assert.throws(() => readArguments(rules, { id: "x", constructor: 1 }), /no argument "constructor"/);
  assert.throws(() => readArguments(rules, { id: "x", __proto__x: 1 }), /no argument/);
  assert.throws(() => readArguments(rules, { id: null }), /id is missing/);
});

test("errorText() leaves out hints that only people at a terminal can follow", () => {
  assert.equal(
    errorText(new RaError("unknown-tree", "there is no tree `dcos`", { hint: "did you mean `docs`?" })),
    "there is no tree `dcos`\n  hint: did you mean `docs`?",
  );
  assert.equal(
    errorText(
      new RaError("index-locked", "another update is still running", {
        hint: "wait, or give more time with --lock-timeout",
      }),
    ),
    "another update is still running\nAnother process is updating the index. Call again in a few seconds.",
  );
  assert.equal(errorText(new TypeError("x is not a function")), "something unexpected went wrong: x is not a function");
});

test("askAgainIfStale() asks once more where text was left out, and no more than that", async () => {
  const answers: { readonly id: string; readonly stale?: true }[] = [
    { id: "a", stale: true },
    { id: "b", stale: true },
    { id: "c" },
  ];
  const ask = () => Promise.resolve(answers.shift()!);
  assert.equal((await askAgainIfStale(ask, (answer) => [answer])).id, "b");
  assert.equal((await askAgainIfStale(ask, (answer) => [answer])).id, "c");
});
