import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findEntry } from "../../src/store/published/find_entry.ts";
import { encodeManifest, type FileEntry, type Manifest, parseManifest } from "../../src/store/published/manifest.ts";
import { summarizeTree } from "../../src/store/published/tree_summary.ts";
import { leadsBelow } from "../../src/text/paths.ts";

const path = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("__proto__", "1", "a/b.md", "constructor"))
  .filter(leadsBelow);
const hex = fc.stringMatching(/^[0-9a-f]{8}$/);
const name = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("__proto__", "1", "a/b.md", "constructor"));
/** Any time, and times of real files: of recent years, as exactly as a double can express. */
const anyTime = fc.double({ min: 0, max: 2e18, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const ourTime = fc.integer({ min: -1e9, max: 1e9 }).map((value) => 1.7e18 + value * 256);

function manifestWith(time: fc.Arbitrary<number>): fc.Arbitrary<Manifest> {
  const entry: fc.Arbitrary<FileEntry> = fc.record({
    fingerprint: fc.option(fc.record({ size: fc.nat(), mtimeNs: time, ctimeNs: time, inode: fc.maxSafeNat() })),
    checkedAt: fc.nat(),
    hash: fc.option(fc.stringMatching(/^[\w-]{22}$/)),
    format: fc.constantFrom("markdown 1", "html 2"),
    text: fc.option(fc.record({ size: fc.nat(), checksum: hex })),
    chunks: fc.nat(),
    longest: fc.option(fc.record({ characters: fc.nat(), line: fc.integer({ min: 1, max: 1e9 }) })),
    skipped: fc.option(fc.string()),
    warnings: fc.array(
      fc.record({ code: fc.constant("frontmatter-syntax" as const), message: fc.string(), line: fc.nat() }),
      { maxLength: 2 },
    ),
    date: fc.option(fc.integer({ min: -1e14, max: 1e14 })),
  });
  return fc
    .array(fc.tuple(name, fc.array(fc.tuple(path, entry), { maxLength: 5 }).map((rows) => new Map(rows))), {
      maxLength: 3,
    })
    .map((trees) => new Map(trees));
}

test("findEntry() finds each file of each tree as parseManifest() reads it, and no other", () => {
  const manifest = fc.oneof(manifestWith(anyTime), manifestWith(ourTime));
  fc.assert(
    fc.property(manifest, fc.array(path, { maxLength: 3 }), (given, others) => {
      const bytes = encodeManifest(given);
      const json = new TextDecoder().decode(bytes);
      const parsed = parseManifest(bytes);
      const paths = [...parsed.values()].flatMap((files) => [...files.keys()]);
      for (const tree of [...parsed.keys(), "no such tree"]) {
        for (const path of [...paths, ...others]) {
          assert.deepEqual(findEntry(json, tree, path), parsed.get(tree)?.get(path), `${tree}:${path}`);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("findEntry() refuses a row that leads out of its tree or is cut short", () => {
  const row = (path: string, rest: string) =>
    `{"trees":[{"tree":"docs","origin":null,"formats":["markdown 1"],"files":[\n[${
      JSON.stringify(path)
    },${rest}\n]}]}\n`;
  const good = `1,2,3,4,5,"${"a".repeat(22)}",1,0,0,0]`;
  assert.equal(findEntry(row("a.md", good), "docs", "a.md")?.chunks, 1);
  assert.throws(() => findEntry(row("../a.md", good), "docs", "../a.md"), { code: "index-damaged" });
  assert.throws(() => findEntry(row("a.md", good.slice(0, -1)), "docs", "a.md"), { code: "index-damaged" });
  assert.throws(() => findEntry(row("a.md", good.replace(",1,", ",-1,")), "docs", "a.md"), { code: "index-damaged" });
});

test("parseManifest() returns what encodeManifest() received, in the same order", () => {
  fc.assert(
    fc.property(fc.oneof(manifestWith(anyTime), manifestWith(ourTime)), (given) => {
      const read = parseManifest(encodeManifest(given));
      const plain = (value: Manifest) =>
        [...value].map((
          [tree, entries],
        ) => [
          tree,
          [...entries].map((
            [path, found],
          ) => [path, { ...found, fingerprint: found.fingerprint && { ...found.fingerprint } }]),
        ]);
      assert.deepEqual(JSON.parse(JSON.stringify(plain(read))), JSON.parse(JSON.stringify(plain(given))));
    }),
    { numRuns: 200 },
  );
});

test("encodeManifest() writes large numbers as differences from the smallest of their tree", () => {
  const fingerprint = { size: 10, mtimeNs: 1.7e18, ctimeNs: 1.7e18, inode: 9_000_001 };
  const one: FileEntry = {
    fingerprint,
    checkedAt: 1_700_000_000_000,
    hash: "x",
    format: "html 1",
    text: null,
    chunks: 3,
    longest: { characters: 40, line: 7 },
    skipped: null,
    warnings: [],
    date: null,
  };
  const files = new Map([["a", one], ["b", {
    ...one,
    fingerprint: { ...fingerprint, mtimeNs: 1.7e18 + 512, inode: 9_000_005 },
    text: { size: 9, checksum: "0000abcd" },
    longest: null,
  }], ["c", { ...one, date: Date.UTC(1969, 0) }]]);
  assert.equal(
    new TextDecoder().decode(encodeManifest(new Map([["docs", files]]))),
    [
      '{"trees":[{"tree":"docs","origin":{"mtimeNs":1700000000000000000,"inode":9000001,"checkedAt":1700000000000},' +
      '"formats":["html 1"],"files":[',
      '["a",10,0,0,0,0,"x",3,40,7,0],',
      '["b",10,512,-512,4,0,"x",3,0,0,0,[9,"0000abcd"]],',
      '["c",10,0,0,0,0,"x",3,40,7,0,0,0,[],-31536000000]',
      "]}]}\n",
    ].join("\n"),
  );
});

test("parseManifest() throws index-damaged for any other content", () => {
  for (const text of ["", "{}", "[]", '{"trees":[{}]}', '{"trees":[{"tree":"a","files":[1]}]}']) {
    assert.throws(() => parseManifest(new TextEncoder().encode(text)), { code: "index-damaged" }, text);
  }
});

test("summarizeTree() counts documents, but not skipped or blank files", () => {
  const fingerprint = { size: 10, mtimeNs: 0, ctimeNs: 0, inode: 0 };
  const base: FileEntry = {
    fingerprint,
    checkedAt: 0,
    hash: "x",
    format: "html 1",
    text: null,
    chunks: 3,
    longest: null,
    skipped: null,
    warnings: [],
    date: null,
  };
  const files = new Map([["a", base], ["b", { ...base, chunks: 0, skipped: "binary" }], ["c", { ...base, chunks: 0 }]]);
  assert.deepEqual(summarizeTree(files), { documents: 1, chunks: 3, bytes: 10 });
  assert.deepEqual(summarizeTree(undefined), { documents: 0, chunks: 0, bytes: 0 });
});

test("parseManifest() throws index-damaged for rows that ra does not write, above all for paths that lead out", () => {
  const origin = { mtimeNs: 1.7e18, inode: 5, checkedAt: 1.7e12 };
  const row = ["a.md", 4, 0, 0, 1, 0, "0123456789012345678901", 1, 0, 0, 0];
  const withValue = (at: number, value: unknown): unknown[] => row.map((old, index) => (index === at ? value : old));
  const manifest = (files: unknown, more: object = {}): Uint8Array =>
    new TextEncoder().encode(
      JSON.stringify({ trees: [{ tree: "docs", origin, formats: ["markdown 1"], files, ...more }] }),
    );
  assert.equal(parseManifest(manifest([row])).get("docs")?.get("a.md")?.chunks, 1);
  const odd = [
    ...["../secret.md", "/etc/passwd", "a/../../b", "..", "", "a//b", "./a", "a/", "a\0b", 5, null, ["a.md"]]
      .map((path) => manifest([withValue(0, path)])),
    ...["4", null, 0.5, {}].map((size) => manifest([withValue(1, size)])),
    ...[2, 3, 4, 5].flatMap((at) => ["1", null, []].map((value) => manifest([withValue(at, value)]))),
    ...["../../x", "", 5, {}].map((hash) => manifest([withValue(6, hash)])),
    ...[7, 8, 9, 10].flatMap((at) => [-1, "1", null, 0.5].map((value) => manifest([withValue(at, value)]))),
    manifest([withValue(10, 1)]),
    manifest([[...row, [5]]]),
    manifest([[...row, ["5", "00000000"]]]),
    manifest([[...row, [5, "../../x"]]]),
    manifest([[...row, 0, {}]]),
    manifest([[...row, 0, 0, [null]]]),
    manifest([[...row, 0, 0, "x"]]),
    ...["2026-01-31", 0.5, null, []].map((date) => manifest([[...row, 0, 0, [], date]])),
    manifest([[...row, 0, 0, [{ code: "frontmatter-syntax", message: 5, line: 1 }]]]),
    manifest([null]),
    manifest([{}]),
    manifest({}),
    manifest([row], { tree: 5 }),
    manifest([row, withValue(0, "b"), withValue(3, "1")]),
    new TextEncoder().encode(new TextDecoder().decode(manifest([row])).replace("a.md", "\\u002e\\u002e/a.md")),
    new TextEncoder().encode(new TextDecoder().decode(manifest([row])).replace("4,0,0", "4,1e999,0")),
    manifest([row], { origin: {} }),
    manifest([row], { origin: 5 }),
    manifest([row], { formats: ["../../../etc/x 1"] }),
    manifest([row], { formats: "markdown 1" }),
  ];
  for (const bytes of odd) {
    assert.throws(() => parseManifest(bytes), { code: "index-damaged" }, new TextDecoder().decode(bytes));
  }
});
