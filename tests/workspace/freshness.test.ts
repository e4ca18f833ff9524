// Tests that answers follow the files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { ALL, createFiles, DOCS, failure, idsOf, openFiles, openProject, searchOne, write } from "./project.ts";

test("every answer follows edited, new and deleted files", async () => {
  const { workspace, fs } = await openProject({ "docs/a.md": "# A\nalpha\n", "docs/b.md": "# B\nbeta\n" });
  assert.deepEqual(await idsOf(workspace, "alpha", ALL), ["docs:a.md#a"]);
  write(fs, "docs/a.md", "# A\ngamma\n");
  write(fs, "docs/c.md", "# C\nalpha\n");
  fs.removeFile("/project/docs/b.md");
  assert.deepEqual(await idsOf(workspace, "alpha", { ...ALL, match: "all" }), ["docs:c.md#c"]);
  assert.deepEqual((await workspace.list("docs")).map(({ id }) => id), ["docs:a.md", "docs:c.md"]);
  assert.equal((await workspace.get("docs:a.md#a")).content, "gamma\n");
  assert.equal((await failure(() => workspace.get("docs:b.md"))).code, "unknown-id");
});

test("without an update, hits in changed and vanished files have no text and are marked stale", async () => {
  const { workspace, fs, warnings } = await openProject({
    "docs/a.md": "# A\nneedle one\n",
    "docs/b.md": "# B\nneedle two\n",
    "docs/c.md": "# C\nneedle three\n",
  });
  await workspace.update();
  write(fs, "docs/a.md", "# Changed\nx\n");
  fs.removeFile("/project/docs/b.md");
  const { results } = await searchOne(workspace, "needle", { ...ALL, update: false });
  const shown = Object.fromEntries(
    results.map((
      { id, content, snippet, match_ranges, stale },
    ) => [id, [content, snippet, match_ranges?.length, stale]]),
  );
  assert.deepEqual(shown, {
    "docs:a.md#a": [undefined, undefined, undefined, true],
    "docs:b.md#b": [undefined, undefined, undefined, true],
    "docs:c.md#c": ["needle three\n", { text: "needle three", ranges: [{ start: 0, end: 6 }] }, 1, undefined],
  });
  const got = await workspace.get("docs:a.md#a", { update: false });
  assert.deepEqual([got.stale, got.content, got.title], [true, undefined, "A"]);
  assert.deepEqual(warnings, []);
  assert.deepEqual(await idsOf(workspace, "needle", ALL), ["docs:c.md#c"]);
});

test("without an update and without an index, a search fails", async () => {
  const { workspace } = await openProject({ "docs/a.md": "# A\n" });
  const error = await failure(() => workspace.search("a", { update: false }));
  assert.equal(error.code, "index-missing");
  assert.match(error.hint!, /ra update/);
});

test("a tree with a missing folder causes a warning, keeps its chunks and stays out of results", async () => {
  const files = {
    ".ra.toml": `${DOCS}[tree.notes]\npath = "notes"\n`,
    "docs/a.md": "# A\nneedle\n",
    "notes/b.md": "# B\nneedle\n",
  };
  const { workspace, fs, warnings } = await openProject(files);
  await workspace.update();
  fs.rename("/project/notes", "/project/away");
  assert.deepEqual(await idsOf(workspace, "needle", ALL), ["docs:a.md#a"]);
  assert.deepEqual(warnings.map(({ code }) => code), ["tree-missing"]);
  assert.deepEqual(await idsOf(workspace, "needle", { ...ALL, update: false }), ["docs:a.md#a"]);
  assert.deepEqual((await workspace.list("docs")).map(({ id }) => id), ["docs:a.md"]);
  fs.rename("/project/away", "/project/notes");
  assert.deepEqual([...(await idsOf(workspace, "needle", ALL))].sort(), ["docs:a.md#a", "notes:b.md#b"]);
});

test("update({ prune }) removes the chunks of a missing tree", async () => {
  const files = {
    ".ra.toml": `${DOCS}[tree.notes]\npath = "notes"\n`,
    "docs/a.md": "# A\nneedle\n",
    "notes/b.md": "# B\nneedle\n",
  };
  const { workspace, fs } = await openProject(files);
  await workspace.update();
  fs.rename("/project/notes", "/project/away");
  assert.equal((await workspace.update()).removed, 0);
  assert.equal((await workspace.update({ prune: true })).removed, 1);
  fs.makeDirectory("/project/notes");
  assert.deepEqual(await idsOf(workspace, "needle", ALL), ["docs:a.md#a"]);
});

test("an update empties a tree whose folder is empty, and a search then finds nothing", async () => {
  const { workspace, fs } = await openProject({ "docs/a.md": "# A\nneedle\n" });
  await workspace.update();
  fs.removeFile("/project/docs/a.md");
  assert.deepEqual(await idsOf(workspace, "needle", ALL), []);
  assert.deepEqual(await workspace.list("chunks"), []);
});

test("the next workspace follows a changed configuration", async () => {
  const { workspace, fs } = await openProject({
    "docs/a.md": "# A\nneedle\n",
    "docs/b.md": "# B\nneedle\n",
    "more/c.md": "# C\nneedle\n",
  });
  assert.equal((await idsOf(workspace, "needle", ALL)).length, 2);
  workspace.close();
  write(fs, ".ra.toml", '[tree.docs]\npath = "docs"\nexclude = ["b.md"]\n[tree.more]\npath = "more"\n');
  const { workspace: second } = await openFiles(fs);
  assert.deepEqual([...(await idsOf(second, "needle", ALL))].sort(), ["docs:a.md#a", "more:c.md#c"]);
});

test("simultaneous answers of one workspace each use a whole index", async () => {
  const { workspace, fs } = await openProject({ "docs/a.md": "# A\nneedle\n" });
  const asked = Array.from({ length: 8 }, async (_, at) => {
    write(fs, `docs/n${at}.md`, `# N${at}\nneedle\n`);
    return await idsOf(workspace, "needle", ALL);
  });
  const answers = await Promise.all(asked);
  for (const ids of answers) assert.equal(ids.length, 9);
});

test("a file that changes during an answer has no text in it", async () => {
  const files = createFiles({ "docs/a.md": "# A\nneedle one\n", "docs/b.md": "# B\nneedle two\n" });
  let replace = false;
  const racing: MemoryFileSystem = Object.assign(Object.create(files), {
    readFile(path: string) {
      if (replace && path.endsWith("b.md")) write(files, "docs/b.md", "# B is now longer\nother needle\n");
      return files.readFile(path);
    },
  });
  const { workspace, warnings } = await openFiles(racing);
  await workspace.update();
  replace = true;
  const { results } = await searchOne(workspace, "needle", ALL);
  assert.deepEqual(results.map(({ id, content, stale }) => [id, content, stale]).sort(), [
    ["docs:a.md#a", "needle one\n", undefined],
    ["docs:b.md#b", undefined, true],
  ]);
  assert.deepEqual(warnings.map(({ code }) => code), ["file-changed"]);
});

test("ra shows a recent file only when its content equals the indexed content", async () => {
  const now = Date.now() * 1e6;
  const fs = createMemoryFileSystem({ "/project/.ra.toml": DOCS, "/project/docs/a.md": "# A\nneedle one\n" }, {
    nowNs: () => now,
  });
  const { workspace } = await openFiles(fs);
  await workspace.update();
  assert.equal((await workspace.get("docs:a.md#a", { update: false })).content, "needle one\n");
  write(fs, "docs/a.md", "# A\nneedle two\n");
  const got = await workspace.get("docs:a.md#a", { update: false });
  assert.deepEqual([got.content, got.stale], [undefined, true]);
  assert.equal((await workspace.get("docs:a.md#a")).content, "needle two\n");
});
