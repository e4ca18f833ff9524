import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readSortOrder } from "../../../src/search/retrieval/sort_order.ts";
import { compareSortValues, sortValue } from "../../../src/search/retrieval/sort_value.ts";

const sorted = (...values: readonly string[]): readonly string[] =>
  values.toSorted((a, b) => compareSortValues(sortValue(a), sortValue(b)));

test("values of the frontmatter compare as numbers, dates or text", () => {
  assert.deepEqual(sorted("10", "9", "-1", "1.5", "1e1"), ["-1", "1.5", "9", "10", "1e1"]);
  assert.deepEqual(sorted("2025-10-01", "2025-9-01", "2025-09-01T12:00:00Z"), [
    "2025-9-01",
    "2025-09-01T12:00:00Z",
    "2025-10-01",
  ]);
  assert.deepEqual(sorted("beta", "Alpha", "gamma"), ["Alpha", "beta", "gamma"]);
  assert.deepEqual(sorted("text", "2025-01-01", "7"), ["7", "2025-01-01", "text"]);
  assert.equal(compareSortValues(sortValue("Über"), sortValue("U\u0308BER")), 0);
});

test("the order of values is total and does not depend on where they stood", () => {
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.date({ min: new Date("1000-01-01"), max: new Date("9000-01-01"), noInvalidDate: true }).map((at) =>
      at.toISOString()
    ),
    fc.string({ unit: "grapheme" }),
  );
  fc.assert(fc.property(fc.array(value), (values) => {
    const shown = (list: readonly string[]) => sorted(...list).map((one) => JSON.stringify(sortValue(one)));
    assert.deepEqual(shown(values), shown(values.toReversed()));
  }));
});

test("readSortOrder() takes the orders that there are", () => {
  for (const order of ["score", "date", "path", "meta.order", "meta.a b", "meta.order:desc", "meta.größe"]) {
    assert.equal(readSortOrder(order), order);
  }
  for (const order of ["", "size", "meta", "meta.", "meta.:desc", "date:desc", "Path"]) {
    assert.throws(() => readSortOrder(order, "--sort"), { code: "usage", message: /^--sort: / }, order);
  }
});
