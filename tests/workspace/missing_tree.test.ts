// A tree with a missing folder differs from a tree without files.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { ALL, createFiles, DOCS, type Files, idsOf, openFiles, searchOne, write } from "./project.ts";

const CONFIG = `${DOCS}[tree.notes]\npath = "mount/notes"\n`;
const FILES: Files = {
  ".ra.toml": CONFIG,
  "docs/a.md": "# A\nneedle\n",
  "mount/notes/b.md": "# B\nneedle\n",
  "mount/notes/sub/c.md": "# C\nneedle\n",
};
const NOTES = ["notes:b.md#b", "notes:sub/c.md#c"];

/** How a tree disappears, and how it returns. */
const LOSSES: Readonly<
  Record<string, readonly [lose: (fs: MemoryFileSystem) => void, giveBack: (fs: MemoryFileSystem) => void]>
> = {
  "its folder is gone": [
    (fs) => fs.rename("/project/mount/notes", "/project/away"),
    (fs) => fs.rename("/project/away", "/project/mount/notes"),
  ],
  "the folder around it is gone": [
    (fs) => fs.rename("/project/mount", "/project/away"),
    (fs) => fs.rename("/project/away", "/project/mount"),
  ],
  "a file stands in its place": [
    (fs) => {
      fs.rename("/project/mount/notes", "/project/away");
      write(fs, "mount/notes", "no folder\n");
    },
    (fs) => {
      fs.removeFile("/project/mount/notes");
      fs.rename("/project/away", "/project/mount/notes");
    },
  ],
  "a link in its place leads nowhere": [
    (fs) => {
      fs.rename("/project/mount/notes", "/project/away");
      fs.addSymlink("/project/mount/notes", "../gone");
    },
    (fs) => {
      fs.removeFile("/project/mount/notes");
      fs.rename("/project/away", "/project/mount/notes");
    },
  ],
  "it is re-pointed to a folder that is not there": [
    (fs) => write(fs, ".ra.toml", CONFIG.replace("mount/notes", "nowhere")),
    (fs) => write(fs, ".ra.toml", CONFIG),
  ],
};

/** Returns the ids that a new workspace finds, and the codes of its warnings. */
async function found(fs: MemoryFileSystem, update = true): Promise<readonly [readonly string[], readonly string[]]> {
  const { workspace, warnings } = await openFiles(fs);
  try {
    const ids = [...(await idsOf(workspace, "needle", { ...ALL, update }))].sort();
    return [ids, warnings.map(({ code }) => code)];
  } finally {
    workspace.close();
  }
}

for (const [name, [lose, giveBack]] of Object.entries(LOSSES)) {
  test(`a tree keeps its chunks, stays out of results and causes a warning while ${name}`, async () => {
    const fs = createFiles(FILES);
    assert.deepEqual(await found(fs), [["docs:a.md#a", ...NOTES], []]);
    lose(fs);
    assert.deepEqual(await found(fs), [["docs:a.md#a"], ["tree-missing"]]);
    assert.deepEqual(await found(fs, false), [["docs:a.md#a"], ["tree-missing"]]);
    write(fs, "docs/new.md", "# New\nneedle\n");
    const { workspace } = await openFiles(fs);
    const [updated, rebuilt] = [await workspace.update(), await workspace.update({ full: true })];
    assert.deepEqual([updated.removed, rebuilt.removed], [0, 0]);
    const { index, trees, kept } = await workspace.status();
    assert.equal(index.state, "current");
    assert.deepEqual(trees.map(({ name: tree, chunks, missing }) => [tree, chunks, missing]), [["docs", 4, false], [
      "notes",
      0,
      true,
    ]]);
    assert.deepEqual(kept?.map(({ name: tree, documents }) => [tree, documents]), [["notes", 2]]);
    workspace.close();
    giveBack(fs);
    // The update reads no file of the tree again.
    const { workspace: second } = await openFiles(fs);
    const report = await second.update();
    second.close();
    assert.deepEqual([report.added, report.changed, report.removed], [0, 0, 0]);
    assert.deepEqual(await found(fs), [["docs:a.md#a", "docs:new.md#new", ...NOTES], []]);
  });

  test(`an update with prune removes the chunks of a tree while ${name}`, async () => {
    const fs = createFiles(FILES);
    await found(fs);
    lose(fs);
    const { workspace } = await openFiles(fs);
    assert.equal((await workspace.update({ prune: true })).removed, 2);
    const { trees, kept } = await workspace.status();
    assert.deepEqual([trees.map(({ chunks }) => chunks), kept], [[2, 0], undefined]);
    workspace.close();
  });
}

test("a tree that ra may not list keeps its chunks", async () => {
  const fs = createFiles(FILES);
  await found(fs);
  fs.makeUnreadable("/project/mount/notes");
  assert.deepEqual(await found(fs), [["docs:a.md#a"], ["tree-missing"]]);
  const { workspace } = await openFiles(fs);
  const { trees, kept } = await workspace.status();
  assert.deepEqual([trees.map(({ chunks }) => chunks), kept?.map(({ documents }) => documents)], [[2, 0], [2]]);
  workspace.close();
});

test("a tree that disappears while ra lists it keeps its chunks", async () => {
  for (const leaves of ["nothing", "an empty folder"]) {
    const fs = createFiles(FILES);
    await found(fs);
    const racing: MemoryFileSystem = Object.assign(Object.create(fs), {
      readDirectory(path: string) {
        // The walk is under way at this point.
        if (path.endsWith("/notes/sub") && fs.stat("/project/away") === undefined) {
          fs.rename("/project/mount/notes", "/project/away");
          if (leaves === "an empty folder") fs.makeDirectory("/project/mount/notes");
        }
        return fs.readDirectory(path);
      },
    });
    const { workspace, warnings } = await openFiles(racing);
    assert.equal((await workspace.update()).removed, 0);
    assert.deepEqual(warnings.map(({ code }) => code), ["tree-missing"]);
    workspace.close();
    if (leaves === "nothing") fs.rename("/project/away", "/project/mount/notes");
    if (leaves === "nothing") assert.deepEqual(await found(fs), [["docs:a.md#a", ...NOTES], []]);
    // An empty folder is a tree without files.
    else assert.deepEqual(await found(fs), [["docs:a.md#a"], []]);
  }
});

test("a missing tree uses changed settings once it is back", async () => {
  const fs = createFiles(FILES);
  await found(fs);
  fs.rename("/project/mount/notes", "/project/away");
  write(fs, ".ra.toml", `${CONFIG}chunking = "leaves"\n`);
  assert.deepEqual(await found(fs), [["docs:a.md#a"], ["tree-missing"]]);
  fs.rename("/project/away", "/project/mount/notes");
  assert.deepEqual(await found(fs), [["docs:a.md#a", "notes:b.md#preamble", "notes:sub/c.md#preamble"], []]);
});

test("an update removes a missing tree that the configuration no longer names", async () => {
  const fs = createFiles(FILES);
  await found(fs);
  fs.rename("/project/mount/notes", "/project/away");
  write(fs, ".ra.toml", DOCS);
  const { workspace } = await openFiles(fs);
  assert.equal((await workspace.update()).removed, 2);
  workspace.close();
});

test("a file that ra may no longer read loses its own text and does not fail the answer", async () => {
  const fs = createFiles(FILES);
  await found(fs);
  fs.makeUnreadable("/project/mount/notes/b.md");
  const { workspace } = await openFiles(fs);
  const { queries } = await workspace.search("needle", { ...ALL, update: false });
  assert.deepEqual(queries[0]!.results.map(({ id, stale }) => [id, stale === true]).sort(), [["docs:a.md#a", false], [
    "notes:b.md#b",
    true,
  ], ["notes:sub/c.md#c", false]]);
  workspace.close();
});

test("list() marks a tree with a missing folder, and counts nothing of it", async () => {
  const fs = createFiles(FILES);
  await found(fs);
  fs.rename("/project/mount/notes", "/project/away");
  const { workspace } = await openFiles(fs);
  assert.deepEqual(
    (await workspace.list("trees")).map(({ name, missing, documents }) => [name, missing, documents]),
    [["docs", false, 1], ["notes", true, 0]],
  );
  assert.deepEqual((await workspace.list("docs")).map(({ id }) => id), ["docs:a.md"]);
  workspace.close();
});

test("the reasons for an empty answer count no hits of a tree with a missing folder", async () => {
  const fs = createFiles({ ...FILES, "mount/notes/b.md": "# B\nonly here\n" });
  await found(fs);
  fs.rename("/project/mount/notes", "/project/away");
  const { workspace } = await openFiles(fs);
  const reportOf = async (query: string, trees?: readonly string[]) =>
    (await searchOne(workspace, query, trees === undefined ? {} : { trees })).zero_hits;
  assert.deepEqual(await reportOf("only"), { terms: [{ term: "only", df: 0, nearest: [] }], filters: [] });
  assert.deepEqual(await reportOf("needle", ["notes"]), {
    terms: [{ term: "needle", df: 1, nearest: [] }],
    filters: [{ filter: "--tree notes", removed: 1 }],
  });
  workspace.close();
});
