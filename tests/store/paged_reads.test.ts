import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createPageCache, pageSums, type PageCache } from "../../src/store/paged_reads.ts";

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

/** Reads of these bytes with their own checksums, or those of others. */
function readsOf(cache: PageCache, bytes: Uint8Array, { handle = handleOf(bytes), sums = pageSums(bytes) } = {}): (offset: number, into: Uint8Array) => void {
  return cache.readsOf({ name: "aa.seg", handle, sums });
}

test("createPageCache() gives the file's bytes wherever and in whatever order they are read", () => {
  const files = [numbered(3 * PAGE + 17, 7), numbered(100, 3), numbered(2 * PAGE, 5)];
  const place = fc.oneof(fc.nat(3 * PAGE + 17), fc.constantFrom(0, PAGE, 2 * PAGE, 3 * PAGE));
  const length = fc.oneof(fc.nat(40), fc.nat(PAGE + 5), fc.nat(3 * PAGE), fc.constantFrom(PAGE, 2 * PAGE, 4 * PAGE));
  fc.assert(fc.property(fc.array(fc.record({ file: fc.nat(2), offset: place, length }), { maxLength: 20 }), (reads) => {
    const cache = createPageCache(2 * PAGE);
    const readers = files.map((bytes) => readsOf(cache, bytes));
    for (const { file, offset, length } of reads) {
      const bytes = files[file]!;
      const start = Math.min(offset, bytes.length);
      const into = new Uint8Array(Math.min(length, bytes.length - start));
      readers[file]!(start, into);
      assert.deepEqual(Buffer.compare(into, bytes.subarray(start, start + into.length)), 0);
    }
    assert.equal(cache.damage(), undefined);
  }), { numRuns: 60 });
});

test("createPageCache() reads a page once, and again when others took its place", () => {
  const bytes = numbered(4 * PAGE, 5);
  const handle = handleOf(bytes);
  const read = readsOf(createPageCache(2 * PAGE), bytes, { handle });
  for (const offset of [5, 900, PAGE + 1, 6, 2 * PAGE, 7]) read(offset, new Uint8Array(10));
  assert.deepEqual(handle.reads, [[0, PAGE], [PAGE, PAGE], [2 * PAGE, PAGE], [0, PAGE]]);
});

test("createPageCache() reads whole pages at once, and passes on reads past the end", () => {
  const bytes = numbered(4 * PAGE + 9, 5);
  const handle = handleOf(bytes);
  const read = readsOf(createPageCache(), bytes, { handle });
  read(PAGE - 1, new Uint8Array(3 * PAGE + 10));
  assert.deepEqual(handle.reads, [[0, PAGE], [PAGE, 3 * PAGE + 9]]);
  assert.throws(() => read(4 * PAGE + 6, new Uint8Array(4)), /too short/);
});

test("createPageCache() refuses a page with a flipped bit whichever way it is read, and no other page", () => {
  const bytes = numbered(4 * PAGE + 9, 5);
  fc.assert(fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
    const broken = bytes.slice();
    broken[at]! ^= 1 << bit;
    const cache = createPageCache();
    const read = readsOf(cache, broken, { sums: pageSums(bytes) });
    const page = Math.floor(at / PAGE);
    for (let other = 0; other < 5; other++) {
      if (other !== page) read(other * PAGE, new Uint8Array(9));
    }
    assert.equal(cache.damage(), undefined);
    assert.throws(() => read(page * PAGE, new Uint8Array(1)), { code: "index-damaged" });
    assert.throws(() => read(0, new Uint8Array(bytes.length)), { code: "index-damaged" });
    assert.match(cache.damage() ?? "", /aa\.seg/);
  }), { numRuns: 30 });
});
