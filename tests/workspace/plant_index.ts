// Puts an index into a folder that ra did not write, with checksums that are right.
import assert from "node:assert/strict";
import type { SegmentStats } from "../../src/store/engine/engine.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { RaError } from "../../src/errors.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { contentHash, hashBytes } from "../../src/host/hash.ts";
import { fingerprintOf } from "../../src/store/files/fingerprint.ts";
import { pageSums } from "../../src/store/published/checked_reads.ts";
import { checksumText, encodeHead, type Head, parseHead } from "../../src/store/published/head.ts";
import { encodeManifest, type FileEntry, parseManifest } from "../../src/store/published/manifest.ts";
import { parsed } from "../store/engine/parsed.ts";

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

/** Copies of a segment that make the core trap when it reads all chunks. Each differs in one byte. */
export async function* trappingSegments(segment: Uint8Array, stats: SegmentStats): AsyncGenerator<Uint8Array> {
  const engine = await loadEngine();
  for (let at = 0; at < segment.length - 16; at++) {
    const bytes = changedSegment(segment, at);
    try {
      const reader = engine.openReader([{
        size: bytes.length,
        stats,
        deletes: null,
        read: (offset, into) => into.set(bytes.subarray(offset, offset + into.length)),
      }]);
      reader.chunks();
      reader.free();
    } catch (error) {
      assert.ok(error instanceof RaError);
      // The core notices most damage itself.
      if (error.cause instanceof WebAssembly.RuntimeError) yield bytes;
    }
  }
}

/**
 * Changes one byte of a segment, and the checksum in front of its last eight bytes, so that the segment still opens.
 */
function changedSegment(segment: Uint8Array, at: number): Uint8Array {
  const bytes = segment.slice();
  bytes[at]! ^= 0x80;
  const tail = new DataView(bytes.buffer, bytes.length - 16);
  const table = bytes.subarray(Math.max(0, bytes.length - 16 - tail.getUint32(0, true)), bytes.length - 16);
  tail.setUint32(4, parseInt(checksumText(table), 16), true);
  return bytes;
}

/** Replaces the index's only segment. */
export function plantSegment(fs: FileSystem, bytes: Uint8Array, index = INDEX): void {
  const head = headOf(fs, index);
  assert.equal(head.segments.length, 1);
  const segment = { ...head.segments[0]!, ...plantFile(fs, "seg", bytes, index), sums: pageSums(bytes) };
  fs.writeFile(`${index}/head.json`, encodeHead({ ...head, segments: [segment] }));
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
  batch.add(parsed(path, "Secret", source), "english");
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
