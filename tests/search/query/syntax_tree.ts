/** Builds and generates syntax trees for the tests of the query language. All positions are zero. */
import fc from "fast-check";
import type { Filter, QueryNode, TextField } from "../../../src/search/query/syntax.ts";

const at = { start: 0, end: 0 };
export const word = (text: string): QueryNode => ({ kind: "word", text, ...at });
export const starred = (text: string): QueryNode => ({ kind: "word", text, prefix: "star", ...at });
export const phrase = (text: string): QueryNode => ({ kind: "phrase", text, ...at });
export const not = (child: QueryNode): QueryNode => ({ kind: "not", child, ...at });
export const must = (child: QueryNode): QueryNode => ({ kind: "must", child, ...at });
export const and = (...children: QueryNode[]): QueryNode => ({ kind: "and", children, ...at });
export const or = (...children: QueryNode[]): QueryNode => ({ kind: "or", children, ...at });
export const field = (name: TextField, child: QueryNode): QueryNode => ({ kind: "field", field: name, child, ...at });
export const boost = (factor: number, child: QueryNode): QueryNode => ({ kind: "boost", factor, child, ...at });
export const filter = (condition: Filter): QueryNode => ({ kind: "filter", filter: condition, ...at });

/** Returns the same tree with all positions zero. */
export function withoutPositions(node: QueryNode): QueryNode {
  if ("children" in node) return { ...node, ...at, children: node.children.map(withoutPositions) };
  if ("child" in node) return { ...node, ...at, child: withoutPositions(node.child) };
  return { ...node, ...at };
}

const pieces = fc.constantFrom(
  "a",
  "b",
  "OR",
  "-",
  "--",
  "+",
  '"',
  "“",
  "”",
  "(",
  ")",
  "\\",
  "^",
  "2",
  "^2",
  "^.5",
  ":",
  "::",
  "title:",
  "tree:",
  "meta.k:",
  "é",
  "日本",
  "😀",
  "\u0007",
  ".",
  "x",
  "*",
);
const words = fc.oneof(
  { weight: 5, arbitrary: fc.array(pieces, { minLength: 1, maxLength: 5 }).map((parts) => word(parts.join(""))) },
  { weight: 1, arbitrary: fc.constantFrom("ab", "日", "éa", "x2", "OR", "a_b", "a-b", "std::ve").map(starred) },
);
const phrases = fc.array(fc.oneof(pieces, fc.constantFrom(" ", "\n")), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join("")).filter((text) => text.trim() !== "").map(phrase);
const values = fc.array(fc.oneof(pieces, fc.constant(" ")), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("")).filter((text) => text.trim() !== "");
const filters = fc.oneof(
  fc.record({ on: fc.constantFrom("tree" as const, "path" as const), value: values }),
  values.map((value) => ({ on: "tag" as const, value: `t${value}` })),
  values.map((value) => ({ on: "lang" as const, value: value.toLowerCase() })),
  fc.record({ on: fc.constant("meta" as const), key: fc.constantFrom("status", "a.b", "é-1"), value: values }),
  fc.record({
    on: fc.constant("modified" as const),
    comparison: fc.constantFrom(">" as const, ">=" as const, "<" as const, "<=" as const, "=" as const),
    value: fc.constantFrom("2026-01-31", "2024-02-29"),
  }),
  fc.record({
    on: fc.constant("modified" as const),
    comparison: fc.constantFrom(">" as const, ">=" as const, "<" as const),
    value: fc.constantFrom("7d", "0d"),
  }),
).map((condition) => filter({ ...condition }));
const factors = fc.oneof(
  fc.integer({ min: 1, max: 999_999_999 }).map((n) => n / 1_000_000),
  fc.integer({ min: 1, max: 999_999 }),
);
const fields = fc.constantFrom<TextField>("title", "tags", "body");

function many(
  make: (depth: number, inField: boolean) => fc.Arbitrary<QueryNode>,
  depth: number,
  inField: boolean,
): fc.Arbitrary<QueryNode> {
  const positive = make(depth - 1, inField);
  return fc.tuple(
    fc.constantFrom(and, or),
    positive,
    fc.array(fc.oneof(positive, positive.map(not), positive.map(not).map(not)), { minLength: 1, maxLength: 3 }),
    fc.boolean(),
  ).map(([joined, first, rest, last]) => (last ? joined(...rest, first) : joined(first, ...rest)));
}

/**
 * Generates trees as the parser makes them: every AND and OR has a positive part, and no field stands inside a field.
 */
export function queryTrees(depth = 3, inField = false): fc.Arbitrary<QueryNode> {
  const marked = fc.oneof(words, fc.tuple(factors, words).map(([factor, child]) => boost(factor, child))).map(must);
  const leaves = inField ? fc.oneof(words, phrases, marked) : fc.oneof(words, phrases, marked, filters);
  if (depth === 0) return leaves;
  const inner = queryTrees(depth - 1, inField);
  const options = [
    leaves,
    many(queryTrees, depth, inField),
    fc.tuple(factors, inner).map(([factor, child]) => boost(factor, child)),
  ];
  if (!inField) options.push(fc.tuple(fields, queryTrees(depth - 1, true)).map(([name, child]) => field(name, child)));
  return fc.oneof(...options);
}
