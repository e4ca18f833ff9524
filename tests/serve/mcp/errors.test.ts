// Tests that a failed call says what to do next.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PROJECT } from "../../cli/project.ts";
import { callTool, withServer } from "./connect.ts";

type Mistake = readonly [tool: string, given: Record<string, unknown>, says: RegExp];

const MISTAKES: readonly Mistake[] = [
  ["search", {}, /^queries is missing\n {2}hint: queries: What to look for/],
  ["search", { query: "toast" }, /^there is no argument "query"\n {2}hint: did you mean `queries`\?/],
  [
    "search",
    { queries: "a", maxTokens: 3 },
    /^there is no argument "maxTokens"\n {2}hint: did you mean `max_tokens`\?/,
  ],
  ["search", { queries: 3 }, /^queries has to be a string or an array of strings\n/],
  ["search", { queries: [] }, /^queries is empty\n/],
  ["search", { queries: ["a", 1] }, /^queries\[1\] has to be a string\n/],
  ["search", { queries: "toast", limit: "five" }, /^limit has to be a whole number\n/],
  ["search", { queries: "toast", limit: -1 }, /^limit has to be at least 0\n/],
  ["search", { queries: "toast", list: "yes" }, /^list has to be true or false\n/],
  ["search", { queries: Array.from({ length: 51 }, () => "x") }, /^queries has 51 entries; at most 50 are allowed/],
  ["search", { queries: "tag:" }, /\n {4}tag:\n {4}\^\n {2}hint: [^]*Correct the query and call again\./],
  ["search", { queries: ["-toaster", "tag:"] }, /\^[^]*Correct the query/],
  ["search", { queries: "-toaster" }, /only says what to leave out[^]*hint: add a word/],
  ["search", { queries: "tree:dcos toaster" }, /there is no tree `dcos`\n[^]*\^\n {2}hint: did you mean `docs`\?/],
  ["search", { queries: "  " }, /Name words to look for/],
  [
    "get",
    { id: "docs:guide.md#instalation" },
    /Call search[^]*data to use[^]*\ndocs:guide\.md has no section `instalation`\n {2}hint: nearest: docs:guide\.md#installation/,
  ],
  ["get", { id: "/etc/passwd" }, /Use a complete id from search[^]*\nthere is no chunk `\/etc\/passwd`/],
  ["get", { id: "docs:../.ra.toml" }, /^there is no chunk/m],
  ["get", { id: "docs:guide.md", full: true }, /did you mean `full_document`\?/],
  ["context", { files: 7 }, /^files has to be an array of strings/],
  ["context", { files: ["nowhere.ts"] }, /Paths are relative to the project[^]*there is no such file/],
  ["context", { files: ["docs"] }, /not a regular file/],
  ["list_sources", { tree: "docs" }, /^there is no argument "tree"\n {2}hint: it takes no arguments/],
];

test("the answer to a mistaken call says how to correct it, and never names a command-line flag", () =>
  withServer(PROJECT, async ({ client }) => {
    for (const [tool, given, says] of MISTAKES) {
      const told = await callTool(client, tool, given);
      const said = told.texts.join("\n");
      assert.match(said, says, JSON.stringify([tool, given]).slice(0, 200));
      assert.equal(told.isError, true, said);
      assert.doesNotMatch(said, /--[a-z]|\n +at |ra ls/, said);
    }
    // An empty answer is not an error, and says why it is empty.
    const nothing = await callTool(client, "search", { queries: "path:nowhere/ toaster" });
    assert.equal(nothing.isError, false);
    assert.match(
      nothing.texts[1]!,
      /^no results for path:nowhere\/ toaster\n[^]*  path:nowhere\/ removed 4 matches\n$/,
    );
    assert.match(nothing.texts[0]!, /^nothing found in [^]*grep/);
    assert.equal((await callTool(client, "search", { queries: "toaster", limit: null, list: null })).isError, false);
  }));

test("every call names file and line of a wrong configuration until you correct it", () =>
  withServer({ ...PROJECT, ".ra.toml": "[settings]\ndefault_limt = 3\n" }, async ({ client, directory }) => {
    for (const tool of ["search", "search"]) {
      const told = await callTool(client, tool, { queries: "x" });
      assert.equal(told.isError, true);
      assert.match(
        told.texts.join("\n"),
        new RegExp(`no need to restart[^]*\n${directory}/\\.ra\\.toml:2:[^]*default_limt[^]*default_limit`),
      );
    }
  }));

test("the search tool does not say `nothing found` when the limit or the budget hides results", () =>
  withServer(PROJECT, async ({ client }) => {
    const limited = await callTool(client, "search", { queries: "toaster", limit: 0 });
    assert.match(limited.texts[0]!, /^4 matches, none shown in .*\nAsk again with a larger limit\.\n/);
    const clipped = await callTool(client, "search", { queries: "toaster", max_tokens: 1 });
    assert.match(
      clipped.texts.join("\n"),
      /^4 matches, none shown in .*\n.*left out to fit max_tokens.*\nAsk again with a larger max_tokens\.\n[^]*\nLeft out to fit max_tokens: docs:guide\.md/,
    );
    for (const { texts } of [limited, clipped]) assert.doesNotMatch(texts.join("\n"), /nothing found|other words/);
  }));
