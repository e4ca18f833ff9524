import { test } from "node:test";
import assert from "node:assert/strict";
import { parseQuery } from "../../src/query/parser.ts";
import { filtersOf, hasGroups, hasScoringTerms } from "../../src/query/words.ts";

test("hasGroups() counts OR and grouping parentheses, but not parentheses in words and phrases", () => {
  for (const text of ["a OR b", "(a b)", "a (b)", "title:(a)", "a -(b c)"]) assert.equal(hasGroups(text), true, text);
  for (const text of ["a b", "f(x) b", `"a OR (b)"`, "a or b", "a -b title:c^2"]) {
    assert.equal(hasGroups(text), false, text);
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
