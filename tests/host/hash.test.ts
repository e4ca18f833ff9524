import test from "node:test";
import assert from "node:assert/strict";
import { checksumOf, contentHash, hashBytes } from "../../src/host/hash.ts";

test("hashBytes() is the first half of SHA-256", () => {
  // NIST's example for "abc".
  assert.equal(hashBytes(new TextEncoder().encode("abc")), "ba7816bf8f01cfea414140de5dae2223");
  assert.equal(hashBytes(new Uint8Array()), "e3b0c44298fc1c149afbf4c8996fb924");
});

test("contentHash() is the same hash in Base64 for URLs", () => {
  assert.equal(contentHash(new TextEncoder().encode("abc")), "ungWv48Bz-pBQUDeXa4iI7");
});

test("checksumOf() is CRC-32, of bytes at any place and in any number", () => {
  // The check value of CRC-32/ISO-HDLC.
  assert.equal(checksumOf(new TextEncoder().encode("123456789")), 0xcbf43926);
  assert.equal(checksumOf(new Uint8Array()), 0);
  const bytes = Uint8Array.from({ length: 5_000 }, (_, at) => at * 31 + (at >> 5));
  for (const [from, to] of [[0, 1], [1, 8], [3, 17], [7, 1_000], [0, 5_000], [4_999, 5_000]] as const) {
    assert.equal(checksumOf(bytes.subarray(from, to)), bitByBit(bytes.subarray(from, to)));
  }
  const large = new Uint8Array(40_000_000).fill(7);
  assert.equal(checksumOf(large), checksumOf(large));
});

/** As the polynomial says. */
function bitByBit(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
