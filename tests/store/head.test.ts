import assert from "node:assert/strict";
import { test } from "node:test";
import {
  encodeHead,
  FORMAT_VERSION,
  hashInName,
  type Head,
  parseHead,
  referencedFiles,
  type SegmentEntry,
} from "../../src/store/published/head.ts";

const [A, B, C, D] = ["a", "b", "c", "d"].map((digit) => digit.repeat(32)) as [string, string, string, string];
const HEAD: Head = {
  format: FORMAT_VERSION,
  schemaVersion: "s1",
  updated: "2026-01-01T00:00:00.000Z",
  previous: null,
  manifest: { name: `files-${A}.json`, size: 10, checksum: "00000003" },
  trees: [{ name: "__proto__", path: "docs", settings: "x", formats: "f" }, {
    name: "1",
    path: "/é",
    settings: "y",
    formats: "f",
    definedIn: "/home/é/.ra.toml",
    device: 2049,
  }],
  segments: [
    {
      name: `${B}.seg`,
      size: 5,
      sums: "00000001",
      written: 3,
      stats: { documents: 1, chunks: 2, lengths: { body: 7, 2: 1 }, holders: { body: 2 }, stemmers: { english: 1 } },
      deletes: { name: `${C}.del`, size: 2, checksum: "00000004" },
    },
    {
      name: `${D}.seg`,
      size: 6,
      sums: "00000002",
      written: 1,
      stats: { documents: 1, chunks: 1, lengths: {}, holders: {}, stemmers: {} },
      deletes: null,
    },
  ],
};

test("parseHead() returns what encodeHead() received, whatever the names of the trees", () => {
  const parsed = parseHead(encodeHead(HEAD));
  assert.equal(parsed.state, "ok");
  if (parsed.state === "ok") assert.deepEqual(parsed.head, HEAD);
});

test("parseHead() reports damage when any byte of the head's content changes or is missing", () => {
  const bytes = encodeHead(HEAD);
  for (let at = 0; at < bytes.length - 1; at++) {
    const byte = bytes[at]!;
    if (byte === 0x20 || byte === 0x0a) continue; // white space between the values
    const changed = bytes.slice();
    changed[at] = byte ^ 1;
    assert.equal(parseHead(changed).state, "damaged", `byte ${at}`);
    assert.equal(parseHead(bytes.subarray(0, at)).state, "damaged", `cut at ${at}`);
  }
});

test("referencedFiles() names manifest, segments and deletions", () => {
  assert.deepEqual(referencedFiles(HEAD).map(({ name }) => name), [
    `files-${A}.json`,
    `${B}.seg`,
    `${C}.del`,
    `${D}.seg`,
  ]);
  assert.deepEqual([`files-${A}.json`, `${B}.seg`, `${C}.del`].map(hashInName), [A, B, C]);
});

test("parseHead() reports damage when a value has another shape, though the checksum is right", () => {
  const [first, second] = HEAD.segments as [SegmentEntry, SegmentEntry];
  const other = (values: object): object => ({ ...HEAD, ...values });
  const segment = (values: object): object => other({ segments: [{ ...first, ...values }, second] });
  const stats = (values: object): object => segment({ stats: { ...first.stats, ...values } });
  const odd: readonly object[] = [
    other({ manifest: null }),
    other({ manifest: { ...HEAD.manifest, name: "../../outside" } }),
    other({ manifest: { ...HEAD.manifest, name: `../files-${A}.json` } }),
    other({ manifest: { ...HEAD.manifest, size: 1e12 } }),
    other({ manifest: { ...HEAD.manifest, size: "10" } }),
    other({ manifest: { ...HEAD.manifest, checksum: 3 } }),
    other({ trees: null }),
    other({ trees: [null] }),
    other({ trees: [{ name: "docs" }] }),
    other({ trees: [HEAD.trees[0], HEAD.trees[0]] }),
    other({ trees: [{ ...HEAD.trees[0], definedIn: 5 }] }),
    other({ trees: [{ ...HEAD.trees[0], device: "2049" }] }),
    other({ segments: {} }),
    other({ segments: [null] }),
    other({ segments: [first, first] }),
    other({ previous: 5 }),
    other({ updated: "never" }),
    other({ schemaVersion: 1 }),
    segment({ name: `../${B}.seg` }),
    segment({ name: `${B}.del` }),
    segment({ size: -1 }),
    segment({ size: 0.5 }),
    segment({ sums: "0000000100000002" }),
    segment({ sums: "ABCDEFGH" }),
    segment({ written: -1 }),
    segment({ written: 2 ** 33 }),
    segment({ deletes: { ...first.deletes, name: "/etc/passwd" } }),
    segment({ deletes: [] }),
    segment({ stats: null }),
    stats({ chunks: 4 }),
    stats({ chunks: -1 }),
    stats({ documents: 3 }),
    stats({ documents: null }),
    stats({ lengths: { body: -1 } }),
    stats({ holders: { body: 1.5 } }),
    stats({ holders: undefined }),
    stats({ lengths: [], stemmers: "english" }),
    stats({ lengths: { body: "7" } }),
    stats({ stemmers: { english: 0.5 } }),
  ];
  for (const head of odd) {
    const parsed = parseHead(encodeHead(head as Head));
    assert.equal(parsed.state, "damaged", JSON.stringify(head));
    if (parsed.state === "damaged") assert.match(parsed.reason, /^head\.json: /);
  }
});
