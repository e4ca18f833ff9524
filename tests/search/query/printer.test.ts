import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseQuery } from "../../../src/search/query/parser.ts";
import { describeQuery, printQuery } from "../../../src/search/query/printer.ts";
import { boost, queryTrees, withoutPositions, word } from "./syntax_tree.ts";

test("printQuery() writes the canonical form", () => {
  const forms: readonly (readonly [string, string])[] = [
    ["  a   b ", "a b"],
    ["a b OR c", "a (b OR c)"],
    ["(a b) OR (c)", "(a b) OR c"],
    ["((a)) -(b c)", "a -(b c)"],
    ["title:( x )^2.50", "title:x^2.5"],
    ["“x y” std::vec f(x)", '"x y" std::vec f(x)'],
    ["modified:7d tag:#Rust lang:EN", "modified:>=7d tag:Rust lang:en"],
    [`path:"my docs/" tree:"docs"`, `path:"my docs/" tree:docs`],
    ["+a +b^2 +(c) +\\-d", "+a +b^2 +c +\\-d"],
    [`+"x y" +(a b) +title:c`, `"x y" (a b) title:c`],
    ["(+a) OR b -(+c)", "((+a) OR b) -(+c)"],
    ["C++ a+b ++i + +-x", "C++ a+b ++i \\+ +-x"],
    ["a AND --dry-run -x^2", "a AND --dry-run -x^2"],
  ];
  for (const [text, canonical] of forms) assert.equal(printQuery(parseQuery(text)), canonical);
});

test("printQuery() writes a text that parses to the same tree", () => {
  fc.assert(
    fc.property(queryTrees(), (tree) => {
      const text = printQuery(tree);
      if (text.length > 5_000) return;
      assert.deepEqual(withoutPositions(parseQuery(text)), tree, text);
    }),
    { numRuns: 1500 },
  );
});

test("printQuery() writes the same text again after a parse", () => {
  const piece = fc.constantFrom(
    "a",
    "b",
    " ",
    " ",
    "(",
    ")",
    '"',
    "\\",
    "-",
    " -",
    "+",
    " +",
    "^2",
    " OR ",
    "title:",
    "tag:",
    "x",
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 14 }), (parts) => {
      let node;
      try {
        node = parseQuery(parts.join(""));
      } catch {
        return;
      }
      assert.deepEqual(withoutPositions(parseQuery(printQuery(node))), withoutPositions(node));
    }),
    { numRuns: 2000 },
  );
});

test("printQuery() rounds computed factors to numbers that you can type", () => {
  assert.equal(printQuery(boost(1 / 3, word("a"))), "a^0.333333");
  assert.equal(printQuery(boost(1e-9, word("a"))), "a^0.000001");
});

test("describeQuery() draws the tree and escapes control characters", () => {
  assert.equal(
    describeQuery(parseQuery(`a "b\u001bc" OR title:x^2 -(tree:docs y)`)),
    [
      "and",
      "  word a",
      "  or",
      '    phrase "b\\u{1b}c"',
      "    boost 2",
      "      field title",
      "        word x",
      "  not",
      "    and",
      "      filter tree:docs",
      "      word y",
    ].join("\n"),
  );
});
