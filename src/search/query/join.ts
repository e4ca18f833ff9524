/** Joins the arguments of one search into one query. */
import { RaError } from "../../errors.ts";
import type { TakenLiterally } from "../../shapes/literal.ts";
import { parseLeniently, parseQuery } from "./parser.ts";
import { printQuery } from "./printer.ts";
import type { QueryNode } from "./syntax.ts";
import { whileTyping } from "./typing.ts";

/** One argument. The positions in `node` are offsets into its own `text`. */
export interface ParsedQuery {
  readonly text: string;
  readonly node: QueryNode;
  /** What looks like syntax and is searched as words. Only a lenient reading has any. */
  readonly taken: readonly TakenLiterally[];
}

/** The joined query: its text, its tree with offsets into that text, and the arguments that it consists of. */
export interface JoinedQuery extends ParsedQuery {
  readonly parts: readonly ParsedQuery[];
}

/** How to read the arguments of a search. */
export interface ReadQuery {
  /** Is the last word of each one still being typed? */
  readonly typing?: boolean | undefined;
  /** Is what cannot be meant as syntax searched as words? Without this, it is an error. */
  readonly takeLiterally?: boolean | undefined;
}

/**
 * Parses each argument on its own, so that a caret points into what the user typed. Joins them as `(a) OR (b)`; a
 * single argument stays as it is. Throws `query-syntax`, and `query-empty` when there is no argument or only blank
 * ones.
 */
export function joinQueries(queries: readonly string[], how: ReadQuery = {}): JoinedQuery {
  return joinParts(queries.map((text) => readPart(text, how)));
}

/** Parses one argument. */
export function readPart(text: string, { typing = false, takeLiterally = false }: ReadQuery): ParsedQuery {
  const { node, taken } = takeLiterally ? parseLeniently(text) : { node: parseQuery(text), taken: [] };
  return { text, node: typing ? whileTyping(node, text) : node, taken };
}

/** Joins arguments that were parsed. */
export function joinParts(parts: readonly ParsedQuery[]): JoinedQuery {
  const first = parts[0];
  if (first === undefined) {
    throw new RaError("query-empty", "query: there is nothing to search for", { hint: "give at least one query" });
  }
  if (parts.length === 1) return { ...first, parts };
  let text = "";
  const children: QueryNode[] = [];
  const taken: TakenLiterally[] = [];
  for (const part of parts) {
    if (text !== "") text += " OR ";
    const shown = part.taken.length > 0 || isWholeInParentheses(part) ? part : reprinted(part.node);
    const by = text.length + 1;
    children.push(shifted(shown.node, by));
    taken.push(...part.taken.map((one) => ({ ...one, start: one.start + by, end: one.end + by })));
    text += `(${shown.text})`;
  }
  return { text, node: { kind: "or", children, start: 0, end: text.length }, taken, parts };
}

/**
 * Whether the text can stand in parentheses. False for texts such as `f(` or `a\`, which take the closing parenthesis
 * for their own.
 */
function isWholeInParentheses(query: ParsedQuery): boolean {
  try {
    return printQuery(parseQuery(`(${query.text})`)) === printQuery(query.node);
  } catch {
    return false;
  }
}

function reprinted(node: QueryNode): Pick<ParsedQuery, "text" | "node"> {
  const text = printQuery(node);
  return { text, node: parseQuery(text) };
}

function shifted(node: QueryNode, by: number): QueryNode {
  const moved = { start: node.start + by, end: node.end + by };
  switch (node.kind) {
    case "and":
    case "or":
      return { ...node, ...moved, children: node.children.map((child) => shifted(child, by)) };
    case "not":
    case "must":
    case "field":
    case "boost":
      return { ...node, ...moved, child: shifted(node.child, by) };
    default:
      return { ...node, ...moved };
  }
}
