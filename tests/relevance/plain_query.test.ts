import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseQuery } from "../../src/search/query/parser.ts";
import { plainQuery } from "../../tools/relevance/plain_query.ts";

function words(query: string): readonly string[] {
  const node = parseQuery(query);
  const children = node.kind === "and" ? node.children : [node];
  return children.map((child) => (child.kind === "word" ? child.text : `a ${child.kind}`));
}

test("plainQuery() returns the bare words when a text looks like the query language", () => {
  const text = 'what are open(directory, "title:x" -flag OR tag:rust) 10^9 --dry-run C++ a:b';
  assert.deepEqual(words(plainQuery(text)), text.split(" "));
});

test("plainQuery() returns the bare words of any text", () => {
  const piece = fc.oneof(
    fc.constantFrom('"', "(", ")", "-", "OR", ":", "title:", "^2", "\\", "modified:>"),
    fc.string({ minLength: 1, maxLength: 6 }),
  );
  const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(" ")).filter((value) =>
    value.trim() !== ""
  );
  fc.assert(
    fc.property(text, (value) =>
      assert.deepEqual(
        words(plainQuery(value)),
        value.split(/\s+/).filter((word) => word !== ""),
      )),
    { numRuns: 300 },
  );
});
