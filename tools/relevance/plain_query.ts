import { printQuery } from "../../src/search/query/printer.ts";
import type { QueryNode } from "../../src/search/query/syntax.ts";

/**
 * Makes a query of the bare words of a text, with everything escaped that the query language would interpret. Empty
 * for a blank text.
 */
export function plainQuery(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const children = words.map((word): QueryNode => ({ kind: "word", text: word, start: 0, end: 0 }));
  return children.length === 1 ? printQuery(children[0]!) : printQuery({ kind: "and", children, start: 0, end: 0 });
}
