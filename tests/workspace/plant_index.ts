// Puts an index into a folder that ra did not write, with checksums that are right.
import assert from "node:assert/strict";
import { loadEngine } from "../../src/engine/load.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { contentHash, hashBytes } from "../../src/host/hash.ts";
import { fingerprintOf } from "../../src/store/files/fingerprint.ts";
import { pageSums } from "../../src/store/published/checked_reads.ts";
import { checksumText, encodeHead, type Head, parseHead } from "../../src/store/published/head.ts";
import { encodeManifest, type FileEntry, parseManifest } from "../../src/store/published/manifest.ts";

const INDEX = "/project/.ra/index";
const encoder = new TextEncoder();

export function headOf(fs: FileSystem, index = INDEX): Head {
  const parsed = parseHead(fs.readFile(`${index}/head.json`)!);
  assert.equal(parsed.state, "ok");
  return (parsed as { readonly head: Head }).head;
}

/** Writes a file under its own hash, as ra does. */
export function plantFile(
  fs: FileSystem,
  kind: "seg" | "files",
  bytes: Uint8Array,
  index = INDEX,
): { name: string; size: number } {
  const hash = hashBytes(bytes);
  const name = kind === "seg" ? `${hash}.seg` : `files-${hash}.json`;
  fs.writeFile(`${index}/${name}`, bytes);
  return { name, size: bytes.length };
}

/**
 * Replaces the index by one that holds a single document, which lies at this path from its tree. It fits the file
 * `outside`, as if ra had indexed that.
 */
export async function plantDocument(
  fs: FileSystem,
  path: string,
  listed = path,
  outside = "/outside/secret.md",
  index = INDEX,
): Promise<void> {
  const size = fs.stat(outside)!.size;
  const source = encoder.encode("needle ".padEnd(size, "."));
  const batch = (await loadEngine()).createBatch();
  batch.load(source);
  batch.add(
    {
      docId: `docs:${path}`,
      tree: "docs",
      path,
      format: "markdown",
      title: "Secret",
      tags: [],
      lang: null,
      metadata: {},
      frontmatter: null,
      warnings: [],
      textStart: 0,
      chunks: [{
        id: `docs:${path}`,
        parent: null,
        title: "Secret",
        slug: null,
        depth: 0,
        position: 0,
        byteStart: 0,
        byteEnd: source.length,
        startLine: 1,
        endLine: 3,
        siblingCount: 1,
        breadcrumb: "Secret",
        bodyRanges: [{ start: 0, end: source.length }],
        indexedRanges: [{ start: 0, end: source.length }],
      }],
      links: [],
      hidden: null,
    } as unknown as Parameters<typeof batch.add>[0],
    "english",
  );
  const { bytes, stats } = batch.finish()!;
  const head = headOf(fs, index);
  const old = parseManifest(fs.readFile(`${index}/${head.manifest.name}`)!).get("docs")!.values().next().value!;
  const entry: FileEntry = {
    ...old,
    fingerprint: fingerprintOf(fs.stat(outside)!),
    hash: contentHash(fs.readFile(outside)!),
    chunks: stats.chunks,
    longest: null,
  };
  const manifest = encodeManifest(new Map([["docs", new Map([[listed, entry]])]]));
  const segment = {
    ...plantFile(fs, "seg", bytes, index),
    sums: pageSums(bytes),
    written: stats.chunks,
    stats,
    deletes: null,
  };
  const file = { ...plantFile(fs, "files", manifest, index), checksum: checksumText(manifest) };
  fs.writeFile(`${index}/head.json`, encodeHead({ ...head, manifest: file, segments: [segment] }));
}
