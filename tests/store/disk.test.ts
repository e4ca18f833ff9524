import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { openIndex } from "../../src/store/published/open_index.ts";
import { createFakeEngine, liveDocuments } from "./fake_engine.ts";
import { config, tree, update } from "./store_fixture.ts";

async function onDisk(work: (root: string) => Promise<void>): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "ra-store-"))).replaceAll("\\", "/");
  try {
    mkdirSync(`${root}/docs`);
    await work(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function texts(root: string): readonly string[] {
  const opened = openIndex(createDiskFileSystem(), `${root}/.ra/index`, createFakeEngine().schemaVersion);
  assert.equal(opened.state, "open");
  if (opened.state !== "open") return [];
  const found = opened.index.segments.flatMap(liveDocuments).flatMap(({ chunks }) => chunks.map(({ text }) => text));
  opened.index.close();
  return found.sort();
}

test("updateIndex() notices edits of the same size in quick succession on a disk", async () => {
  await onDisk(async (root) => {
    const fs = createDiskFileSystem();
    const settings = { ...config(tree("docs", { path: `${root}/docs` })), root };
    for (let at = 0; at < 10; at++) {
      writeFileSync(`${root}/docs/a.txt`, `edit ${at}`);
      await update(fs, settings);
      assert.deepEqual(texts(root), [`edit ${at}`]);
    }
    const names = readdirSync(`${root}/.ra/index`).map((name) => name.replace(/[0-9a-f]{32}/, "HASH"));
    assert.deepEqual(names.sort(), ["HASH.seg", "files-HASH.json", "head.json"]);
  });
});

test("updateIndex() notices an edit on a disk even after its modification time is set back", async () => {
  await onDisk(async (root) => {
    const fs = createDiskFileSystem();
    const settings = { ...config(tree("docs", { path: `${root}/docs` })), root };
    const past = new Date("2020-01-01T00:00:00Z");
    writeFileSync(`${root}/docs/a.txt`, "first");
    utimesSync(`${root}/docs/a.txt`, past, past);
    await update(fs, settings);
    writeFileSync(`${root}/docs/a.txt`, "other");
    utimesSync(`${root}/docs/a.txt`, past, past);
    await update(fs, settings);
    assert.deepEqual(texts(root), ["other"]);
  });
});

test("openIndex() keeps a reader's segments readable on a disk after their removal", async () => {
  await onDisk(async (root) => {
    const fs = createDiskFileSystem();
    const settings = { ...config(tree("docs", { path: `${root}/docs` })), root };
    writeFileSync(`${root}/docs/a.txt`, "first");
    await update(fs, settings);
    const opened = openIndex(fs, `${root}/.ra/index`, createFakeEngine().schemaVersion);
    assert.equal(opened.state, "open");
    if (opened.state !== "open") return;
    writeFileSync(`${root}/docs/a.txt`, "second");
    await update(fs, settings);
    assert.deepEqual(
      opened.index.segments.flatMap(liveDocuments).flatMap(({ chunks }) => chunks.map(({ text }) => text)),
      ["first"],
    );
    assert.deepEqual([...opened.index.manifest().get("docs")!.keys()], ["a.txt"]);
    opened.index.close();
    assert.deepEqual(texts(root), ["second"]);
  });
});
