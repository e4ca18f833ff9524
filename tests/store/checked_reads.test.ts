import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createCheckedReads, pageSums } from "../../src/store/published/checked_reads.ts";

const PAGE = 64 * 1024;

const numbered = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 5 + (at >> 8)) & 0xff);

/** Reads these bytes with their own checksums, or with those of other bytes. */
function readsOf(bytes: Uint8Array, sums = pageSums(bytes)) {
  const checked = createCheckedReads();
  const handle = {
    size: bytes.length,
    read: (offset: number, into: Uint8Array) => into.set(bytes.subarray(offset, offset + into.length)),
    close: () => {},
  };
  return { read: checked.readsOf({ name: "aa.seg", handle, sums }), damage: checked.damage };
}

test("createCheckedReads() reads the file's bytes in runs of whole pages", () => {
  const bytes = numbered(3 * PAGE + 17);
  const { read, damage } = readsOf(bytes);
  for (const [first, last] of [[0, 1], [1, 3], [3, 4], [0, 4], [2, 3]] as const) {
    const end = Math.min(last * PAGE, bytes.length);
    const into = new Uint8Array(end - first * PAGE);
    read(first * PAGE, into);
    assert.equal(Buffer.compare(into, bytes.subarray(first * PAGE, end)), 0);
  }
  assert.equal(damage(), undefined);
});

test("createCheckedReads() refuses a read that is not a run of whole pages, because no checksum covers it", () => {
  const { read, damage } = readsOf(numbered(2 * PAGE + 9));
  for (const [offset, length] of [[1, PAGE], [0, 10], [PAGE, PAGE + 3]] as const) {
    assert.throws(() => read(offset, new Uint8Array(length)), { code: "engine" });
  }
  assert.equal(damage(), undefined);
});

test("createCheckedReads() refuses exactly the page with a flipped bit, however you read it", () => {
  const bytes = numbered(4 * PAGE + 9);
  const sizeOf = (page: number): number => Math.min(PAGE, bytes.length - page * PAGE);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
      const broken = bytes.slice();
      broken[at]! ^= 1 << bit;
      const { read, damage } = readsOf(broken, pageSums(bytes));
      const page = Math.floor(at / PAGE);
      for (let other = 0; other < 5; other++) {
        if (other !== page) read(other * PAGE, new Uint8Array(sizeOf(other)));
      }
      assert.equal(damage(), undefined);
      assert.throws(() => read(page * PAGE, new Uint8Array(sizeOf(page))), { code: "index-damaged" });
      assert.throws(() => read(0, new Uint8Array(bytes.length)), { code: "index-damaged" });
      assert.match(damage() ?? "", /aa\.seg/);
    }),
    { numRuns: 30 },
  );
});
