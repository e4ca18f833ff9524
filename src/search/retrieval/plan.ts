/** Turns the syntax tree of a query into the core's request. */
import type { PlanFilter, PlanNode } from "../ports/request.ts";
import type { Filter, QueryNode, WordNode } from "../query/syntax.ts";
import { plainWord } from "../query/words.ts";
import { isGlob } from "./path_filter.ts";
import { otherVersion } from "./spellings.ts";
import { planWord, type Synonyms } from "./synonyms.ts";
import { NO_FORMS, type OtherLetters, type WordForms, type WordParts } from "./word_forms.ts";

/**
 * Finds the ids of the documents that a `modified:`, `linked:` or `path:` filter accepts: the index holds no dates,
 * does not decide where links lead, and matches no globs on paths.
 */
export type DocumentsOf = (
  filter: Extract<Filter, { readonly on: "modified" | "linked" | "path" }>,
) => readonly string[];

/** What a plan needs beside the query. */
export interface PlanSources {
  readonly documentsOf: DocumentsOf;
  /** Other forms of its words. */
  readonly forms: WordForms;
  /** Words that the index does not have, in camel case. */
  readonly parts?: WordParts;
  /** Words in the letters that the index has. */
  readonly letters?: OtherLetters;
}

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
export function planQuery(query: QueryNode, sources: PlanSources, synonyms: Synonyms): Plan {
  const children = query.kind === "and" ? query.children : [query];
  const filters = children.flatMap((
    child,
  ) => (child.kind === "filter" ? [namedFilter(child.filter, sources)] : []));
  const rest = children.filter((child) => child.kind !== "filter");
  const planned = (child: QueryNode): PlanNode => {
    const plan = planNode(child, sources, synonyms);
    return child.kind === "must" ? { must: plan } : plan;
  };
  return { query: { and: rest.map(planned) }, filters };
}

function planNode(node: QueryNode, sources: PlanSources, synonyms: Synonyms): PlanNode {
  switch (node.kind) {
    case "word":
      return planTyped(node, sources, synonyms);
    case "phrase":
      return planPhrase(node.text, sources);
    case "and":
      return { and: node.children.map((child) => planNode(child, sources, synonyms)) };
    case "or":
      return { or: node.children.map((child) => planNode(child, sources, synonyms)) };
    case "not":
      return { not: planNode(node.child, { ...sources, forms: NO_FORMS }, NO_SYNONYMS) };
    case "must":
      // Inside a group, every word is required.
      return planNode(node.child, sources, synonyms);
    case "boost":
      return { boost: [node.factor, planNode(node.child, sources, synonyms)] };
    case "field":
      return { field: [node.field, planNode(node.child, { ...sources, forms: NO_FORMS }, NO_SYNONYMS)] };
    case "filter":
      return { filter: namedFilter(node.filter, sources).filter };
  }
}

function planTyped(node: WordNode, { forms, parts, letters }: PlanSources, synonyms: Synonyms): PlanNode {
  const text = letters?.get(node) ?? node.text;
  if (isPrefix(node, synonyms)) return { prefix: text };
  const [word, typed] = [plainWord(text), plainWord(node.text)];
  const others = word === typed ? synonyms(word) : [...synonyms(word), ...synonyms(typed)];
  return planWord(word, others, forms.get(node), parts?.get(node));
}

/** A quoted version also stands for the version with or without a `v`. */
function planPhrase(text: string, { forms }: PlanSources): PlanNode {
  const other = forms === NO_FORMS ? undefined : otherVersion(text.trim());
  return other === undefined ? { phrase: text } : { or: [{ phrase: text }, { phrase: other }] };
}

/** A word with synonyms is a whole one, unless a `*` says otherwise. */
function isPrefix({ prefix, text }: WordNode, synonyms: Synonyms): boolean {
  return prefix === "star" || (prefix === "typing" && synonyms(text).length === 0);
}

function namedFilter(filter: Filter, { documentsOf }: PlanSources): NamedFilter {
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
      return {
        text: `path:${filter.value}`,
        filter: isGlob(filter.value) ? { documents: documentsOf(filter) } : { path: filter.value },
      };
    case "lang":
      return { text: `lang:${filter.value}`, filter: { lang: filter.value } };
    case "linked":
      return { text: `linked:${filter.value}`, filter: { documents: documentsOf(filter) } };
    case "version":
      return { text: `version:${filter.value}`, filter: { version: filter.value } };
  }
}
