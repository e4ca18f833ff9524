import assert from "node:assert/strict";
import { test } from "node:test";
import {
  encodeHead,
  FORMAT_VERSION,
  hashInName,
  type Head,
  parseHead,
  referencedFiles,
} from "../../src/store/published/head.ts";

const HEAD: Head = {
  format: FORMAT_VERSION,
  schemaVersion: "s1",
  updated: "2026-01-01T00:00:00.000Z",
  previous: null,
  manifest: { name: "files-aa.json", size: 10, checksum: "00000003" },
  trees: [{ name: "__proto__", path: "docs", settings: "x", formats: "f" }, {
    name: "1",
    path: "/é",
    settings: "y",
    formats: "f",
  }],
  segments: [
    {
      name: "bb.seg",
      size: 5,
      sums: "00000001",
      written: 3,
      stats: { documents: 1, chunks: 2, lengths: { body: 7, 2: 1 }, stemmers: { english: 1 } },
      deletes: { name: "cc.del", size: 2, checksum: "00000004" },
    },
    {
      name: "dd.seg",
      size: 6,
      sums: "00000002",
      written: 1,
      stats: { documents: 1, chunks: 1, lengths: {}, stemmers: {} },
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
  assert.deepEqual(referencedFiles(HEAD).map(({ name }) => name), ["files-aa.json", "bb.seg", "cc.del", "dd.seg"]);
  assert.deepEqual(["files-aa.json", "bb.seg", "cc.del"].map(hashInName), ["aa", "bb", "cc"]);
});
