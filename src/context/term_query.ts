/** Terms as a query that any of them matches. */
import { printQuery } from "../query/printer.ts";
import type { QueryNode } from "../query/syntax.ts";
import type { Term } from "./telling_terms.ts";

const NOWHERE = { start: 0, end: 0 };

/** The query's text: words joined with OR, each with its weight in hundredths. Empty without terms. */
export function termQuery(terms: readonly Term[]): string {
  if (terms.length === 0) return "";
  const children = terms.map(({ word, weight }): QueryNode => {
    const node = { kind: "word", text: word, ...NOWHERE } as const;
    const factor = Math.max(0.01, Math.round(weight * 100) / 100);
    return factor === 1 ? node : { kind: "boost", factor, child: node, ...NOWHERE };
  });
  return printQuery(children.length === 1 ? children[0]! : { kind: "or", children, ...NOWHERE });
}
