/** Turns the syntax tree of a query into the core's request. */
import type { PlanFilter, PlanNode } from "../ports/request.ts";
import type { Filter, QueryNode, WordNode } from "../query/syntax.ts";
import { plainWord } from "../query/words.ts";
import { planWord, type Synonyms } from "./synonyms.ts";

/**
 * Finds the ids of the documents that a `modified:` or `linked:` filter accepts: the index holds no dates, and does not
 * decide where links lead.
 */
export type DocumentsOf = (
  filter: Extract<Filter, { readonly on: "modified" | "linked" }>,
) => readonly string[];

export interface Plan {
  readonly query: { readonly and: readonly PlanNode[] };
  /** The filters of the top-level AND, with their text. They are taken out of the query. */
  readonly filters: readonly NamedFilter[];
}

export interface NamedFilter {
  /** The filter as the user would write it. */
  readonly text: string;
  readonly filter: PlanFilter;
}

/** Negated words and words of a field match only as typed. */
const NO_SYNONYMS: Synonyms = () => [];

/**
 * Plans one query. A query of filters only becomes an empty conjunction, which matches every chunk that the filters
 * accept.
 */
export function planQuery(query: QueryNode, documentsOf: DocumentsOf, synonyms: Synonyms): Plan {
  const children = query.kind === "and" ? query.children : [query];
  const filters = children.flatMap((
    child,
  ) => (child.kind === "filter" ? [namedFilter(child.filter, documentsOf)] : []));
  const rest = children.filter((child) => child.kind !== "filter");
  const planned = (child: QueryNode): PlanNode => {
    const plan = planNode(child, documentsOf, synonyms);
    return child.kind === "must" ? { must: plan } : plan;
  };
  return { query: { and: rest.map(planned) }, filters };
}

function planNode(node: QueryNode, documentsOf: DocumentsOf, synonyms: Synonyms): PlanNode {
  switch (node.kind) {
    case "word":
      return isPrefix(node, synonyms) ? { prefix: node.text } : planWord(plainWord(node.text), synonyms);
    case "phrase":
      return { phrase: node.text };
    case "and":
      return { and: node.children.map((child) => planNode(child, documentsOf, synonyms)) };
    case "or":
      return { or: node.children.map((child) => planNode(child, documentsOf, synonyms)) };
    case "not":
      return { not: planNode(node.child, documentsOf, NO_SYNONYMS) };
    case "must":
      // Inside a group, every word is required.
      return planNode(node.child, documentsOf, synonyms);
    case "boost":
      return { boost: [node.factor, planNode(node.child, documentsOf, synonyms)] };
    case "field":
      return { field: [node.field, planNode(node.child, documentsOf, NO_SYNONYMS)] };
    case "filter":
      return { filter: namedFilter(node.filter, documentsOf).filter };
  }
}

/** A word with synonyms is a whole one, unless a `*` says otherwise. */
function isPrefix({ prefix, text }: WordNode, synonyms: Synonyms): boolean {
  return prefix === "star" || (prefix === "typing" && synonyms(text).length === 0);
}

function namedFilter(filter: Filter, documentsOf: DocumentsOf): NamedFilter {
  switch (filter.on) {
    case "meta":
      return { text: `meta.${filter.key}:${filter.value}`, filter: { meta: [filter.key, filter.value] } };
    case "modified":
      return {
        text: `modified:${filter.comparison === "=" ? "" : filter.comparison}${filter.value}`,
        filter: { documents: documentsOf(filter) },
      };
    case "tree":
      return { text: `tree:${filter.value}`, filter: { tree: filter.value } };
    case "tag":
      return { text: `tag:${filter.value}`, filter: { tag: filter.value } };
    case "path":
      return { text: `path:${filter.value}`, filter: { path: filter.value } };
    case "lang":
      return { text: `lang:${filter.value}`, filter: { lang: filter.value } };
    case "linked":
      return { text: `linked:${filter.value}`, filter: { documents: documentsOf(filter) } };
    case "version":
      return { text: `version:${filter.value}`, filter: { version: filter.value } };
  }
}
