/** Parses the query language into its syntax tree. Grammar: `docs/query-language.md`. */
import { RaError } from "../../errors.ts";
import { type Prefix, prefixName } from "./fields.ts";
import { makeFilter } from "./filter.ts";
import { lex, type QueryToken } from "./lexer.ts";
import { querySyntaxError } from "./query_error.ts";
import type { QueryNode } from "./syntax.ts";
import { bareWord } from "./words.ts";

type TokenOf<K extends QueryToken["kind"]> = Extract<QueryToken, { readonly kind: K }>;

/**
 * Parses one query. Terms stand side by side, `OR` binds tighter, and parentheses group.
 *
 * Throws `query-empty` for a blank text and `query-syntax` for a malformed one. The message shows the place with a
 * caret.
 *
 * ```ts
 * parseQuery(`title:guide rust OR go -draft`);
 * ```
 */
export function parseQuery(text: string): QueryNode {
  if (text.trim() === "") {
    throw new RaError("query-empty", "query: there is nothing to search for", {
      hint: 'give at least one word, for example: ra search "error handling"',
    });
  }
  return new Parser(text).query();
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly QueryToken[];
  /** The number of the token that is read next. */
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = lex(text);
  }

  query(): QueryNode {
    const query = this.#sequence(undefined, undefined);
    if (!asksForSomething(query)) {
      throw this.#error(
        firstNegation(query).start,
        "the query only says what to leave out",
        "add a word that has to match, as in: guide -draft",
      );
    }
    return query;
  }

  /** Parses everything up to the end or the closing parenthesis, as an implicit AND. */
  #sequence(opener: QueryToken | undefined, field: Prefix | undefined): QueryNode {
    const children: QueryNode[] = [];
    while (this.#next < this.#tokens.length && this.#tokens[this.#next]!.kind !== "close") {
      children.push(this.#alternatives(field));
    }
    const first = children[0];
    if (first === undefined) {
      throw this.#error(
        opener?.start ?? 0,
        "there is nothing between these parentheses",
        "write something between them, or put them in quotes",
      );
    }
    return children.length === 1 ? first : { kind: "and", children, start: first.start, end: children.at(-1)!.end };
  }

  #alternatives(field: Prefix | undefined): QueryNode {
    const opening = this.#tokens[this.#next]!;
    const first = this.#operand(field);
    const children = [first];
    if (this.#tokens[this.#next]?.kind === "or") this.#refuseSign(opening);
    while (this.#tokens[this.#next]?.kind === "or") {
      const or = this.#tokens[this.#next++]!;
      const following = this.#tokens[this.#next]?.kind;
      if (following === "must") this.#refuseSign(this.#tokens[this.#next]!);
      if (following === undefined || following === "close" || following === "or") {
        throw this.#error(
          or.start,
          "nothing follows this OR",
          'write an alternative after it, or "OR" in quotes to search for the word',
        );
      }
      children.push(this.#operand(field));
    }
    if (children.length === 1) return first;
    return { kind: "or", children, start: first.start, end: children.at(-1)!.end };
  }

  #operand(field: Prefix | undefined): QueryNode {
    const token = this.#tokens[this.#next]!;
    if (token.kind === "or") {
      throw this.#error(
        token.start,
        "nothing stands before this OR",
        'write an alternative before it, or "OR" in quotes to search for the word',
      );
    }
    if (token.kind !== "not" && token.kind !== "must") return this.#boosted(field);
    this.#next++;
    const child = this.#boosted(field);
    // Phrases, fields, filters and groups are required as they are.
    if (token.kind === "must" && bareWord(child) === undefined) return child;
    return { kind: token.kind, child, start: token.start, end: child.end };
  }

  /** An alternative cannot be required. */
  #refuseSign(token: QueryToken): void {
    if (token.kind !== "must") return;
    throw this.#error(
      token.start,
      "`+` cannot stand before an alternative of OR",
      "leave out the + for either of them, or the OR to require this word",
    );
  }

  #boosted(field: Prefix | undefined): QueryNode {
    const child = this.#atom(field);
    const token = this.#tokens[this.#next];
    if (token?.kind !== "boost") return child;
    this.#next++;
    if (child.kind === "filter" && this.#tokens[this.#next - 2]!.kind !== "close") {
      throw this.#error(
        token.start,
        "a filter adds no score, so it cannot be boosted",
        "leave the ^ out, or put the value in quotes if the ^ belongs to it",
      );
    }
    return { kind: "boost", factor: token.factor, child, start: child.start, end: token.end };
  }

  #atom(field: Prefix | undefined): QueryNode {
    const token = this.#tokens[this.#next++]!;
    switch (token.kind) {
      case "word":
      case "phrase":
        return token;
      case "open":
        return this.#group(token, field);
      case "prefix":
        return field === undefined ? this.#prefixed(token) : this.#nestedField(token, field);
      default:
        // The lexer attaches each boost to its term and rejects stray parentheses, so no other token can follow.
        throw this.#error(token.start, "not expected here", "put the text in quotes");
    }
  }

  #group(opener: QueryToken, field: Prefix | undefined): QueryNode {
    const inner = this.#sequence(opener, field);
    return { ...inner, start: opener.start, end: this.#tokens[this.#next++]!.end };
  }

  #prefixed(token: TokenOf<"prefix">): QueryNode {
    const { prefix, start } = token;
    if ("field" in prefix) {
      const value = this.#tokens[this.#next]!;
      if (value.kind === "word" && /^\/.+\/$/.test(value.text)) {
        throw this.#error(
          value.start,
          "the query language has no regular expressions",
          `write words, or put ${value.text} in quotes to search for it as text`,
        );
      }
      const child = this.#atom(prefix);
      return { kind: "field", field: prefix.field, child, start, end: child.end };
    }
    const value = this.#tokens[this.#next++] as TokenOf<"word" | "phrase">;
    const filter = makeFilter(prefix, value.text);
    if (filter === undefined) {
      throw this.#error(value.start, `not a value for \`${prefixName(prefix)}:\``, hintForValue(prefix));
    }
    return { kind: "filter", filter, start, end: value.end };
  }

  #nestedField(token: TokenOf<"prefix">, outer: Prefix): never {
    const name = prefixName(token.prefix);
    throw this.#error(
      token.start,
      `\`${name}:\` cannot stand inside \`${prefixName(outer)}:(…)\``,
      `move it out of the parentheses, or put "${name}:…" in quotes to search for it as text`,
    );
  }

  #error(at: number, message: string, hint: string): Error {
    return querySyntaxError(this.#text, at, message, hint);
  }
}

/** Whether any part of the query is outside every negation. */
function asksForSomething(node: QueryNode): boolean {
  if (node.kind === "not") return false;
  if ("children" in node) return node.children.some(asksForSomething);
  return "child" in node ? asksForSomething(node.child) : true;
}

/** The leftmost negation of a query that consists of negations only. */
function firstNegation(node: QueryNode): QueryNode {
  if ("children" in node) return firstNegation(node.children[0]!);
  return node.kind === "not" || !("child" in node) ? node : firstNegation(node.child);
}

function hintForValue(prefix: Prefix): string {
  if ("on" in prefix && prefix.on === "modified") {
    return "write a day as YYYY-MM-DD, with >, >=, < or <= before it if you like, or 7d for the last seven days";
  }
  return "write the name of a tag, for example tag:rust";
}
