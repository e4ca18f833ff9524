/** Parses the query language into its syntax tree. Grammar: `docs/query-language.md`. */
import { RaError } from "../../errors.ts";
import type { TakenLiterally } from "../../shapes/literal.ts";
import {
  BOOSTED_FILTER,
  EMPTY_GROUP,
  EMPTY_QUOTES,
  NOTHING_AFTER_OR,
  NOTHING_BEFORE_OR,
  ONLY_NEGATIONS,
  SIGNED_ALTERNATIVE,
} from "./faults.ts";
import { type Prefix, prefixName } from "./fields.ts";
import { makeFilter } from "./filter.ts";
import { lex, type QueryToken } from "./lexer.ts";
import { QueryReading } from "./reading.ts";
import type { QueryNode, WordNode } from "./syntax.ts";
import { bareWord } from "./words.ts";

type TokenOf<K extends QueryToken["kind"]> = Extract<QueryToken, { readonly kind: K }>;

/** A query, and what of it looks like syntax and is words. */
export interface ParsedText {
  readonly node: QueryNode;
  readonly taken: readonly TakenLiterally[];
}

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
  return parse(text, false).node;
}

/**
 * Parses one query as people paste it: what cannot be meant as syntax is searched as words. Throws `query-empty` for a
 * text without anything to search for, and `query-syntax` where a filter has no value that fits and where the query
 * only leaves out.
 */
export function parseLeniently(text: string): ParsedText {
  return parse(text, true);
}

function parse(text: string, isLenient: boolean): ParsedText {
  if (text.trim() === "") {
    throw new RaError("query-empty", "query: there is nothing to search for", {
      hint: 'give at least one word, for example: ra search "error handling"',
    });
  }
  const reading = new QueryReading(text, isLenient);
  return { node: new Parser(reading).query(), taken: reading.taken() };
}

class Parser {
  readonly #reading: QueryReading;
  readonly #tokens: QueryToken[];
  /** The number of the token that is read next. */
  #next = 0;

  constructor(reading: QueryReading) {
    this.#reading = reading;
    this.#tokens = [...lex(reading)];
  }

  query(): QueryNode {
    if (this.#tokens.length === 0) return this.#signsAlone();
    const query = this.#sequence(undefined);
    if (asksForSomething(query)) return query;
    // `->` is a sign, not something to leave out.
    if (this.#reading.isLenient && !/[\p{L}\p{N}]/u.test(this.#reading.text)) return this.#signsAlone();
    throw this.#reading.error(firstNegation(query).start, ONLY_NEGATIONS);
  }

  /** The whole text as one word. Quotes and parentheses around nothing ask for nothing. */
  #signsAlone(): QueryNode {
    const { text } = this.#reading;
    const nothing = this.#reading.taken().find(({ reason }) =>
      reason !== EMPTY_GROUP.problem && reason !== EMPTY_QUOTES.problem
    );
    const [first] = this.#reading.taken();
    if (nothing === undefined && first !== undefined) {
      const fault = first.reason === EMPTY_GROUP.problem ? EMPTY_GROUP : EMPTY_QUOTES;
      throw this.#reading.error(first.start, fault);
    }
    const signs = text.trim();
    const start = text.indexOf(signs);
    return { kind: "word", text: signs, start, end: start + signs.length };
  }

  /** Parses everything up to the end or the closing parenthesis, as an implicit AND. */
  #sequence(field: Prefix | undefined): QueryNode {
    const children: QueryNode[] = [];
    while (this.#next < this.#tokens.length && this.#tokens[this.#next]!.kind !== "close") {
      children.push(this.#alternatives(field));
    }
    // The lexer leaves no empty group.
    const first = children[0]!;
    return children.length === 1 ? first : { kind: "and", children, start: first.start, end: children.at(-1)!.end };
  }

  #alternatives(field: Prefix | undefined): QueryNode {
    const opening = this.#tokens[this.#next]!;
    const first = this.#operand(field);
    if (this.#kind() === "or") this.#refuseSign(opening);
    if (!this.#isOperator()) return first;
    const children = [this.#unsigned(opening, first)];
    do {
      const sign = this.#tokens[++this.#next]!;
      this.#refuseSign(sign);
      children.push(this.#unsigned(sign, this.#operand(field)));
    } while (this.#isOperator());
    return { kind: "or", children, start: children[0]!.start, end: children.at(-1)!.end };
  }

  #kind(): QueryToken["kind"] | undefined {
    return this.#tokens[this.#next]?.kind;
  }

  /** Whether an OR comes next that has something behind it. One that has nothing, or is doubled, becomes a word. */
  #isOperator(): boolean {
    if (this.#kind() !== "or") return false;
    const following = this.#tokens[this.#next + 1]?.kind;
    if (following !== undefined && following !== "close" && following !== "or") return true;
    this.#makeWords(NOTHING_AFTER_OR);
    return false;
  }

  /** Makes words of the OR that comes next and of those directly behind it. */
  #makeWords(fault: typeof NOTHING_AFTER_OR): void {
    for (let at = this.#next; this.#tokens[at]?.kind === "or"; at++) {
      const { start, end } = this.#tokens[at]!;
      this.#reading.takeLiterally(start, end, fault);
      this.#tokens[at] = { kind: "word", text: "OR", start, end };
    }
  }

  #operand(field: Prefix | undefined): QueryNode {
    if (this.#kind() === "or") this.#makeWords(NOTHING_BEFORE_OR);
    const token = this.#tokens[this.#next]!;
    if (token.kind !== "not" && token.kind !== "must") return this.#boosted(field);
    this.#next++;
    const child = this.#boosted(field);
    // Phrases, fields, filters and groups are required as they are.
    if (token.kind === "must" && bareWord(child) === undefined) return child;
    return { kind: token.kind, child, start: token.start, end: child.end };
  }

  /** An alternative cannot be required. */
  #refuseSign(token: QueryToken): void {
    if (token.kind === "must") this.#reading.refuse(token.start, SIGNED_ALTERNATIVE);
  }

  #unsigned(sign: QueryToken, operand: QueryNode): QueryNode {
    if (sign.kind !== "must") return operand;
    this.#reading.takeLiterally(sign.start, sign.end, SIGNED_ALTERNATIVE);
    return operand.kind === "must" ? operand.child : operand;
  }

  #boosted(field: Prefix | undefined): QueryNode {
    const child = this.#atom(field);
    const token = this.#tokens[this.#next];
    if (token?.kind !== "boost") return child;
    this.#next++;
    if (child.kind === "filter" && this.#tokens[this.#next - 2]!.kind !== "close") {
      throw this.#reading.error(token.start, BOOSTED_FILTER);
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
        // The lexer attaches each boost to its term and leaves no stray parenthesis, so no other token can follow.
        throw this.#reading.error(token.start, { problem: "not expected here", hint: "put the text in quotes" });
    }
  }

  #group(opener: QueryToken, field: Prefix | undefined): QueryNode {
    const inner = this.#sequence(field);
    return { ...inner, start: opener.start, end: this.#tokens[this.#next++]!.end };
  }

  #prefixed(token: TokenOf<"prefix">): QueryNode {
    const { prefix, start } = token;
    if ("field" in prefix) {
      const value = this.#tokens[this.#next]!;
      if (value.kind === "word" && /^\/.+\/$/.test(value.text)) {
        this.#reading.takeLiterally(start, value.end, {
          problem: "the query language has no regular expressions",
          hint: `write words, or put ${value.text} in quotes to search for it as text`,
        }, value.start);
        return this.#joined(token, value);
      }
      const child = this.#atom(prefix);
      return { kind: "field", field: prefix.field, child, start, end: child.end };
    }
    const value = this.#tokens[this.#next++] as TokenOf<"word" | "phrase">;
    const filter = makeFilter(prefix, value.text);
    if (filter === undefined) {
      const problem = `not a value for \`${prefixName(prefix)}:\``;
      throw this.#reading.error(value.start, { problem, hint: hintForValue(prefix) });
    }
    return { kind: "filter", filter, start, end: value.end };
  }

  /** A field inside another one is text, with its value. */
  #nestedField(token: TokenOf<"prefix">, outer: Prefix): QueryNode {
    const name = prefixName(token.prefix);
    const value = this.#tokens[this.#next]!;
    const end = value.kind === "word" ? value.end : token.end;
    this.#reading.takeLiterally(token.start, end, {
      problem: `\`${name}:\` cannot stand inside \`${prefixName(outer)}:(…)\``,
      hint: `move it out of the parentheses, or put "${name}:…" in quotes to search for it as text`,
    });
    if (value.kind === "word") return this.#joined(token, value);
    const word: WordNode = { kind: "word", text: `${name}:`, start: token.start, end };
    const child = this.#atom(outer);
    return { kind: "and", children: [word, child], start: token.start, end: child.end };
  }

  /** The name of a field and its value as one word. */
  #joined({ prefix, start }: TokenOf<"prefix">, value: TokenOf<"word">): QueryNode {
    this.#next++;
    return { ...value, text: `${prefixName(prefix)}:${value.text}`, start };
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
