// Markup is joined by one rule, whether the core or the host does it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { joinRanges } from "../../src/text/visible.ts";

/** The core's tests read these cases too. */
const CASES: readonly (readonly [text: string, ranges: readonly number[], expected: string])[] = JSON.parse(
  readFileSync("wasm/src/visible/joined.json", "utf8"),
);

test("joinRanges() keeps newlines and replaces whole characters", () => {
  for (const [text, ranges, expected] of CASES) {
    const bytes = new TextEncoder().encode(text);
    const joined = new TextDecoder().decode(joinRanges(bytes, Uint32Array.from(ranges)));
    assert.equal(joined, expected, `${JSON.stringify(text)} ${ranges}`);
    assert.equal(new TextDecoder().decode(bytes), text);
  }
});
