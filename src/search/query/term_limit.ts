/** Limits the terms of queries that users write. */
import { UNSPACED_LETTERS } from "../../text/unspaced.ts";
import { MAX_TERMS, SHORTEN, TOO_MANY_TERMS } from "./faults.ts";
import type { ParsedQuery, ReadQuery } from "./join.ts";
import { querySyntaxError } from "./query_error.ts";
import { literal } from "./reading.ts";
import type { QueryNode } from "./syntax.ts";
import { filtersOf, hasScoringTerms } from "./words.ts";

/** Made when a query has letters beyond ASCII: a runtime takes a third of a millisecond for it. */
let term: RegExp | undefined;

/**
 * The query up to the word with which it has too many terms, beside those in `seen`; adds its own to them. Throws
 * `query-syntax` for that word if the reading is not lenient, and for a filter behind it: without it, the query asks
 * something else.
 */
export function withFewTerms(query: ParsedQuery, seen: Set<string>, { takeLiterally = false }: ReadQuery): ParsedQuery {
  const { text } = query;
  let cut: number | undefined;
  const node = within(query.node);
  if (cut === undefined) return query;
  if (node === undefined || !hasScoringTerms(node)) throw errorAt(cut);
  const place = cut;
  const taken = query.taken.filter(({ start, end }) => start < place || end > text.length);
  return { text, node, taken: [...taken, literal(text, place, text.length, TOO_MANY_TERMS)] };

  function errorAt(at: number) {
    return querySyntaxError(text, at, TOO_MANY_TERMS, SHORTEN);
  }

  function within(node: QueryNode): QueryNode | undefined {
    if (cut !== undefined) {
      const [filter] = filtersOf(node);
      if (filter !== undefined) throw errorAt(filter.start);
      return undefined;
    }
    if ("children" in node) {
      const children = node.children.flatMap((child) => within(child) ?? []);
      return children.length < 2 ? children[0] : { ...node, children, end: children.at(-1)!.end };
    }
    if ("child" in node) {
      const child = within(node.child);
      return child === undefined ? undefined : { ...node, child };
    }
    for (const { at, term } of termsOf(node)) {
      if (!seen.has(term) && seen.size === MAX_TERMS) return cutAt(node, at);
      seen.add(term);
    }
    return node;
  }

  function cutAt(node: SearchedLeaf, at: number): QueryNode | undefined {
    if (node.kind === "filter" || !takeLiterally) throw errorAt(node.start);
    cut = node.start + at + (node.kind === "phrase" ? 1 : 0);
    const { kind, start } = node;
    return at === 0 ? undefined : { kind, text: node.text.slice(0, at), start, end: cut };
  }
}

type SearchedLeaf = Extract<QueryNode, { readonly kind: "word" | "phrase" | "filter" }>;

function termsOf(node: SearchedLeaf): readonly { readonly at: number; readonly term: string }[] {
  if (node.kind === "filter") return [{ at: 0, term: JSON.stringify(node.filter) }];
  const isPlain = /^[\x20-\x7e]*$/.test(node.text);
  if (!isPlain) term ??= new RegExp(`[${UNSPACED_LETTERS}]|[\\p{L}\\p{N}\\p{M}]+`, "gu");
  return [...node.text.matchAll(isPlain ? /[a-z0-9]+/gi : term!)]
    .map(({ index, 0: found }) => ({ at: index, term: found.toLowerCase() }));
}
