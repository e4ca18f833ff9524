/** Splits a query into tokens. Grammar: `docs/query-language.md`. */
import { ESCAPABLE, type Prefix, prefixName, QUOTES, readFactor, readPrefix } from "./fields.ts";
import { EMPTY_GROUP, EMPTY_QUOTES, MAX_DEPTH, TOO_DEEP, UNCLOSED, UNCLOSED_QUOTE, UNOPENED } from "./faults.ts";
import type { Fault, QueryReading } from "./reading.ts";
import { wordOf, type WordPlace } from "./starred_word.ts";

/**
 * A piece of a query; `start` and `end` are UTF-16 offsets. A `not`, a `must` and a `prefix` are always followed by
 * what they stand before.
 */
export type QueryToken =
  & { readonly start: number; readonly end: number }
  & (
    | { readonly kind: "open" | "close" | "or" | "not" | "must" }
    | { readonly kind: "word"; readonly text: string; readonly prefix?: "star" }
    | { readonly kind: "phrase"; readonly text: string }
    | { readonly kind: "prefix"; readonly prefix: Prefix }
    | { readonly kind: "boost"; readonly factor: number }
  );

const SPACE = /\s/;
const OR = /OR(?=$|[\s()"“”„])/y;
const BOOST = /\^([\d.]+)(?=$|[\s)])/y;

/**
 * The tokens of the text, in order. Parentheses and quotes are balanced. Without tokens, the text has only what was
 * taken literally.
 */
export function lex(reading: QueryReading): readonly QueryToken[] {
  return new Lexer(reading).tokens();
}

/** An open parenthesis: of a group, of a word such as `f(x)`, or one that is taken literally. */
interface OpenParenthesis {
  readonly of: "group" | "word" | "nothing";
  readonly at: number;
}

class Lexer {
  readonly #reading: QueryReading;
  readonly #text: string;
  readonly #tokens: QueryToken[] = [];
  /** Open parentheses, with the innermost last. */
  readonly #open: OpenParenthesis[] = [];
  /** How many groups are open. */
  #depth = 0;
  #at = 0;

  constructor(reading: QueryReading) {
    this.#reading = reading;
    this.#text = reading.text;
  }

  tokens(): readonly QueryToken[] {
    for (this.#skipSpace(); this.#at < this.#text.length; this.#skipSpace()) this.#readToken();
    return this.#withoutUnclosed();
  }

  #readToken(): void {
    const previous = this.#tokens.at(-1);
    const afterSign = previous?.kind === "not" || previous?.kind === "must";
    const character = this.#text[this.#at]!;
    if (character === "(") return this.#openGroup();
    if (character === ")" && this.#open.at(-1)?.of !== "word") return this.#closeGroup();
    if (QUOTES.includes(character)) return this.#readPhrase(previous);
    if ((character === "-" || character === "+") && !afterSign && this.#isSign(previous)) {
      return this.#take(character === "-" ? "not" : "must", 1);
    }
    if (!afterSign && this.#isOr()) return this.#take("or", 2);
    const found = readPrefix(this.#text, this.#at);
    if (found === undefined) return this.#readWord("text");
    const start = this.#at;
    this.#at = found.end;
    this.#tokens.push({ kind: "prefix", prefix: found.prefix, start, end: found.end });
    this.#readValue(found.prefix, start);
  }

  #take(kind: "open" | "close" | "or" | "not" | "must", length: number): void {
    const start = this.#at;
    this.#at += length;
    this.#tokens.push({ kind, start, end: this.#at });
  }

  /** Leaves out what stands from `start` to the current place. The sign or field directly before it goes with it. */
  #leaveOut(start: number, fault: Fault): void {
    this.#reading.takeLiterally(withoutLead(this.#tokens, start), this.#at, fault, start);
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && this.#isSpace(this.#at)) this.#at++;
  }

  #isSpace(index: number): boolean {
    return SPACE.test(this.#text[index]!);
  }

  #isOr(): boolean {
    OR.lastIndex = this.#at;
    return OR.test(this.#text);
  }

  /** A single `-` or `+` before something other than these, with nothing directly to its left. */
  #isSign(previous: QueryToken | undefined): boolean {
    const index = this.#at;
    const next = this.#text[index + 1];
    if (next === undefined || next === ")" || this.#isSpace(index + 1)) return false;
    // `--dry-run` and `++i` are words. `-+x` leaves out the word `+x`.
    if (next === "-" || (next === "+" && this.#text[index] === "+")) return false;
    return index === 0 || this.#isSpace(index - 1) || previous?.kind === "open";
  }

  #openGroup(): void {
    const at = this.#at;
    if (this.#depth === MAX_DEPTH) {
      this.#at++;
      this.#open.push({ of: "nothing", at });
      return this.#leaveOut(at, TOO_DEEP);
    }
    this.#open.push({ of: "group", at });
    this.#depth++;
    this.#take("open", 1);
  }

  #closeGroup(): void {
    const at = this.#at;
    const opened = this.#open.pop();
    if (opened?.of === "group") {
      this.#depth--;
      this.#take("close", 1);
      const opener = this.#tokens.at(-2)!;
      if (opener.kind !== "open") return this.#readBoost();
      this.#tokens.splice(-2);
      return this.#leaveOut(opener.start, EMPTY_GROUP);
    }
    this.#at++;
    this.#leaveOut(at, opened === undefined ? UNOPENED : TOO_DEEP);
  }

  /** Leaves out the openers of groups that never end. */
  #withoutUnclosed(): readonly QueryToken[] {
    const unclosed = this.#open.filter((parenthesis) => parenthesis.of === "group");
    const innermost = unclosed.at(-1);
    if (innermost === undefined) return this.#tokens;
    this.#reading.refuse(innermost.at, UNCLOSED);
    const left = new Set(unclosed.map(({ at }) => at));
    const kept: QueryToken[] = [];
    for (const token of this.#tokens) {
      if (token.kind !== "open" || !left.has(token.start)) kept.push(token);
      else this.#reading.takeLiterally(withoutLead(kept, token.start), token.end, UNCLOSED);
    }
    return kept;
  }

  /** Reads `^N` directly after a phrase or group. */
  #readBoost(): void {
    BOOST.lastIndex = this.#at;
    const found = BOOST.exec(this.#text);
    const factor = found === null ? undefined : readFactor(found[1]!);
    if (found === null || factor === undefined) return;
    this.#tokens.push({ kind: "boost", factor, start: this.#at, end: this.#at + found[0].length });
    this.#at += found[0].length;
  }

  /** Reads a phrase. A straight quote closes only with a straight one, and a curly quote with any. */
  #readPhrase(previous: QueryToken | undefined): void {
    const text = this.#text;
    const start = this.#at;
    const closers = text[start] === '"' ? '"' : QUOTES;
    let content = "";
    let at = start + 1;
    while (at < text.length && !closers.includes(text[at]!)) {
      if (text[at] === "\\" && at + 1 < text.length && (text[at + 1] === "\\" || QUOTES.includes(text[at + 1]!))) at++;
      content += text[at++]!;
    }
    const fault = at >= text.length ? UNCLOSED_QUOTE : content.trim() === "" ? EMPTY_QUOTES : undefined;
    if (fault === undefined) {
      this.#at = at + 1;
      this.#tokens.push({ kind: "phrase", text: content, start, end: this.#at });
      return this.#readBoost();
    }
    // Without its value, a filter would answer another question.
    if (previous?.kind === "prefix" && !("field" in previous.prefix)) throw this.#reading.error(start, fault);
    this.#at = fault === EMPTY_QUOTES ? at + 1 : start + 1;
    this.#leaveOut(start, fault);
  }

  #readValue(prefix: Prefix, start: number): void {
    const name = prefixName(prefix);
    const next = this.#text[this.#at];
    if (next === undefined || next === ")" || this.#isSpace(this.#at)) return this.#readNoValue(prefix, start);
    if (next === "(" && !("field" in prefix)) {
      throw this.#reading.error(this.#at, {
        problem: `\`${name}:\` takes a single value`,
        hint: `write (${name}:a OR ${name}:b) for alternatives, or put the value in quotes`,
      });
    }
    // A phrase or group is read like any other token. A word here cannot be a negation, OR or another field.
    if (next !== "(" && !QUOTES.includes(next)) this.#readWord("field" in prefix ? "text" : { filter: name });
  }

  /** `title:` without a value is a word. So is `tag:` where text follows after a space, as in pasted frontmatter. */
  #readNoValue(prefix: Prefix, start: number): void {
    const name = prefixName(prefix);
    const fault: Fault = {
      problem: `\`${name}:\` has no value`,
      hint: `write ${name}:value without a space, or "${name}:" in quotes to search for it as text`,
    };
    const word = /[\p{L}\p{N}]/gu;
    word.lastIndex = this.#at;
    if (!("field" in prefix) && !word.test(this.#text)) throw this.#reading.error(start, fault);
    this.#reading.takeLiterally(withoutLead(this.#tokens, this.#at), this.#at, fault, start);
  }

  /**
   * Reads a run without spaces. A `^N` at its end becomes a token of its own, and a `)` that closes a group ends the
   * run.
   */
  #readWord(place: WordPlace): void {
    const start = this.#at;
    const { content, caret, plainStars } = this.#readRun();
    const factor = caret === undefined ? undefined : readFactor(this.#text.slice(caret.at + 1, this.#at));
    const isBoosted = caret !== undefined && factor !== undefined;
    const end = isBoosted ? caret.at : this.#at;
    const run = { content: isBoosted ? content.slice(0, caret.length) : content, plainStars, start, end };
    this.#tokens.push({ ...wordOf(run, place, this.#reading), start, end });
    if (isBoosted) this.#tokens.push({ kind: "boost", factor, start: end, end: this.#at });
  }

  #readRun(): Run {
    const text = this.#text;
    let content = "";
    let caret: Run["caret"];
    const plainStars = new Set<number>();
    if (text.startsWith("\\OR", this.#at)) this.#at++;
    while (this.#at < text.length && !this.#isSpace(this.#at)) {
      const character = text[this.#at]!;
      if (character === "\\" && this.#at + 1 < text.length && ESCAPABLE.includes(text[this.#at + 1]!)) {
        this.#at++;
        if (text[this.#at] === "*") plainStars.add(content.length + 1);
      } else if (character === "(") {
        this.#open.push({ of: "word", at: this.#at });
      } else if (character === ")") {
        if (this.#open.length === 0) this.#reading.refuse(this.#at, UNOPENED);
        if (this.#open.at(-1)?.of !== "word") break;
        this.#open.pop();
      } else if (character === "^" && content !== "") {
        caret = { at: this.#at, length: content.length };
      }
      content += text[this.#at++]!;
    }
    return { content, caret, plainStars };
  }
}

/** A run without spaces, with its backslashes removed. */
interface Run {
  readonly content: string;
  /** The last `^`: where it stands, and how long the content is before it. */
  readonly caret: { readonly at: number; readonly length: number } | undefined;
  /** Lengths of the content up to stars that a backslash makes plain. */
  readonly plainStars: ReadonlySet<number>;
}

/**
 * Takes off the end of the tokens the sign and the name of a field that stand directly before `end`. The name becomes a
 * word. Returns where they begin, or `end`.
 */
function withoutLead(tokens: QueryToken[], end: number): number {
  let start = end;
  const names: QueryToken[] = [];
  for (let last = tokens.at(-1); last?.end === start; last = tokens.at(-1)) {
    if (last.kind === "prefix") {
      names.push({ kind: "word", text: `${prefixName(last.prefix)}:`, start: last.start, end: last.end });
    }
    if (last.kind !== "prefix" && last.kind !== "not" && last.kind !== "must") break;
    tokens.pop();
    start = last.start;
  }
  tokens.push(...names);
  return start;
}
