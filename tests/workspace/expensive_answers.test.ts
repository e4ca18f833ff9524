// One answer may cost so much and no more. Then it ends with an error, and the next call is answered as ever.
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorText } from "../../src/serve/mcp/tools/tool_error.ts";
import { RaError } from "../../src/errors.ts";
import { exitCodeOf } from "../../src/cli/main.ts";
import { problemOf } from "../../src/serve/web/api/request_problem.ts";
import { openProject } from "./project.ts";

const SECTIONS = Array.from({ length: 300 }, (_, at) => `## Part ${at}\n\nneedle ${"hay ".repeat(50)}${at}\n`);
const FILES = { "docs/a.md": `# A\n\n${SECTIONS.join("\n")}` };
const ALL = { limit: 300, cutoffRatio: 0, aggregation: false };

test("an answer that takes longer than the time limit is too expensive, and shows no part of itself", async () => {
  const { workspace } = await openProject(FILES, { timeLimit: 0 });
  for (const options of [{}, ALL, { ...ALL, maxTokens: 1_000_000 }, { ...ALL, explain: true, facets: true }]) {
    await assert.rejects(workspace.search("needle", options), { code: "too-expensive" });
  }
  workspace.close();
  const { workspace: patient } = await openProject(FILES, { timeLimit: 60_000 });
  assert.equal((await patient.search("needle", ALL)).queries[0]!.results.length, 300);
});

test("a caller that goes away in the middle of an answer ends it, and the next call is answered", async () => {
  const { workspace } = await openProject(FILES);
  for (const after of [0, 1, 5, 200]) {
    let asked = 0;
    const signal = {
      get aborted(): boolean {
        return asked++ >= after;
      },
    };
    await assert.rejects(workspace.search("needle", { ...ALL, signal }), { code: "interrupted" });
  }
  assert.equal((await workspace.search("needle", ALL)).queries[0]!.results.length, 300);
});

test("the command line, HTTP and MCP say what to do about an answer that is too expensive", () => {
  const error = new RaError("too-expensive", "the answer takes too much work", { hint: "ask for fewer words" });
  assert.equal(exitCodeOf(error), 1);
  assert.deepEqual(problemOf(error), {
    status: 422,
    code: "too-expensive",
    message: "the answer takes too much work",
    hint: "ask for fewer words",
  });
  assert.match(errorText(error), /Ask with fewer or rarer words/);
});

test("a query over the limits is refused before the index is asked", async () => {
  const { workspace } = await openProject(FILES);
  await assert.rejects(workspace.search("x".repeat(5000)), { code: "query-syntax" });
  await assert.rejects(workspace.searchMulti(["needle", "a ".repeat(3000)]), { code: "query-syntax" });
  const many = Array.from({ length: 257 }, (_, at) => `w${at}`);
  await assert.rejects(workspace.search(many), { code: "query-syntax" });
  // Queries that are answered one by one are limited one by one.
  assert.equal((await workspace.search(many.slice(0, 20), { groupBy: "query" })).queries.length, 20);
});
