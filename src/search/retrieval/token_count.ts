/** Counts and reads tokens of cl100k_base. No other file imports a tokenizer. This one loads it at its first use. */

/** Counts the tokens of a text. Lines that were counted before are taken from a cache. */
export type CountTokens = (text: string) => number;

/**
 * The token counts of lines. The answers of one process have many lines in common. The cache is cleared between texts
 * only.
 */
const known = new Map<string, number>();
let knownCharacters = 0;
const MAX_KNOWN = 4_000_000;

/**
 * Loads the tokenizer (about 1 MB) and returns a counter with a cache. It agrees with js-tiktoken, which the tests
 * compare it with, except that a byte order mark counts one token too many.
 */
export async function loadTokenCounter(): Promise<CountTokens> {
  const { countTokens } = await import("gpt-tokenizer/encoding/cl100k_base");
  // A document may contain text that looks like a special token. It counts as ordinary text.
  const plain = { disallowedSpecial: new Set<string>() };
  const countPiece = (piece: string): number => {
    let tokens = known.get(piece);
    if (tokens === undefined) {
      tokens = sum(cutEndless(piece).map((part) => countTokens(part, plain)));
      known.set(piece, tokens);
      knownCharacters += piece.length;
    }
    return tokens;
  };
  return (text) => {
    if (knownCharacters > MAX_KNOWN) {
      known.clear();
      knownCharacters = 0;
    }
    return sum(splitLines(text).map(countPiece));
  };
}

/** The text of tokens; undefined where a number is no token of text. */
export type DecodeTokens = (tokens: readonly number[]) => string | undefined;

/** Loads the vocabulary. The tokenizer's own `decode` keeps half a letter at the end of one text for the next. */
export async function loadTokenDecoder(): Promise<DecodeTokens> {
  const { default: vocabulary } = await import("gpt-tokenizer/bpeRanks/cl100k_base");
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder("utf-8", { ignoreBOM: true })];
  return (tokens) => {
    const bytes: number[] = [];
    for (const token of tokens) {
      const piece = vocabulary[token];
      if (piece === undefined) return undefined;
      for (const byte of typeof piece === "string" ? encoder.encode(piece) : piece) bytes.push(byte);
    }
    return decoder.decode(Uint8Array.from(bytes));
  };
}

/**
 * Splits the text into parts whose tokens can be counted separately and added up. This works at a line end before a
 * character that is not white space, because cl100k_base always ends a piece there.
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

/**
 * The text in parts, with a cut after every 200 letters, signs or blanks in a row. Byte pair encoding does not divide
 * such a run, and takes quadratic time for it.
 */
function cutEndless(text: string): readonly string[] {
  if (!hasLongRun(text)) return [text];
  const endless = /\p{L}{200}(?=\p{L})|[^\s\p{L}\p{N}]{200}(?=[^\s\p{L}\p{N}])|\s{200}(?=\s)/gu;
  const parts: string[] = [];
  let at = 0;
  for (const { 0: stretch, index } of text.matchAll(endless)) {
    parts.push(text.slice(at, index + stretch.length));
    at = index + stretch.length;
  }
  return [...parts, text.slice(at)];
}

/**
 * A quick test before the slow regular expression: whether there are 200 characters in a row without a blank, or 200
 * blanks.
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
