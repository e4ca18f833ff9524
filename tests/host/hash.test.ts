import test from "node:test";
import assert from "node:assert/strict";
import { contentHash, hashBytes } from "../../src/host/hash.ts";

test("hashBytes() is the first half of SHA-256", () => {
  // NIST's example for "abc".
  assert.equal(hashBytes(new TextEncoder().encode("abc")), "ba7816bf8f01cfea414140de5dae2223");
  assert.equal(hashBytes(new Uint8Array()), "e3b0c44298fc1c149afbf4c8996fb924");
});

test("contentHash() is the same hash in Base64 for URLs", () => {
  assert.equal(contentHash(new TextEncoder().encode("abc")), "ungWv48Bz-pBQUDeXa4iI7");
});
