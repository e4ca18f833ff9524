// A runtime compiles a function as a whole. Large ones keep its compiler from those that are hot, and inlining brings
// them back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const CORE = fileURLToPath(new URL("../../../wasm/pkg/ra_core_bg.wasm", import.meta.url));
const CODE_SECTION = 10;
const LARGE = 6 * 1024;

/** The bytes of each function of a WebAssembly module, the largest first. */
function functionSizes(module: Uint8Array): readonly number[] {
  let at = 8;
  const number = (): number => {
    let value = 0;
    for (let shift = 0;; shift += 7) {
      const byte = module[at++]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < module.length) {
    const section = module[at++];
    const size = number();
    const end = at + size;
    if (section === CODE_SECTION) {
      const sizes = Array.from({ length: number() }, () => {
        const bytes = number();
        at += bytes;
        return bytes;
      });
      assert.equal(at, end);
      return sizes.sort((a, b) => b - a);
    }
    at = end;
  }
  return [];
}

test("few functions of the core are large", () => {
  const sizes = functionSizes(readFileSync(CORE));
  assert.ok(sizes.length > 1000, `${sizes.length}`);
  const large = sizes.filter((bytes) => bytes > LARGE);
  // A build that keeps names (CARGO_PROFILE_RELEASE_STRIP=none) tells which. `#[inline(never)]` keeps parts apart.
  assert.ok(large[0]! <= 24 * 1024, `the largest function has ${large[0]} bytes`);
  assert.ok(large.length <= 58, `${large.length} functions have more than ${LARGE} bytes`);
});
