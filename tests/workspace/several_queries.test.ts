// Tests several queries: joined, one by one, merged.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, idsOf, marked, openProject, searchOne } from "./project.ts";
import { snippetHtml } from "../../src/output/snippet_html.ts";

const FILES = {
  "docs/a.md": "# Auth\nintro\n## Login\nA login form and a token.\n## Token\nThe token expires.\n",
  "docs/b.md": "# Stores\nThe cache expires, too.\n",
  "docs/c.md": "# Other\nNothing of that.\n",
};

test("search() joins several queries with OR into one ranked list", async () => {
  const { workspace } = await openProject(FILES);
  const entry = await searchOne(workspace, ["login form", "cache"], ALL);
  assert.equal(entry.query, "(login form) OR (cache)");
  assert.deepEqual(entry.results.map(({ id }) => id).sort(), ["docs:a.md#login", "docs:b.md#stores"]);
  assert.equal(entry.total_matches, 2);
});

test("search() finds sections with some of the words of each joined query", async () => {
  const { workspace } = await openProject(FILES);
  const entry = await searchOne(workspace, ["login zebra", "cache"], { ...ALL, limit: 10 });
  assert.deepEqual(entry.results.map(({ id }) => id).sort(), ["docs:a.md#login", "docs:b.md#stores"]);
  const missing = Object.fromEntries(entry.results.map((result) => [result.id, result.missing]));
  assert.deepEqual(missing, { "docs:a.md#login": ["zebra"], "docs:b.md#stores": undefined });
});

test("search() applies the filters of a joined query to that query alone", async () => {
  const { workspace } = await openProject({ ...FILES, "docs/api/x.md": "# Forms\nlogin here\n" });
  const ids = await idsOf(workspace, ["path:api/ login", "cache"], ALL);
  assert.deepEqual([...ids].sort(), ["docs:api/x.md#forms", "docs:b.md#stores"]);
});

test("search() answers each query by itself when grouped by query", async () => {
  const { workspace } = await openProject(FILES);
  const { queries } = await workspace.search(["cache", "token", "zebra"], { ...ALL, groupBy: "query" });
  assert.deepEqual(queries.map(({ query }) => query), ["cache", "token", "zebra"]);
  assert.deepEqual(queries.map(({ results }) => results.map(({ id }) => id)), [
    ["docs:b.md#stores"],
    ["docs:a.md#token", "docs:a.md#login"],
    [],
  ]);
  assert.deepEqual(queries.map(({ results }) => results.length), [1, 2, 0]);
  const limited = await workspace.search(["token", "expires"], { ...ALL, limit: 1, groupBy: "query" });
  assert.deepEqual(limited.queries.map(({ results }) => results.length), [1, 1]);
});

test("searchMulti() returns each chunk once, with the ranges and snippets of all queries and the higher score", async () => {
  const { workspace } = await openProject(FILES);
  const { queries } = await workspace.searchMulti(["login", "token"], ALL);
  const [entry] = queries;
  assert.equal(queries.length, 1);
  const ids = entry!.results.map(({ id }) => id);
  assert.deepEqual([...ids].sort(), ["docs:a.md#login", "docs:a.md#token"]);
  const login = entry!.results.find(({ id }) => id === "docs:a.md#login")!;
  assert.deepEqual(marked(login), ["login", "token"]);
  assert.equal(snippetHtml(login.snippet!), "A <b>login</b> form and a <b>token</b>.");
  const alone = await searchOne(workspace, "login", ALL);
  assert.equal(login.score, alone.results.find(({ id }) => id === login.id)!.score);
  const scores = entry!.results.map(({ score }) => score!);
  assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
});

test("searchMulti() applies the limit to each query, and says why it finds nothing", async () => {
  const { workspace } = await openProject(FILES);
  const limited = await workspace.searchMulti(["token", "token expires", "cache"], { ...ALL, limit: 1 });
  assert.deepEqual(limited.queries[0]!.results.map(({ id }) => id).sort(), ["docs:a.md#token", "docs:b.md#stores"]);
  const nothing = await workspace.searchMulti(["zebra", "giraffe"], ALL);
  assert.deepEqual(nothing.queries[0]!.results, []);
  assert.deepEqual(nothing.queries[0]!.zero_hits!.terms.map(({ term }) => term), ["zebra", "giraffe"]);
});
