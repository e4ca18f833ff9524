import assert from "node:assert/strict";
import { test } from "node:test";
import { makeExactItems } from "../../tools/relevance/make_exact_items.ts";

const DOCUMENTS = [
  [
    "# Install the thing",
    "",
    "Set `maxRetries` and `shared.name`, then run with `--dry-run`.",
    "",
    "```sh",
    "$ thing install --force-all web",
    "```",
    "",
    "> Error: Cannot open the lock file of the thing",
  ],
  ["# Use it", "", "`shared.name` and `--dry-run` again."],
].map((lines, at) => ({ id: `${at}.md`, path: `${at}.md`, markdown: `${lines.join("\n")}\n` }));

test("makeExactItems() asks for what only one document holds, as it stands there", async () => {
  const { queries, judgments } = await makeExactItems(DOCUMENTS, 10);
  assert.deepEqual(queries.map(({ kind, text }) => [kind, text]), [
    ["title", "Install the thing"],
    ["title", "Use it"],
    ["identifier", "maxRetries"],
    ["flag", "--force-all"],
    ["command", "thing install --force-all web"],
    ["error", "Error: Cannot open the lock file of the thing"],
  ]);
  assert.deepEqual([...judgments.get("identifier-1")!.keys()], ["0.md"]);
});
