import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encodeManifest, parseManifest, summarizeTree, type FileEntry, type Manifest } from "../../src/store/manifest.ts";

const name = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("__proto__", "1", "a/b.md", "constructor"));
const time = fc.double({ min: 0, max: 2e18, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const entry: fc.Arbitrary<FileEntry> = fc.record({
  stamp: fc.option(fc.record({ size: fc.nat(), mtimeNs: time, ctimeNs: time, inode: fc.maxSafeNat() })),
  checkedAt: fc.nat(),
  hash: fc.option(fc.string()),
  chunks: fc.nat(),
  longest: fc.option(fc.record({ characters: fc.nat(), line: fc.nat() })),
  skipped: fc.option(fc.string()),
  warnings: fc.array(fc.record({ code: fc.constant("frontmatter-syntax" as const), message: fc.string(), line: fc.nat() }), { maxLength: 2 }),
});
const manifest: fc.Arbitrary<Manifest> = fc
  .array(fc.tuple(name, fc.array(fc.tuple(name, entry), { maxLength: 5 }).map((rows) => new Map(rows))), { maxLength: 3 })
  .map((trees) => new Map(trees));

test("parseManifest() gives back what encodeManifest() was given, in the same order", () => {
  fc.assert(fc.property(manifest, (given) => {
    const read = parseManifest(encodeManifest(given));
    const plain = (value: Manifest) => [...value].map(([tree, entries]) => [tree, [...entries].map(([path, found]) => [path, { ...found, stamp: found.stamp && { ...found.stamp } }])]);
    assert.deepEqual(JSON.parse(JSON.stringify(plain(read))), JSON.parse(JSON.stringify(plain(given))));
  }), { numRuns: 100 });
});

test("parseManifest() throws index-damaged for anything else", () => {
  for (const text of ["", "{}", "[]", '{"trees":[{}]}', '{"trees":[{"tree":"a","files":[1]}]}']) {
    assert.throws(() => parseManifest(new TextEncoder().encode(text)), { code: "index-damaged" }, text);
  }
});

test("summarizeTree() counts what is indexed and leaves out what was skipped", () => {
  const stamp = { size: 10, mtimeNs: 0, ctimeNs: 0, inode: 0 };
  const base: FileEntry = { stamp, checkedAt: 0, hash: "x", chunks: 3, longest: null, skipped: null, warnings: [] };
  const files = new Map([["a", base], ["b", { ...base, chunks: 0, skipped: "binary" }], ["c", { ...base, chunks: 0 }]]);
  assert.deepEqual(summarizeTree(files), { documents: 2, chunks: 3, bytes: 20 });
  assert.deepEqual(summarizeTree(undefined), { documents: 0, chunks: 0, bytes: 0 });
});
