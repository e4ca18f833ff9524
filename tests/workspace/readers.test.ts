// Tests that readers take no lock, and wait only for a writer whose work they need.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { acquireLock } from "../../src/store/lock/lock.ts";
import { ALL, createFiles, idsOf, openFiles, searchOne, write } from "./project.ts";

const LOCK = "/project/.ra/index/lock";

/** Makes a project with an index, in which a writer works while `use` runs. */
async function whileWriting(use: (fs: MemoryFileSystem) => Promise<void>): Promise<void> {
  const fs = createFiles({ "docs/a.md": "# A\nneedle one\n", "docs/b.md": "# B\nneedle two\n" });
  const { workspace } = await openFiles(fs);
  await workspace.update();
  workspace.close();
  const lock = await acquireLock(fs, LOCK, { timeoutMs: 0 });
  assert.ok(lock);
  // The project's clock is a day behind, so this keeps the lock from looking abandoned.
  fs.setModified(LOCK, Date.now() * 1e6);
  try {
    await use(fs);
  } finally {
    lock.release();
  }
}

test("a search does not wait for a writer when nothing changed or without an update", async () => {
  await whileWriting(async (fs) => {
    const waited: string[] = [];
    const { workspace, warnings } = await openFiles(fs, { lockTimeout: 60_000, onWait: (owner) => waited.push(owner) });
    assert.equal((await idsOf(workspace, "needle", ALL)).length, 2);
    write(fs, "docs/c.md", "# C\nneedle three\n");
    assert.equal((await idsOf(workspace, "needle", { ...ALL, update: false })).length, 2);
    await workspace.status();
    await workspace.check();
    assert.deepEqual([waited, warnings], [[], []]);
    workspace.close();
  });
});

test("a search that waits too long for a writer answers from the published index, and never shows text that is gone", async () => {
  await whileWriting(async (fs) => {
    write(fs, "docs/b.md", "# B\nother text of another length\n");
    const { workspace, warnings } = await openFiles(fs, { lockTimeout: 20 });
    const { results } = await searchOne(workspace, "needle", ALL);
    assert.deepEqual(results.map(({ id, content, stale }) => [id, content, stale]).sort(), [
      ["docs:a.md#a", "needle one\n", undefined],
      ["docs:b.md#b", undefined, true],
    ]);
    assert.deepEqual(warnings.map(({ code }) => code), ["index-locked", "file-changed"]);
    workspace.close();
  });
});

test("a search takes over the lock of a dead writer", async () => {
  const fs = createFiles({ "docs/a.md": "# A\nneedle one\n" });
  fs.makeDirectory("/project/.ra/index");
  fs.writeFile(LOCK, new TextEncoder().encode('{"pid":')); // torn, and a day old
  const { workspace, warnings } = await openFiles(fs, { lockTimeout: 20 });
  assert.deepEqual(await idsOf(workspace, "needle", ALL), ["docs:a.md#a"]);
  assert.deepEqual(warnings, []);
  assert.equal(fs.stat(LOCK), undefined);
  workspace.close();
});
