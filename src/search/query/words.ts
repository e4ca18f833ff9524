/** Answers questions about the shape of a query. */
import { trimEnd } from "../../text/trim.ts";
import type { QueryNode } from "./syntax.ts";

/** Whether parentheses stand around the whole query. All words of a group are required. */
export function isOneGroup({ text, node }: { readonly text: string; readonly node: QueryNode }): boolean {
  // The first part of `(a) (b)` begins where the query begins. Inside parentheses, it begins after them.
  return node.kind === "and" && text[node.start] === "(" && node.children[0]!.start > node.start;
}

/**
 * Whether anything in the query can give a score: a word or phrase that is not negated. False for a query of filters
 * only.
 */
export function hasScoringTerms(query: QueryNode): boolean {
  switch (query.kind) {
    case "word":
    case "phrase":
      return true;
    case "and":
    case "or":
      return query.children.some(hasScoringTerms);
    case "must":
    case "field":
    case "boost":
      return hasScoringTerms(query.child);
    default:
      return false;
  }
}

/** The word itself if the node is a bare word, with or without a boost. */
export function bareWord(node: QueryNode): string | undefined {
  if (node.kind === "word") return plainWord(node.text);
  return node.kind === "boost" ? bareWord(node.child) : undefined;
}

/** Signs that end a sentence or a part of it. They do not belong to the word before them. */
const PUNCTUATION = ",.;:!?…，。；：！？、";

/** The word without the signs of its sentence: `API` for `API,` but `C++` for `C++`. */
export function plainWord(text: string): string {
  return trimEnd(text, PUNCTUATION) || text;
}

/** The parts of the top-level AND. Every one but a bare word has to hold. */
export function conjunctsOf(query: QueryNode): readonly QueryNode[] {
  return query.kind === "and" ? query.children : [query];
}

/** The words and phrases that a chunk may match, each in its field and without boosts. Negated parts are left out. */
export function searchedTerms(query: QueryNode): readonly QueryNode[] {
  switch (query.kind) {
    case "word":
    case "phrase":
      return [query];
    case "and":
    case "or":
      return query.children.flatMap(searchedTerms);
    case "must":
    case "boost":
      return searchedTerms(query.child);
    case "field":
      return searchedTerms(query.child).map((child) => ({ ...query, child }));
    default:
      return [];
  }
}

/** The filters of a query, in order, including negated ones and those inside groups. */
export function filtersOf(query: QueryNode): readonly Extract<QueryNode, { readonly kind: "filter" }>[] {
  switch (query.kind) {
    case "filter":
      return [query];
    case "and":
    case "or":
      return query.children.flatMap(filtersOf);
    case "not":
    case "must":
    case "field":
    case "boost":
      return filtersOf(query.child);
    default:
      return [];
  }
}
