/** Splits a query into tokens. Grammar: `docs/query-language.md`. */
import { ESCAPABLE, type Prefix, prefixName, QUOTES, readFactor, readPrefix } from "./fields.ts";
import { querySyntaxError } from "./query_error.ts";

/** A piece of a query; `start` and `end` are UTF-16 offsets. A `prefix` is always followed by its value. */
export type QueryToken =
  & { readonly start: number; readonly end: number }
  & (
    | { readonly kind: "open" | "close" | "or" | "not" | "must" }
    | { readonly kind: "word"; readonly text: string; readonly prefix?: "star" }
    | { readonly kind: "phrase"; readonly text: string }
    | { readonly kind: "prefix"; readonly prefix: Prefix }
    | { readonly kind: "boost"; readonly factor: number }
  );

/** How deep parentheses may be nested. */
const MAX_DEPTH = 64;

const SPACE = /\s/;
const OR = /OR(?=$|[\s()"“”„])/y;
const BOOST = /\^([\d.]+)(?=$|[\s)])/y;

/** The tokens of `text`, in order. Parentheses and quotes are balanced. Throws `query-syntax`. */
export function lex(text: string): readonly QueryToken[] {
  return new Lexer(text).tokens();
}

/** Where a word of a query may stand: by itself or as the value of a text field, or as the value of a filter. */
type WordPlace = { readonly filter: string } | "text";

class Lexer {
  readonly #text: string;
  readonly #tokens: QueryToken[] = [];
  /** Open parentheses, with the innermost last. Some open a group, and others are part of a word such as `f(x)`. */
  readonly #open: { readonly group: boolean; readonly at: number }[] = [];
  /** How many groups are open. */
  #depth = 0;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  tokens(): readonly QueryToken[] {
    for (this.#skipSpace(); this.#at < this.#text.length; this.#skipSpace()) this.#readToken();
    const unclosed = this.#open.findLast((parenthesis) => parenthesis.group);
    if (unclosed !== undefined) {
      throw this.#error(unclosed.at, "this parenthesis is never closed", "add a `)`, or put the text in quotes");
    }
    return this.#tokens;
  }

  #readToken(): void {
    const previous = this.#tokens.at(-1);
    const afterSign = previous?.kind === "not" || previous?.kind === "must";
    const character = this.#text[this.#at]!;
    if (character === "(") return this.#openGroup();
    if (character === ")" && this.#open.at(-1)?.group !== false) {
      this.#closeGroup();
      return this.#readBoost();
    }
    if (QUOTES.includes(character)) {
      this.#readPhrase();
      return this.#readBoost();
    }
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
    this.#open.push({ group: true, at: this.#at });
    if (++this.#depth > MAX_DEPTH) {
      throw this.#error(
        this.#at,
        `parentheses are nested more than ${MAX_DEPTH} deep`,
        "leave out parentheses that are not needed",
      );
    }
    this.#take("open", 1);
  }

  #closeGroup(): void {
    if (this.#open.pop() === undefined) throw this.#strayParenthesis();
    this.#depth--;
    this.#take("close", 1);
  }

  #strayParenthesis(): Error {
    return this.#error(
      this.#at,
      "this parenthesis was never opened",
      "add a `(` before it, or put the text in quotes",
    );
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
  #readPhrase(): void {
    const text = this.#text;
    const start = this.#at;
    const closers = text[start] === '"' ? '"' : QUOTES;
    let content = "";
    let at = start + 1;
    while (at < text.length && !closers.includes(text[at]!)) {
      if (text[at] === "\\" && at + 1 < text.length && (text[at + 1] === "\\" || QUOTES.includes(text[at + 1]!))) at++;
      content += text[at++]!;
    }
    if (at >= text.length) {
      throw this.#error(
        start,
        "this quote is never closed",
        'add the closing quote, or write \\" for a quote that is part of the text',
      );
    }
    if (content.trim() === "") {
      throw this.#error(start, "there is nothing between these quotes", "write the words of the phrase between them");
    }
    this.#at = at + 1;
    this.#tokens.push({ kind: "phrase", text: content, start, end: this.#at });
  }

  #readValue(prefix: Prefix, start: number): void {
    const name = prefixName(prefix);
    const next = this.#text[this.#at];
    if (next === undefined || next === ")" || this.#isSpace(this.#at)) {
      throw this.#error(
        start,
        `\`${name}:\` has no value`,
        `write ${name}:value without a space, or "${name}:" in quotes to search for it as text`,
      );
    }
    if (next === "(" && !("field" in prefix)) {
      throw this.#error(
        this.#at,
        `\`${name}:\` takes a single value`,
        `write (${name}:a OR ${name}:b) for alternatives, or put the value in quotes`,
      );
    }
    // A phrase or group is read like any other token. A word here cannot be a negation, OR or another field.
    if (next !== "(" && !QUOTES.includes(next)) this.#readWord("field" in prefix ? "text" : { filter: name });
  }

  /**
   * Reads a run without spaces. A `^N` at its end becomes a token of its own, and a `)` that closes a group ends the
   * run.
   */
  #readWord(place: WordPlace): void {
    const start = this.#at;
    const { content, caret, plainStars } = this.#readRun();
    const factor = caret === undefined ? undefined : readFactor(this.#text.slice(caret.at + 1, this.#at));
    if (caret === undefined || factor === undefined) {
      this.#tokens.push({ ...this.#wordOf(content, plainStars, place, start), start, end: this.#at });
    } else {
      const word = content.slice(0, caret.length);
      this.#tokens.push({ ...this.#wordOf(word, plainStars, place, start), start, end: caret.at });
      this.#tokens.push({ kind: "boost", factor, start: caret.at, end: this.#at });
    }
  }

  #readRun(): LexedRun {
    const text = this.#text;
    let content = "";
    let caret: LexedRun["caret"];
    const plainStars = new Set<number>();
    if (text.startsWith("\\OR", this.#at)) this.#at++;
    while (this.#at < text.length && !this.#isSpace(this.#at)) {
      const character = text[this.#at]!;
      if (character === "\\" && this.#at + 1 < text.length && ESCAPABLE.includes(text[this.#at + 1]!)) {
        this.#at++;
        if (text[this.#at] === "*") plainStars.add(content.length + 1);
      } else if (character === "(") {
        this.#open.push({ group: false, at: this.#at });
      } else if (character === ")") {
        const innermost = this.#open.at(-1);
        if (innermost === undefined) throw this.#strayParenthesis();
        if (innermost.group) break;
        this.#open.pop();
      } else if (character === "^" && content !== "") {
        caret = { at: this.#at, length: content.length };
      }
      content += text[this.#at++]!;
    }
    return { content, caret, plainStars };
  }

  #wordOf(word: string, plainStars: ReadonlySet<number>, place: WordPlace, start: number): Word {
    // A runtime takes a millisecond to compile what the patterns below say of letters.
    if (!word.includes("*")) return { kind: "word", text: word };
    // A word that starts with signs other than those of names has no `*` of its own: `**bold*`.
    const isStarred = /^(?!\*).*[\p{L}\p{N}\p{M}_]\*$/u.test(word) && !plainStars.has(word.length);
    if (place !== "text") {
      if (isStarred) throw this.#starredFilter(place.filter, start);
      return { kind: "word", text: word };
    }
    // Between digits it multiplies.
    const inner = /(?<=\p{L})\*(?=[\p{L}\p{N}])|(?<=\p{N})\*(?=\p{L})/u.exec(word);
    if (inner !== null && !plainStars.has(inner.index + 1)) {
      throw this.#error(
        start,
        "a `*` stands for the rest of a word, so it can only end one",
        `put the word in quotes, or write \\* for a * that is part of it`,
      );
    }
    if (!isStarred) return { kind: "word", text: word };
    const begun = word.slice(0, -1);
    const isLongEnough = /[\p{L}\p{N}].*[\p{L}\p{N}]|[\p{Lo}\p{M}]/u.test(begun);
    if (!isLongEnough) {
      throw this.#error(
        start,
        "too short for a word that ends with `*`",
        "write at least two letters before the *",
      );
    }
    return { kind: "word", text: begun, prefix: "star" };
  }

  #starredFilter(name: string, start: number): Error {
    return this.#error(
      start,
      `\`${name}:\` takes no \`*\``,
      name === "path"
        ? "leave it out: path: already means every path that begins so"
        : "write the whole value, or put it in quotes if the * belongs to it",
    );
  }

  #error(at: number, message: string, hint: string): Error {
    return querySyntaxError(this.#text, at, message, hint);
  }
}

type Word = { readonly kind: "word"; readonly text: string; readonly prefix?: "star" };

/** A run without spaces, with its backslashes removed. */
interface LexedRun {
  readonly content: string;
  /** The last `^`: where it stands, and how long the content is before it. */
  readonly caret: { readonly at: number; readonly length: number } | undefined;
  /** Lengths of the content up to stars that a backslash makes plain. */
  readonly plainStars: ReadonlySet<number>;
}
