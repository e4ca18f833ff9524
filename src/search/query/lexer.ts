/** Splits a query into tokens. Grammar: `docs/query-language.md`. */
import { ESCAPABLE, type Prefix, prefixName, QUOTES, readFactor, readPrefix } from "./fields.ts";
import { querySyntaxError } from "./query_error.ts";

/** A piece of a query; `start` and `end` are UTF-16 offsets. A `prefix` is always followed by its value. */
export type Token =
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
export function lex(text: string): readonly Token[] {
  const tokens: Token[] = [];
  // Open parentheses, with the innermost last. Some open a group, and others are part of a word such as `f(x)`.
  const open: { readonly group: boolean; readonly at: number }[] = [];
  let depth = 0;
  let at = 0;

  while (true) {
    while (at < text.length && isSpace(at)) at++;
    if (at >= text.length) break;
    const start = at;
    const previous = tokens.at(-1);
    const afterSign = previous?.kind === "not" || previous?.kind === "must";
    const character = text[at]!;
    if (character === "(") {
      at++;
      openGroup(start);
    } else if (character === ")" && open.at(-1)?.group !== false) {
      at++;
      closeGroup(start);
      readBoost();
    } else if (QUOTES.includes(character)) {
      readPhrase();
      readBoost();
    } else if ((character === "-" || character === "+") && !afterSign && isSign(at, previous)) {
      tokens.push({ kind: character === "-" ? "not" : "must", start, end: ++at });
    } else if (!afterSign && matches(OR, at)) {
      at += 2;
      tokens.push({ kind: "or", start, end: at });
    } else {
      const found = readPrefix(text, at);
      if (found === undefined) {
        readWord();
      } else {
        at = found.end;
        tokens.push({ kind: "prefix", prefix: found.prefix, start, end: at });
        readValue(found.prefix, start);
      }
    }
  }
  const unclosed = open.findLast((parenthesis) => parenthesis.group);
  if (unclosed !== undefined) {
    throw querySyntaxError(
      text,
      unclosed.at,
      "this parenthesis is never closed",
      "add a `)`, or put the text in quotes",
    );
  }
  return tokens;

  function isSpace(index: number): boolean {
    return SPACE.test(text[index]!);
  }

  function matches(pattern: RegExp, index: number): boolean {
    pattern.lastIndex = index;
    return pattern.test(text);
  }

  /** A single `-` or `+` before something other than these, with nothing directly to its left. */
  function isSign(index: number, previous: Token | undefined): boolean {
    const next = text[index + 1];
    if (next === undefined || next === ")" || isSpace(index + 1)) return false;
    // `--dry-run` and `++i` are words. `-+x` leaves out the word `+x`.
    if (next === "-" || (next === "+" && text[index] === "+")) return false;
    return index === 0 || isSpace(index - 1) || previous?.kind === "open";
  }

  function openGroup(start: number): void {
    open.push({ group: true, at: start });
    if (++depth > MAX_DEPTH) {
      throw querySyntaxError(
        text,
        start,
        `parentheses are nested more than ${MAX_DEPTH} deep`,
        "leave out parentheses that are not needed",
      );
    }
    tokens.push({ kind: "open", start, end: start + 1 });
  }

  function closeGroup(start: number): void {
    if (open.pop() === undefined) throw strayParenthesis(start);
    depth--;
    tokens.push({ kind: "close", start, end: start + 1 });
  }

  function strayParenthesis(index: number): Error {
    return querySyntaxError(
      text,
      index,
      "this parenthesis was never opened",
      "add a `(` before it, or put the text in quotes",
    );
  }

  /** Reads `^N` directly after a phrase or group. */
  function readBoost(): void {
    BOOST.lastIndex = at;
    const found = BOOST.exec(text);
    const factor = found === null ? undefined : readFactor(found[1]!);
    if (found === null || factor === undefined) return;
    tokens.push({ kind: "boost", factor, start: at, end: at + found[0].length });
    at += found[0].length;
  }

  /** Reads a phrase. A straight quote closes only with a straight one, and a curly quote with any. */
  function readPhrase(): void {
    const start = at++;
    const closers = text[start] === '"' ? '"' : QUOTES;
    let content = "";
    while (at < text.length && !closers.includes(text[at]!)) {
      if (text[at] === "\\" && at + 1 < text.length && (text[at + 1] === "\\" || QUOTES.includes(text[at + 1]!))) at++;
      content += text[at++]!;
    }
    if (at >= text.length) {
      throw querySyntaxError(
        text,
        start,
        "this quote is never closed",
        'add the closing quote, or write \\" for a quote that is part of the text',
      );
    }
    at++;
    if (content.trim() === "") {
      throw querySyntaxError(
        text,
        start,
        "there is nothing between these quotes",
        "write the words of the phrase between them",
      );
    }
    tokens.push({ kind: "phrase", text: content, start, end: at });
  }

  function readValue(prefix: Prefix, start: number): void {
    const name = prefixName(prefix);
    const next = text[at];
    if (next === undefined || next === ")" || isSpace(at)) {
      throw querySyntaxError(
        text,
        start,
        `\`${name}:\` has no value`,
        `write ${name}:value without a space, or "${name}:" in quotes to search for it as text`,
      );
    }
    if (next === "(" && !("field" in prefix)) {
      throw querySyntaxError(
        text,
        at,
        `\`${name}:\` takes a single value`,
        `write (${name}:a OR ${name}:b) for alternatives, or put the value in quotes`,
      );
    }
    // A phrase or group is read like any other token. A word here cannot be a negation, OR or another field.
    if (next !== "(" && !QUOTES.includes(next)) readWord("field" in prefix ? undefined : name);
  }

  function starredFilter(name: string, start: number): Error {
    return querySyntaxError(
      text,
      start,
      `\`${name}:\` takes no \`*\``,
      name === "path"
        ? "leave it out: path: already means every path that begins so"
        : "write the whole value, or put it in quotes if the * belongs to it",
    );
  }

  /**
   * Reads a run without spaces. A `^N` at its end becomes a token of its own, and a `)` that closes a group ends the
   * run.
   */
  function readWord(filter?: string): void {
    const start = at;
    let content = "";
    let caret: { readonly at: number; readonly length: number } | undefined;
    // Lengths of the content up to stars that a backslash makes plain.
    const plainStars = new Set<number>();
    if (text.startsWith("\\OR", at)) at++;
    while (at < text.length && !isSpace(at)) {
      const character = text[at]!;
      if (character === "\\" && at + 1 < text.length && ESCAPABLE.includes(text[at + 1]!)) {
        at++;
        if (text[at] === "*") plainStars.add(content.length + 1);
      } else if (character === "(") {
        open.push({ group: false, at });
      } else if (character === ")") {
        const innermost = open.at(-1);
        if (innermost === undefined) throw strayParenthesis(at);
        if (innermost.group) break;
        open.pop();
      } else if (character === "^" && content !== "") {
        caret = { at, length: content.length };
      }
      content += text[at++]!;
    }
    const factor = caret === undefined ? undefined : readFactor(text.slice(caret.at + 1, at));
    if (caret === undefined || factor === undefined) {
      tokens.push({ ...wordOf(content), start, end: at });
    } else {
      tokens.push({ ...wordOf(content.slice(0, caret.length)), start, end: caret.at });
      tokens.push({ kind: "boost", factor, start: caret.at, end: at });
    }

    function wordOf(word: string): { readonly kind: "word"; readonly text: string; readonly prefix?: "star" } {
      // A runtime takes a millisecond to compile what the patterns below say of letters.
      if (!word.includes("*")) return { kind: "word", text: word };
      // A word that starts with signs other than those of names has no `*` of its own: `**bold*`.
      const isStarred = /^(?!\*).*[\p{L}\p{N}\p{M}_]\*$/u.test(word) && !plainStars.has(word.length);
      if (filter !== undefined) {
        if (isStarred) throw starredFilter(filter, start);
        return { kind: "word", text: word };
      }
      // Between digits it multiplies.
      const inner = /(?<=\p{L})\*(?=[\p{L}\p{N}])|(?<=\p{N})\*(?=\p{L})/u.exec(word);
      if (inner !== null && !plainStars.has(inner.index + 1)) {
        throw querySyntaxError(
          text,
          start,
          "a `*` stands for the rest of a word, so it can only end one",
          `put the word in quotes, or write \\* for a * that is part of it`,
        );
      }
      if (!isStarred) return { kind: "word", text: word };
      const begun = word.slice(0, -1);
      const isLongEnough = /[\p{L}\p{N}].*[\p{L}\p{N}]|[\p{Lo}\p{M}]/u.test(begun);
      if (!isLongEnough) {
        throw querySyntaxError(
          text,
          start,
          "too short for a word that ends with `*`",
          "write at least two letters before the *",
        );
      }
      return { kind: "word", text: begun, prefix: "star" };
    }
  }
}
