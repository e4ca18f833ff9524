/**
 * Tokens as cl100k_base counts them. The only importer of a tokenizer, which is loaded when tokens are first asked for.
 */

/** Tokens of a text; each stretch of text is counted once. */
export type CountTokens = (text: string) => number;

/**
 * Byte pair encoding takes quadratic time on a piece that its rules do not divide: letters, signs or white space
 * without end.
 */
const ENDLESS = /\p{L}{200}(?=\p{L})|[^\s\p{L}\p{N}]{200}(?=[^\s\p{L}\p{N}])|\s{200}(?=\s)/gu;

/**
 * Lines whose tokens were counted: the answers of one process have many in common. It starts afresh between answers,
 * never within one.
 */
const known = new Map<string, number>();
let knownCharacters = 0;
const MOST_KNOWN = 4_000_000;

/**
 * Loads the tokenizer (about 1 MB) and gives a counter that remembers what it counted. It agrees with js-tiktoken, the
 * tests' oracle, but for byte order marks, which count one token too many.
 */
export async function loadTokenCounter(): Promise<CountTokens> {
  const { countTokens } = await import("gpt-tokenizer/encoding/cl100k_base");
  // What looks like a special token in a document is text like any other.
  const plain = { disallowedSpecial: new Set<string>() };
  if (knownCharacters > MOST_KNOWN) {
    known.clear();
    knownCharacters = 0;
  }
  const countPiece = (piece: string): number => {
    let tokens = known.get(piece);
    if (tokens === undefined) {
      tokens = sum(cutEndless(piece).map((part) => countTokens(part, plain)));
      known.set(piece, tokens);
      knownCharacters += piece.length;
    }
    return tokens;
  };
  return (text) => sum(splitLines(text).map(countPiece));
}

/**
 * The text in parts that can be counted one by one and added up: cl100k_base ends a piece at a line end before a
 * character that is not white space, whatever stands around it.
 */
function splitLines(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    if (isBlank(text, at + 1)) continue;
    parts.push(text.slice(start, at + 1));
    start = at + 1;
  }
  return start === text.length ? parts : [...parts, text.slice(start)];
}

function isBlank(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit > 0x20 && unit < 0x80) return false;
  return /\s/.test(text.charAt(at)) || at === text.length;
}

/** The text in parts, cut after each 200 characters of the same kind. */
function cutEndless(text: string): readonly string[] {
  if (!hasLongRun(text)) return [text];
  const parts: string[] = [];
  let at = 0;
  for (const { 0: stretch, index } of text.matchAll(ENDLESS)) {
    parts.push(text.slice(at, index + stretch.length));
    at = index + stretch.length;
  }
  return [...parts, text.slice(at)];
}

/**
 * Whether 200 characters follow each other without a blank between them, or 200 blanks: a quick look before a slow one.
 */
function hasLongRun(text: string): boolean {
  let run = 0;
  let blank = false;
  for (let at = 0; at < text.length; at++) {
    const isBlank = text.charCodeAt(at) <= 0x20;
    run = isBlank === blank ? run + 1 : 1;
    blank = isBlank;
    if (run >= 200) return true;
  }
  return false;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
