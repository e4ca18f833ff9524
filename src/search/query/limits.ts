/** Limits the queries that users write. Queries that ra makes by itself, as for `ra context`, are longer. */
import { querySyntaxError } from "./query_error.ts";
import { type JoinedQuery, joinQueries, type ReadQuery } from "./join.ts";
import { UNSPACED_LETTERS } from "../../text/unspaced.ts";
import type { QueryNode } from "./syntax.ts";

/** The most characters (UTF-16 code units) of a query. A page of text is shorter; nobody types more. */
export const MAX_CHARACTERS = 4096;
/** The most different terms of a query. Each one is looked up in every segment, with the words that are similar. */
export const MAX_TERMS = 256;

const HINT = "keep the words that matter, or search by a whole file instead";

/** Made when a query has letters beyond ASCII: a runtime takes a third of a millisecond for it. */
let term: RegExp | undefined;

/**
 * Joins the arguments of one search into one query that users may ask. Throws what `joinQueries` throws, and
 * `query-syntax` for a query that is too long or has too many terms.
 */
export function joinAskedQueries(queries: readonly string[], how: ReadQuery = {}): JoinedQuery {
  const text = queries.length === 1 ? queries[0]! : queries.join(" ");
  if (text.length > MAX_CHARACTERS) {
    throw querySyntaxError(
      text,
      MAX_CHARACTERS,
      `longer than ${MAX_CHARACTERS.toLocaleString("en")} characters`,
      HINT,
    );
  }
  const joined = joinQueries(queries, how);
  const seen = new Set<string>();
  for (const { text, node } of joined.parts) {
    const over = firstBeyond(node, seen);
    if (over !== undefined) {
      throw querySyntaxError(text, over.start, `more than ${MAX_TERMS} different words and filters`, HINT);
    }
  }
  return joined;
}

/** The first part of the query with which there are too many terms. Adds the terms before it to `seen`. */
function firstBeyond(node: QueryNode, seen: Set<string>): QueryNode | undefined {
  if ("children" in node) {
    for (const child of node.children) {
      const over = firstBeyond(child, seen);
      if (over !== undefined) return over;
    }
    return undefined;
  }
  if ("child" in node) return firstBeyond(node.child, seen);
  for (const term of termsOf(node)) seen.add(term);
  return seen.size > MAX_TERMS ? node : undefined;
}

function termsOf(node: Extract<QueryNode, { readonly kind: "word" | "phrase" | "filter" }>): readonly string[] {
  if (node.kind === "filter") return [JSON.stringify(node.filter)];
  const text = node.text.toLowerCase();
  if (/^[\x20-\x7e]*$/.test(text)) return text.match(/[a-z0-9]+/g) ?? [];
  term ??= new RegExp(`[${UNSPACED_LETTERS}]|[\\p{L}\\p{N}\\p{M}]+`, "gu");
  return text.match(term) ?? [];
}
