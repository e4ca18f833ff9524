import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cutAtLimit } from "../../src/text/cut.ts";
import { trim, trimEnd, trimStart } from "../../src/text/trim.ts";

const text = fc.string({ unit: fc.constantFrom("a", "_", "$", "-", " ", "\n", "b"), maxLength: 30 });

test("trimming agrees with the expressions that say the same", () => {
  fc.assert(fc.property(text, (text) => {
    assert.equal(trim(text, "_$-"), text.replace(/^[_$-]+|[_$-]+$/g, ""));
    assert.equal(trimStart(text, "_$-"), text.replace(/^[_$-]+/, ""));
    assert.equal(trimEnd(text, "\n"), text.replace(/\n+$/, ""));
  }));
});

test("a text is cut after the last white space of the second half", () => {
  fc.assert(fc.property(text, fc.integer({ min: 1, max: 30 }), (text, limit) => {
    if (text.length <= limit) return assert.deepEqual(cutAtLimit(text, limit), [text, ""]);
    const half = limit >> 1;
    const space = /\s+(?=\S*$)/.exec(text.slice(half, limit));
    const at = space === null ? limit : half + space.index + space[0].length;
    assert.deepEqual(cutAtLimit(text, limit), [text.slice(0, at), text.slice(at)]);
  }));
});
