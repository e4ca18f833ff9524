import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { RaError } from "../../../src/errors.ts";
import { joinQueries } from "../../../src/search/query/join.ts";
import { parseQuery } from "../../../src/search/query/parser.ts";
import { printQuery } from "../../../src/search/query/printer.ts";
import { queryTrees, withoutPositions } from "./syntax_tree.ts";

test("joinQueries() returns a single query unchanged", () => {
  const joined = joinQueries(["a b OR c"]);
  assert.equal(joined.text, "a b OR c");
  assert.deepEqual(joined.node, parseQuery("a b OR c"));
  assert.deepEqual(joined.parts, [{ text: "a b OR c", node: parseQuery("a b OR c"), taken: [] }]);
});

test("joinQueries() joins several queries with OR, each in parentheses", () => {
  const joined = joinQueries(["error handling", "logging", "x OR y"]);
  assert.equal(joined.text, "(error handling) OR (logging) OR (x OR y)");
  assert.equal(printQuery(joined.node), "(error handling) OR logging OR (x OR y)");
  assert.deepEqual(joined.parts.map((part) => part.text), ["error handling", "logging", "x OR y"]);
});

test("joinQueries() keeps offsets into the joined text", () => {
  const joined = joinQueries(["error handling", "title:logging"]);
  assert.ok(joined.node.kind === "or");
  assert.deepEqual(joined.node.children.map((child) => joined.text.slice(child.start, child.end)), [
    "error handling",
    "title:logging",
  ]);
});

test("joinQueries() shows what is taken literally as it was typed, with offsets into the joined text", () => {
  const { text, node, taken, parts } = joinQueries(["(kettle", "fine", 'a "b'], { takeLiterally: true });
  assert.equal(text, '((kettle) OR (fine) OR (a "b)');
  assert.deepEqual(taken.map(({ start, end }) => text.slice(start, end)), ["(", '"']);
  assert.deepEqual(taken.map(({ text: part }) => part), ["(", '"']);
  assert.deepEqual(parts.map((part) => part.taken.length), [1, 0, 1]);
  assert.ok(node.kind === "or");
  assert.deepEqual(node.children.map(({ start, end }) => text.slice(start, end)), ["kettle", "fine", 'a "b']);
});

test("joinQueries() points at the wrong argument", () => {
  assert.throws(() => joinQueries(["fine", "b OR"]), (error) => {
    assert.ok(error instanceof RaError);
    assert.match(error.message, /\n {2}b OR\n {4}\^$/);
    return true;
  });
});

test("joinQueries() refuses blank and missing queries", () => {
  for (const queries of [[], ["a", " "]]) {
    assert.throws(() => joinQueries(queries), (error) => error instanceof RaError && error.code === "query-empty");
  }
});

test("joinQueries() keeps words separate from the parentheses that it adds", () => {
  assert.equal(joinQueries(["call(", "a\\"]).text, "(call\\() OR (a\\\\)");
});

test("joinQueries() returns a text that parses to the returned tree", () => {
  const piece = fc.constantFrom("a", " b", "(", ")", "\\", '"', " -c", " OR ", "^2", "tag:");
  const texts = fc.oneof(
    queryTrees(2).map(printQuery),
    fc.array(piece, { minLength: 1, maxLength: 7 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(fc.array(texts, { minLength: 2, maxLength: 3 }), (queries) => {
      let joined;
      try {
        joined = joinQueries(queries);
      } catch {
        return;
      }
      assert.deepEqual(withoutPositions(parseQuery(joined.text)), withoutPositions(joined.node));
    }),
    { numRuns: 500 },
  );
});
