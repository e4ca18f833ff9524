// Tests what the terms of the best documents find and raise (docs/ranking.md, "Feedback").
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchOptions } from "../../src/workspace.ts";
import { ALL, DOCS, idsOf, openProject, searchOne, write } from "../workspace/project.ts";

const OTHERS = Object.fromEntries(
  Array.from({ length: 36 }, (_, at) => [`docs/other-${at}.md`, `# Page ${at}\n\nParagraph about topic${at}.\n`]),
);

/** Two documents have the word `gutter`, and share `downspout` with a third one. */
const FILES = {
  ...OTHERS,
  "docs/clean.md": "# Clean\n\nClean the gutter and rinse its downspout.\n",
  "docs/mount.md": "# Mount\n\nMount the gutter above the downspout.\n",
  "docs/pipe.md": "# Pipe\n\nThe downspout leads water away.\n",
};

const OFF = { ".ra.toml": `${DOCS}[search]\nfeedback = false\n` };

async function found(query: string, options: SearchOptions = {}, more: Readonly<Record<string, string>> = {}) {
  const { workspace } = await openProject({ ...FILES, ...more });
  return await searchOne(workspace, query, { ...ALL, ...options });
}

const filesOf = (
  entry: Awaited<ReturnType<typeof found>>,
): readonly string[] => [...new Set(entry.results.map(({ doc_id }) => doc_id))];

test("search() also finds what the best documents are about", async () => {
  const entry = await found("gutter");
  assert.deepEqual(filesOf(entry).toSorted(), ["docs:clean.md", "docs:mount.md", "docs:pipe.md"]);
  assert.equal(filesOf(entry).at(-1), "docs:pipe.md");
  assert.deepEqual(filesOf(await found("gutter", {}, OFF)).toSorted(), ["docs:clean.md", "docs:mount.md"]);
});

test("total_matches leaves out what only feedback finds", async () => {
  assert.equal((await found("gutter")).total_matches, 2);
  assert.equal((await found("gutter", {}, OFF)).total_matches, 2);
});

test("feedback finds nothing where nothing matches, and nothing that filters, negations or + leave out", async () => {
  assert.deepEqual((await found("zzzzzz")).results, []);
  for (const query of ["gutter -leads", "gutter path:c", "gutter path:m", "+gutter", "gutter AND (rinse OR above)"]) {
    assert.ok(!filesOf(await found(query)).includes("docs:pipe.md"), query);
  }
  assert.ok(!filesOf(await found("gutter", { match: "all" })).includes("docs:pipe.md"));
  assert.ok(filesOf(await found("gutter -rinse")).includes("docs:mount.md"));
  // The words of an excluded phrase are no feedback either.
  assert.ok(!filesOf(await found('gutter -"downspout drain"')).includes("docs:pipe.md"));
});

test("queries without bare words have no feedback", async () => {
  for (const query of ['"the gutter"', "body:gutter", "gutter OR eaves"]) {
    assert.deepEqual(filesOf(await found(query)).toSorted(), ["docs:clean.md", "docs:mount.md"], query);
  }
});

test("the explanation shows what feedback adds", async () => {
  const { workspace } = await openProject(FILES);
  const { results } = (await searchOne(workspace, "gutter", { ...ALL, explain: true })).explain!;
  const parts = new Map(results.map((result) => [result.id.replace(/#.*/, ""), result]));
  const pipe = parts.get("docs:pipe.md")!;
  assert.ok(pipe.feedback > 0 && pipe.words === 0 && pipe.document === 0);
  assert.ok(parts.get("docs:clean.md")!.feedback > 0 && parts.get("docs:clean.md")!.words > 0);
});

test("a word that one document or every tenth document holds is no feedback", async () => {
  const common = Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [`docs/more-${at}.md`, `# More ${at}\n\nAnother downspout.\n`]),
  );
  const many = filesOf(await found("gutter", {}, common));
  assert.deepEqual(many.toSorted(), ["docs:clean.md", "docs:mount.md"]);
});

test("feedback takes the text that was indexed, and gives nothing where it is gone", async () => {
  const { fs, workspace } = await openProject(FILES);
  assert.equal((await idsOf(workspace, "gutter", ALL)).length, 3);
  for (const name of ["clean", "mount"]) {
    write(fs, `docs/${name}.md`, "# Other\n\nA gutter with nothing else at all.\n");
  }
  const entry = await searchOne(workspace, "gutter", { ...ALL, update: false });
  assert.deepEqual(filesOf(entry).toSorted(), ["docs:clean.md", "docs:mount.md"]);
});
