// Tests answers to several topics, and lists of documents.
import assert from "node:assert/strict";
import { test } from "node:test";
import { idsOf, openProject, searchOne } from "./project.ts";

const OAUTH = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`docs/oauth${at}.md`, `# Signing in ${at}\noauth oauth oauth oauth tokens\n`]),
);
const FILES = {
  ...OAUTH,
  "docs/pages.md": `# Long lists\n${"words that fill the text ".repeat(40)}and pagination once\n`,
};

test("an answer to several topics holds the best of each within its limit", async () => {
  const { workspace } = await openProject(FILES);
  for (const queries of [["oauth", "pagination"], ["oauth OR pagination"], ["pagination", "oauth tokens"]]) {
    const entry = await searchOne(workspace, queries, { limit: 2 });
    const found = entry.results.map(({ doc_id }) => doc_id);
    assert.ok(found.includes("docs:pages.md"), queries.join());
    assert.ok(found.some((id) => id.startsWith("docs:oauth")), queries.join());
    assert.equal(entry.empty_topics, undefined);
  }
});

test("an answer names the topics of which nothing was found", async () => {
  const { workspace } = await openProject(FILES);
  const several = await searchOne(workspace, ["oauth", "zzebra yyak", "pagination"], { limit: 2 });
  assert.deepEqual(several.empty_topics, ["zzebra yyak"]);
  assert.deepEqual((await searchOne(workspace, "oauth OR zzebra")).empty_topics, ["zzebra"]);
  assert.equal((await searchOne(workspace, "zzebra OR yyak")).empty_topics, undefined);
});

test("a query of filters lists each document once", async () => {
  const { workspace } = await openProject({
    "docs/a.md": "---\ntags: [daily]\n---\n# One\ntext\n## Two\ntext\n",
    "docs/b.md": "---\ntags: [daily]\n---\ntext\n## Three\ntext\n",
    "docs/c.md": "# Four\ntext\n",
  });
  const entry = await searchOne(workspace, "tag:daily", { limit: 10 });
  assert.deepEqual(entry.results.map(({ id }) => id), ["docs:a.md", "docs:b.md"]);
  assert.equal(entry.total_matches, 2);
  assert.deepEqual(await idsOf(workspace, "tag:daily -three", { limit: 10 }), ["docs:a.md", "docs:b.md"]);
  assert.deepEqual(await idsOf(workspace, "tag:daily path:b", { limit: 10 }), ["docs:b.md"]);
  const { why_not } = await searchOne(workspace, "tag:daily", { whyNot: "docs:a.md#two" });
  assert.deepEqual([why_not!.phase, why_not!.into], ["aggregated", "docs:a.md"]);
});
