import { test } from "node:test";
import assert from "node:assert/strict";
import { parseQuery } from "../../../src/search/query/parser.ts";
import { filtersOf, hasScoringTerms, isOneGroup } from "../../../src/search/query/words.ts";

test("isOneGroup() sees parentheses around the whole query only", () => {
  const isGroup = (text: string): boolean => isOneGroup({ text, node: parseQuery(text) });
  for (const text of ["(a b)", " ((a b)) ", "+(a b)", "(a (b OR c))"]) assert.equal(isGroup(text), true, text);
  for (const text of ["a b", "(a) b", "(a) (b)", "(a b) c", "a (b)", "f(x) b", "(a)", "(a b)^2"]) {
    assert.equal(isGroup(text), false, text);
  }
});

test("hasScoringTerms() is false for a query of filters and negations alone", () => {
  for (const text of ["tree:docs", "tree:docs -x", "(tag:a OR tag:b) -title:x"]) {
    assert.equal(hasScoringTerms(parseQuery(text)), false, text);
  }
  for (const text of ["a", `"a b"`, "tree:docs title:x^2", "tag:a OR b"]) {
    assert.equal(hasScoringTerms(parseQuery(text)), true, text);
  }
});

test("filtersOf() finds filters anywhere in the tree", () => {
  const filters = filtersOf(parseQuery("a tree:x -(tag:y b) (path:z OR c)^2"));
  assert.deepEqual(filters.map(({ filter }) => filter.on), ["tree", "tag", "path"]);
});
