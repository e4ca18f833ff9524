import assert from "node:assert/strict";
import { test } from "node:test";
import { joinQueries } from "../../../src/search/query/join.ts";
import { printQuery } from "../../../src/search/query/printer.ts";

function typed(text: string): string {
  return printQuery(joinQueries([text], { typing: true }).node);
}

test("while you type, the last word is the beginning of one", () => {
  assert.equal(typed("snapsh"), "snapsh*");
  assert.equal(typed("update a snapsh"), "update a snapsh*");
  assert.equal(typed("title:snapsh"), "title:snapsh*");
  assert.equal(typed("rust -dep"), "rust -dep");
  assert.equal(typed("rust OR gol"), "rust OR gol*");
  assert.equal(typed("组"), "组*");
});

test("what ends a word ends typing it", () => {
  for (const text of ["snapsh ", "snapsh,", '"snapsh"', "(update snapsh)", "snapsh^2", "tag:snapsh", "a", "node.j"]) {
    assert.equal(typed(text), printQuery(joinQueries([text]).node), text);
  }
});

test("each of several queries may end with the beginning of a word", () => {
  const { text, parts } = joinQueries(["update snapsh", "kubern"], { typing: true });
  assert.equal(text, "(update snapsh*) OR (kubern*)");
  assert.deepEqual(parts.map(({ node }) => printQuery(node)), ["update snapsh*", "kubern*"]);
});
