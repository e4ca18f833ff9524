import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createPageCache } from "../../src/store/paged_reads.ts";

const PAGE = 64 * 1024;

/** Bytes in memory as a handle that notes what is read of it. */
function handleOf(bytes: Uint8Array): { readonly size: number; readonly reads: [number, number][]; read(offset: number, into: Uint8Array): void; close(): void } {
  const reads: [number, number][] = [];
  return {
    size: bytes.length,
    reads,
    read(offset, into) {
      reads.push([offset, into.length]);
      if (offset + into.length > bytes.length) throw new Error("too short");
      into.set(bytes.subarray(offset, offset + into.length));
    },
    close() {},
  };
}

const numbered = (length: number, step: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * step + (at >> 8)) & 0xff);

test("createPageCache() gives the file's bytes wherever and in whatever order they are read", () => {
  const files = [numbered(3 * PAGE + 17, 7), numbered(100, 3)];
  const read = fc.record({ file: fc.nat(1), offset: fc.nat(3 * PAGE + 17), length: fc.oneof(fc.nat(40), fc.nat(PAGE + 5)) });
  fc.assert(fc.property(fc.array(read, { maxLength: 20 }), (reads) => {
    const cache = createPageCache(2 * PAGE);
    const readers = files.map((bytes) => cache.readsOf(handleOf(bytes)));
    for (const { file, offset, length } of reads) {
      const bytes = files[file]!;
      const start = Math.min(offset, bytes.length);
      const into = new Uint8Array(Math.min(length, bytes.length - start));
      readers[file]!(start, into);
      assert.deepEqual(into, bytes.slice(start, start + into.length));
    }
  }), { numRuns: 60 });
});

test("createPageCache() reads a page once, and again when others took its place", () => {
  const handle = handleOf(numbered(4 * PAGE, 5));
  const read = createPageCache(2 * PAGE).readsOf(handle);
  for (const offset of [5, 900, PAGE + 1, 6, 2 * PAGE, 7]) read(offset, new Uint8Array(10));
  assert.deepEqual(handle.reads, [[0, PAGE], [PAGE, PAGE], [2 * PAGE, PAGE], [0, PAGE]]);
});

test("createPageCache() passes on large reads and reads past the end", () => {
  const handle = handleOf(numbered(2 * PAGE, 5));
  const read = createPageCache().readsOf(handle);
  read(0, new Uint8Array(PAGE));
  assert.throws(() => read(2 * PAGE - 3, new Uint8Array(4)), /too short/);
  assert.deepEqual(handle.reads, [[0, PAGE], [2 * PAGE - 3, 4]]);
});
