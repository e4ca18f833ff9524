/** Makes a query that any of several terms matches. */
import { printQuery } from "../search/query/printer.ts";
import type { QueryNode } from "../search/query/syntax.ts";
import type { WeightedTerm } from "./distinctive_terms.ts";

const NOWHERE = { start: 0, end: 0 };

/**
 * Joins the words with OR, each with its weight in hundredths, and limits the query to `trees` if they are given.
 * Returns an empty text if there are no terms.
 */
export function termQuery(terms: readonly WeightedTerm[], trees: readonly string[] = []): string {
  if (terms.length === 0) return "";
  const query = anyOf(terms.map(({ word, weight }): QueryNode => {
    const node = isPhrase(word)
      ? { kind: "phrase", text: word, ...NOWHERE } as const
      : { kind: "word", text: word, ...NOWHERE } as const;
    const factor = Math.max(0.01, Math.round(weight * 100) / 100);
    return factor === 1 ? node : { kind: "boost", factor, child: node, ...NOWHERE };
  }));
  if (trees.length === 0) return printQuery(query);
  const filter = anyOf(
    trees.map((value): QueryNode => ({ kind: "filter", filter: { on: "tree", value }, ...NOWHERE })),
  );
  return printQuery({ kind: "and", children: [filter, query], ...NOWHERE });
}

/** Tells whether a term is a phrase of several words. */
export function isPhrase(term: string): boolean {
  return /\s/.test(term);
}

function anyOf(children: readonly QueryNode[]): QueryNode {
  return children.length === 1 ? children[0]! : { kind: "or", children, ...NOWHERE };
}
