import assert from "node:assert/strict";
import { test } from "node:test";
import { compareManifests } from "../../src/store/published/compare_manifests.ts";
import type { FileEntry, Manifest } from "../../src/store/published/manifest.ts";

const entry = (hash: string, skipped: string | null = null): FileEntry => ({
  fingerprint: null,
  checkedAt: 0,
  hash,
  format: "markdown 1",
  text: null,
  chunks: 1,
  longest: null,
  skipped,
  warnings: [],
  date: null,
});
const manifest = (trees: Readonly<Record<string, Readonly<Record<string, FileEntry>>>>): Manifest =>
  new Map(Object.entries(trees).map(([name, files]) => [name, new Map(Object.entries(files))]));

test("compareManifests() finds added, changed and removed documents by their content", () => {
  const before = manifest({
    docs: { "a.md": entry("1"), "b.md": entry("2"), "c.md": entry("3") },
    old: { "x.md": entry("4") },
  });
  const after = manifest({
    docs: { "a.md": entry("1"), "b.md": entry("changed"), "d.md": entry("5") },
    wiki: { "w.md": entry("6") },
  });
  assert.deepEqual(compareManifests(before, after), {
    added: ["docs:d.md", "wiki:w.md"],
    changed: ["docs:b.md"],
    removed: ["docs:c.md", "old:x.md"],
  });
});

test("compareManifests() counts a file without an entry in the index as absent", () => {
  const text = manifest({ docs: { "a.md": entry("1") } });
  const binary = manifest({ docs: { "a.md": entry("2", "binary") } });
  assert.deepEqual(compareManifests(text, binary), { added: [], changed: [], removed: ["docs:a.md"] });
  assert.deepEqual(compareManifests(binary, text), { added: ["docs:a.md"], changed: [], removed: [] });
  assert.deepEqual(compareManifests(binary, binary), { added: [], changed: [], removed: [] });
});
