import { test } from "node:test";
import assert from "node:assert/strict";
import { parseQuery } from "../../src/query/parser.ts";
import { bareWords, filtersOf, hasGroups, hasScoringTerms } from "../../src/query/words.ts";

test("bareWords() lists the words of the top-level AND with their boosts", () => {
  const words = bareWords(parseQuery(`how to^2 "a b" title:x -y tree:docs configure`));
  assert.deepEqual(words.map(({ node, boost }) => [node.text, boost]), [["how", 1], ["to", 2], ["configure", 1]]);
  assert.deepEqual(bareWords(parseQuery("alone")).map(({ node }) => node.text), ["alone"]);
  assert.deepEqual(bareWords(parseQuery("a OR b")), []);
});

test("hasGroups() sees OR and grouping parentheses but not those of words and phrases", () => {
  for (const text of ["a OR b", "(a b)", "a (b)", "title:(a)", "a -(b c)"]) assert.equal(hasGroups(text), true, text);
  for (const text of ["a b", "f(x) b", `"a OR (b)"`, "a or b", "a -b title:c^2"]) {
    assert.equal(hasGroups(text), false, text);
  }
});

test("hasScoringTerms() is false when there are only filters and negations", () => {
  for (const text of ["tree:docs", "tree:docs -x", "(tag:a OR tag:b) -title:x"]) {
    assert.equal(hasScoringTerms(parseQuery(text)), false, text);
  }
  for (const text of ["a", `"a b"`, "tree:docs title:x^2", "tag:a OR b"]) {
    assert.equal(hasScoringTerms(parseQuery(text)), true, text);
  }
});

test("filtersOf() finds filters wherever they stand", () => {
  const filters = filtersOf(parseQuery("a tree:x -(tag:y b) (path:z OR c)^2"));
  assert.deepEqual(filters.map(({ filter }) => filter.on), ["tree", "tag", "path"]);
});
