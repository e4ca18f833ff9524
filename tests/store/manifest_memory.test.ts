import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createManifestMemory } from "../../src/store/published/manifest_memory.ts";
import { config, createProject, indexed, tree, update } from "./store_fixture.ts";

/** Wraps the file system and records which manifests are read. */
function listening(fs: FileSystem, heard: string[]): FileSystem {
  return {
    ...fs,
    open(path) {
      const handle = fs.open(path);
      if (handle === undefined || !path.includes("/files-")) return handle;
      return {
        ...handle,
        read: (offset, into) => {
          heard.push(path);
          handle.read(offset, into);
        },
      };
    },
  };
}

test("updates that share a memory read no manifest again, and notice a manifest that another process wrote", async () => {
  const project = createProject({ "docs/a.md": "alpha" });
  const docs = config(tree("docs"));
  const heard: string[] = [];
  const fs = listening(project, heard);
  const memory = createManifestMemory();
  const write = (path: string, text: string): void =>
    project.writeFile(`/project/${path}`, new TextEncoder().encode(text));
  await update(fs, docs, { index: { manifests: memory } });
  assert.equal((await update(fs, docs, { index: { manifests: memory } })).outcome, "unchanged");
  write("docs/a.md", "changed");
  assert.equal((await update(fs, docs, { index: { manifests: memory } })).report.changed, 1);
  assert.deepEqual(heard, []);
  write("docs/b.md", "beta");
  await update(project, docs);
  assert.equal((await update(fs, docs, { index: { manifests: memory } })).outcome, "unchanged");
  assert.equal(heard.length, 1);
  write("docs/b.md", "beta again");
  assert.equal((await update(fs, docs, { index: { manifests: memory } })).report.changed, 1);
  assert.equal(heard.length, 1);
  assert.deepEqual(Object.values(indexed(project)), ["changed", "beta again"]);
});
