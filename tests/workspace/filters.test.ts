// Tests filters in the query and as options.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, failure, idsOf, openProject, searchOne } from "./project.ts";

const CONFIG = '[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n';
const FILES = {
  ".ra.toml": CONFIG,
  "docs/rust.md":
    "---\ntags: [rust/async, Web]\nstatus: draft\nyear: 2026\nauthors: [Ann, Bo]\nlang: en\n---\n# Rust\nneedle one\n",
  "docs/api/go.md": "---\ntags: go\nstatus: Draft\nlang: de\n---\n# Go\nneedle two\n",
  "docs/apis.md": "# Apis\nneedle three\n",
  "notes/plain.md": "# Plain\nneedle four\n",
};

const RUST = "docs:rust.md#rust";
const GO = "docs:api/go.md#go";
const APIS = "docs:apis.md#apis";
const PLAIN = "notes:plain.md#plain";

test("a filter in a query keeps exactly the matching results", async () => {
  const { workspace } = await openProject(FILES);
  const expected: Readonly<Record<string, readonly string[]>> = {
    "needle": [GO, APIS, RUST, PLAIN],
    "needle tree:notes": [PLAIN],
    "needle -tree:docs": [PLAIN],
    "needle (tree:notes OR tag:go)": [GO, PLAIN],
    "needle tag:rust": [RUST],
    "needle tag:RUST/async": [RUST],
    "needle tag:#web": [RUST],
    "needle tag:rus": [],
    "needle path:api/": [GO],
    "needle path:api": [GO, APIS],
    "needle path:API": [],
    "needle path:*.md": [APIS, RUST, PLAIN],
    "needle path:**/*.md": [GO, APIS, RUST, PLAIN],
    "needle path:a*/*.md": [GO],
    "needle path:API/?o.md": [GO],
    "needle path:a*": [GO, APIS],
    "needle path:api/*": [GO],
    "needle path:{rust,plain}.md": [RUST, PLAIN],
    "needle path:[pr]*.md -path:**/plain.md": [RUST],
    "needle path:api/go.m*x": [],
    'needle path:"ap[i"': [],
    "needle meta.status:draft": [RUST],
    "needle meta.status:Draft": [GO],
    "needle meta.year:2026": [RUST],
    "needle meta.authors:Bo": [RUST],
    "needle meta.authors:An": [],
    "needle -tag:rust -tag:go tree:docs": [APIS],
    "needle lang:de": [GO],
  };
  for (const [query, ids] of Object.entries(expected)) {
    assert.deepEqual([...(await idsOf(workspace, query, ALL))].sort(), [...ids].sort(), query);
  }
});

test("the error for an unknown tree in a query names the nearest tree", async () => {
  const { workspace } = await openProject(FILES);
  for (const [query, column] of [["tree:dosc needle", 1], ["needle -(tree:dosc OR tag:go)", 10]] as const) {
    const error = await failure(() => workspace.search(query));
    assert.deepEqual([error.code, error.hint, error.column], ["unknown-tree", "did you mean `docs`?", column]);
    assert.equal(error.message.split("\n")[0], "query: there is no tree `dosc`");
  }
  const second = await failure(() => workspace.search(["needle", "tree:elsewhere needle"]));
  assert.deepEqual([second.code, second.hint], ["unknown-tree", "the trees are: docs, notes"]);
});

test("a query accepts a negation inside OR", async () => {
  const { workspace } = await openProject(FILES);
  assert.deepEqual([...(await idsOf(workspace, "+needle -two OR go", ALL))].sort(), [GO, APIS, RUST, PLAIN].sort());
  assert.deepEqual(
    [...(await idsOf(workspace, "+needle -(one OR two) OR rust", ALL))].sort(),
    [APIS, RUST, PLAIN].sort(),
  );
  assert.deepEqual(await idsOf(workspace, "-needle OR go"), ["docs:api/go.md"]);
  // Nothing has a score, so search() lists all that the negation allows by id, as with filters alone.
  const listed = await searchOne(workspace, "absent OR -(needle (one OR two))", { limit: 100 });
  assert.ok(listed.results.every(({ score }) => score === 0));
  assert.deepEqual(listed.results.map(({ id }) => id), listed.results.map(({ id }) => id).sort());
  assert.ok(listed.results.some(({ id }) => id === APIS) && listed.results.some(({ id }) => id === PLAIN));
  assert.ok(listed.results.every(({ id }) => id !== RUST && id !== GO));
});

test("a filter compares a long metadata value as a whole", async () => {
  const shared = "Retries a request until it succeeds";
  const values = [shared, `${shared}.`, ` ${shared}`.repeat(100).trim(), shared.slice(0, 20), shared.slice(0, 21)];
  const page = (
    value: string,
    at: number,
  ): [string, string] => [`docs/p${at}.md`, `---\ndescription: ${JSON.stringify(value)}\n---\n# Page ${at}\nneedle\n`];
  const { workspace } = await openProject({
    ".ra.toml": CONFIG,
    "notes/n.md": "# N\n",
    ...Object.fromEntries(values.map(page)),
  });
  for (const [at, value] of values.entries()) {
    assert.deepEqual(
      await idsOf(workspace, `needle meta.description:"${value}"`, ALL),
      [`docs:p${at}.md#page-${at}`],
      value.slice(0, 80),
    );
  }
  for (const value of [shared.toUpperCase(), shared.slice(1), shared.slice(0, 22), [...shared].reverse().join("")]) {
    assert.deepEqual(await idsOf(workspace, `needle meta.description:"${value}"`, ALL), [], value);
  }
});

test("options select trees, tags and age", async () => {
  const { workspace, fs } = await openProject(FILES);
  fs.setModified("/project/docs/rust.md", Date.UTC(2026, 0, 10, 12) * 1e6);
  fs.setModified("/project/docs/api/go.md", Date.UTC(2026, 0, 20) * 1e6);
  fs.setModified("/project/docs/apis.md", Date.UTC(2025, 11, 31) * 1e6);
  fs.setModified("/project/notes/plain.md", (Date.now() - 86_400e3) * 1e6);
  assert.deepEqual(await idsOf(workspace, "needle", { ...ALL, trees: ["notes"] }), [PLAIN]);
  assert.deepEqual(
    [...(await idsOf(workspace, "needle", { ...ALL, trees: ["notes", "docs"] }))].sort(),
    [GO, APIS, RUST, PLAIN].sort(),
  );
  assert.deepEqual(await idsOf(workspace, "needle", { ...ALL, tags: ["rust", "web"] }), [RUST]);
  assert.deepEqual(await idsOf(workspace, "needle", { ...ALL, tags: ["rust", "go"] }), []);
  assert.deepEqual([...(await idsOf(workspace, "needle", { ...ALL, since: "2026-01-20" }))].sort(), [GO, PLAIN].sort());
  assert.deepEqual(await idsOf(workspace, "needle", { ...ALL, since: "7d" }), [PLAIN]);
});

test("modified: compares days in UTC", async () => {
  const { workspace, fs } = await openProject(FILES);
  fs.setModified("/project/docs/rust.md", Date.UTC(2026, 0, 10, 23, 59) * 1e6);
  fs.setModified("/project/docs/api/go.md", Date.UTC(2026, 0, 11) * 1e6);
  fs.setModified("/project/docs/apis.md", Date.UTC(2026, 0, 9, 23, 59) * 1e6);
  fs.setModified("/project/notes/plain.md", (Date.now() - 3600e3) * 1e6);
  const expected: Readonly<Record<string, readonly string[]>> = {
    "modified:2026-01-10": [RUST],
    "modified:>2026-01-10 modified:<2026-02-01": [GO],
    "modified:>=2026-01-10 modified:<2026-02-01": [GO, RUST],
    "modified:<2026-01-10": [APIS],
    "modified:<=2026-01-10": [APIS, RUST],
    "modified:7d": [PLAIN],
    "modified:<7d": [GO, APIS, RUST],
  };
  for (const [filter, ids] of Object.entries(expected)) {
    assert.deepEqual([...(await idsOf(workspace, `needle ${filter}`, ALL))].sort(), [...ids].sort(), filter);
  }
});

test("filters never change a score", async () => {
  const { workspace } = await openProject(FILES);
  const scores = async (query: string) =>
    new Map((await searchOne(workspace, query, ALL)).results.map(({ id, score }) => [id, score]));
  const plain = await scores("needle");
  for (
    const filter of ["tree:docs", "tag:rust", "path:rust", "meta.status:draft", "modified:>2020-01-01", "-tree:notes"]
  ) {
    assert.equal((await scores(`needle ${filter}`)).get(RUST), plain.get(RUST), filter);
  }
});

test("a query of filters alone lists its documents by id, with score 0 and without cut or aggregation", async () => {
  const { workspace } = await openProject(FILES);
  const entry = await searchOne(workspace, "tree:docs", { limit: 100, maxResults: 1 });
  assert.deepEqual(entry.results.map(({ id }) => id), [
    "docs:api/go.md",
    "docs:apis.md",
    "docs:rust.md",
  ]);
  assert.deepEqual(entry.results.map(({ score }) => score), [0, 0, 0]);
  assert.equal(entry.total_matches, 3);
  assert.ok(entry.results.every(({ constituents }) => constituents === undefined));
  const first = await searchOne(workspace, "tree:docs -tag:go", { limit: 1 });
  assert.deepEqual([first.results.map(({ id }) => id), first.total_matches], [["docs:apis.md"], 2]);
});

test("search() names the filters that remove everything", async () => {
  const { workspace } = await openProject(FILES);
  const { zero_hits } = await searchOne(workspace, "needle tag:python", { ...ALL, trees: ["docs"] });
  assert.deepEqual(zero_hits!.filters.map(({ filter }) => filter), ["--tree docs", "tag:python"]);
  const removed = new Map(zero_hits!.filters.map(({ filter, removed: count }) => [filter, count]));
  assert.ok(removed.get("tag:python")! > 0);
  assert.deepEqual(zero_hits!.terms.map(({ term, df }) => [term, df]), [["needle", 4]]);
});

test("the error for an unknown tree names the nearest, and the error for a bad date shows the right form", async () => {
  const { workspace } = await openProject(FILES);
  const unknown = await failure(() => workspace.search("needle", { trees: ["note"] }));
  assert.deepEqual([unknown.code, unknown.hint], ["unknown-tree", "did you mean `notes`?"]);
  const date = await failure(() => workspace.search("needle", { since: "last week" }));
  assert.equal(date.code, "usage");
  assert.match(date.hint!, /YYYY-MM-DD/);
  const query = await failure(() => workspace.search("needle modified:tomorrow"));
  assert.equal(query.code, "query-syntax");
});

test("a path whose name has signs of globs is found by its beginning too", async () => {
  const { workspace } = await openProject({
    "docs/app/[slug]/page.md": "# Slug\nneedle\n",
    "docs/app/s/page.md": "# S\nneedle\n",
    "docs/app/{a}.md": "# A\nneedle\n",
  });
  const ids = async (query: string) => [...await idsOf(workspace, `needle ${query}`, ALL)].sort();
  assert.deepEqual(await ids("path:app/[slug]/page.md"), [
    "docs:app/[slug]/page.md#slug",
    "docs:app/s/page.md#s",
  ]);
  assert.deepEqual(await ids("path:app/[sl"), ["docs:app/[slug]/page.md#slug"]);
  assert.deepEqual(await ids("path:app/{"), ["docs:app/{a}.md#a"]);
});
