// Tests queries as people paste them: what is no syntax is searched as words, and one bad query fails alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Warning } from "../../src/errors.ts";
import type { SearchOptions } from "../../src/workspace.ts";
import { createPalette } from "../../src/output/terminal/color.ts";
import { formatZeroHits } from "../../src/output/text/zero_hits_text.ts";
import { ALL, createFiles, failure, openFiles, openProject, searchOne } from "./project.ts";

const FILES = {
  "docs/a.md": "# Kettle\nThe kettle boils. C++ and #include and @property.\n",
  "docs/b.md": "# Lid\nThe lid of the kettle: left-pad.\n",
};
const LENIENT = { ...ALL, takeLiterally: true };

test("a library's search refuses what cannot be meant as syntax, unless it is asked to take it literally", async () => {
  const { workspace } = await openProject(FILES);
  for (const query of ['module "left-pad', "(kettle", "kettle OR", "title: kettle"]) {
    assert.equal((await failure(() => workspace.search(query))).code, "query-syntax", query);
    const { queries: [entry] } = await workspace.search(query, LENIENT);
    assert.ok(entry!.results.length > 0, query);
    assert.ok(entry!.taken_literally!.length > 0, query);
  }
  assert.deepEqual((await searchOne(workspace, 'say "left-pad', LENIENT)).taken_literally, [
    { start: 4, end: 5, text: '"', reason: "this quote is never closed" },
  ]);
  assert.equal("taken_literally" in await searchOne(workspace, "(kettle lid)", LENIENT), false);
});

async function warnedBy(queries: readonly string[], options: SearchOptions = {}) {
  const warnings: Warning[] = [];
  const { workspace } = await openFiles(createFiles({ ...FILES, ".ra.toml": '[tree.docs]\npath = "docs"\n' }), {
    onWarning: (warning) => warnings.push(warning),
  });
  const answer = await workspace.search(queries, { ...LENIENT, ...options });
  return { entries: answer.queries, warnings };
}

test("one bad query of several is left out with a warning, and the others answer", async () => {
  const bad = ["kettle", "modified:yesterday", "tree:dosc lid", "-lid", "", "linked:docs/none.md lid"];
  const { entries, warnings } = await warnedBy(bad);
  assert.deepEqual(entries.map(({ query }) => query), ["kettle"]);
  assert.deepEqual(warnings.map(({ code }) => code), [
    "query-syntax",
    "unknown-tree",
    "query-syntax",
    "query-empty",
    "query-syntax",
  ]);
  assert.match(
    warnings[0]!.message,
    /^the query "modified:yesterday" is left out: not a value for `modified:`; write a day as YYYY-MM-DD/,
  );
  assert.match(
    warnings[1]!.message,
    /^the query "tree:dosc lid" is left out: there is no tree `dosc`; did you mean `docs`/,
  );
});

test("so it is with queries that are answered one by one, or merged", async () => {
  const { entries, warnings } = await warnedBy(["lid (", "tag:", "linked:none.md"], { groupBy: "query" });
  assert.deepEqual(entries.map(({ query }) => query), ["lid ("]);
  assert.deepEqual(warnings.map(({ code }) => code), ["query-syntax", "query-syntax"]);
  const { workspace } = await openProject(FILES);
  const merged = await workspace.searchMulti(["lid", "tag:", "kettle"], LENIENT);
  assert.equal(merged.queries[0]!.query, "(lid) OR (kettle)");
});

test("where no query can be read, the first error stands, with the others", async () => {
  const { workspace } = await openProject(FILES);
  const error = await failure(() => workspace.search(["tag:", "tree:none x"], LENIENT));
  assert.deepEqual([error.code, error.others?.map(({ code }) => code)], ["query-syntax", ["unknown-tree"]]);
  assert.equal((await failure(() => workspace.search(["kettle", "tag:"]))).code, "query-syntax");
  assert.equal(
    (await failure(() => workspace.search(["kettle", "linked:none.md"], { groupBy: "query" }))).code,
    "query-syntax",
  );
});

async function said(query: string): Promise<string> {
  const { workspace } = await openProject(FILES);
  const entry = await searchOne(workspace, query, LENIENT);
  assert.deepEqual(entry.results, [], query);
  return formatZeroHits(entry, createPalette(false)).trimEnd();
}

test("a query of signs alone says that signs are not indexed, and what finds them", async () => {
  assert.equal(
    await said("=>"),
    "no results for =>\n  => has no letters or digits, and signs are not indexed; this finds them: rg -F -- '=>'",
  );
  assert.match(await said("§§"), /rg -F -- '§§'$/);
  assert.match(await said("🚀"), /rg -F -- '🚀'$/);
  assert.match(await said("->"), /rg -F -- '->'$/);
  assert.match(await said("'$(ls)'"), / is in no section$/);
  assert.match(await said("'$'"), /rg -F -- ''\\''\$'\\'''$/);
  assert.match(await said('"=>"'), /"=>" has no letters or digits.*rg -F -- '=>'$/);
  assert.match(await said("=> §"), /=> has no .*\n {2}§ has no /);
  assert.doesNotMatch(await said("zzz - =>"), /signs/);
});

test("names with signs are found as before", async () => {
  const { workspace } = await openProject(FILES);
  for (const query of ["C++", "#include", "@property", "kettle =>"]) {
    assert.ok((await searchOne(workspace, query, LENIENT)).results.length > 0, query);
  }
});
