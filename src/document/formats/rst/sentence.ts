/** A sentence of reStructuredText: where signs can begin and end markup, and where its letters stand in the text. */
import { firstPlace } from "../../../text/first_place.ts";
import { isSpace } from "./lines.ts";

const OPENERS = new Set("-:/'\"<([{");
const CLOSERS = new Set("'\")]}>-/\\:.,;!?");
const PAIRS: Readonly<Record<string, string>> = { "'": "'", '"': '"', "<": ">", "(": ")", "[": "]", "{": "}" };
const PUNCTUATION = /[\p{P}\s]/u;
/** `:role:` or `:domain:role:`. */
const ROLE = /:([A-Za-z\d]+(?:[-._+:][A-Za-z\d]+)*):/y;
const NAME_SIGNS = new Set("-._+:");
const LETTER = /[\p{L}\p{N}]/u;
/** So many characters before a sign are looked at for what belongs to it. */
const MAX_BEFORE = 200;

/** The part of a text from `from` to `to`. */
export class Sentence {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** For a sentence made of several lines of a cell: where each begins in it, and in the text. */
  readonly pieces: readonly { readonly at: number; readonly start: number }[] | undefined;
  /** Signs that have no end from here on. */
  readonly #endless = new Set<string>();

  constructor(text: string, from: number, to: number, pieces?: Sentence["pieces"]) {
    this.text = text;
    this.from = from;
    this.to = to;
    this.pieces = pieces;
  }

  roleBefore(at: number): { readonly name: string; readonly start: number } | undefined {
    const { text, from } = this;
    if (at <= from || text[at - 1] !== ":") return undefined;
    const start = this.nameBefore(at - 1) - 1;
    if (start < from || text[start] !== ":") return undefined;
    ROLE.lastIndex = start;
    const [whole, name] = ROLE.exec(text) ?? [];
    return whole === undefined || start + whole.length !== at ? undefined : { name: name!, start };
  }

  /** Where the name begins that ends here. Between its letters stand single signs. */
  nameBefore(end: number): number {
    const { text, from } = this;
    const least = Math.max(from, end - MAX_BEFORE);
    let start = end;
    for (let at = end - 1; at >= least; at--) {
      const letter = text[at]!;
      if (isLetter(letter)) start = at;
      else if (start !== at + 1 || !NAME_SIGNS.has(letter)) break;
    }
    return start;
  }

  /** The signs after a closing backquote. */
  afterBackquote(at: number): { readonly length: number; readonly name?: string } {
    const { text, to } = this;
    if (text[at] === "_" && at < to) return { length: text[at + 1] === "_" && at + 1 < to ? 2 : 1 };
    ROLE.lastIndex = at;
    const [whole, name] = text[at] === ":" ? ROLE.exec(text) ?? [] : [];
    return whole === undefined || at + whole.length > to ? { length: 0 } : { length: whole.length, name: name! };
  }

  /** The place of the sign that ends what this one has begun. What has no end has none later on either. */
  endOf(sign: string, from: number): number | undefined {
    const { text, to } = this;
    if (this.#endless.has(sign)) return undefined;
    for (let at = text.indexOf(sign, from + 1); at !== -1 && at + sign.length <= to; at = text.indexOf(sign, at + 1)) {
      if (isSpace(text.charCodeAt(at - 1)) || (sign !== "``" && isEscaped(text, at, from))) continue;
      const after = at + sign.length;
      const length = sign === "`" ? this.afterBackquote(after).length : sign === "|" ? underscores(text, after) : 0;
      if (this.closes(after + length)) return at;
    }
    this.#endless.add(sign);
    return undefined;
  }

  /** Whether signs from `at` to `inner` can begin something. */
  opens(at: number, inner: number): boolean {
    const { text, from, to } = this;
    if (inner >= to || isSpace(text.charCodeAt(inner)) || !this.follows(at)) return false;
    return at === from || PAIRS[text[at - 1]!] !== text[inner];
  }

  follows(at: number): boolean {
    const { text, from } = this;
    if (at <= from) return true;
    const before = text[at - 1]!;
    return OPENERS.has(before) || isSpace(before.charCodeAt(0)) || (before > "\x7f" && PUNCTUATION.test(before));
  }

  closes(at: number): boolean {
    const { text, to } = this;
    if (at >= to) return true;
    const after = text[at]!;
    return CLOSERS.has(after) || isSpace(after.charCodeAt(0)) || (after > "\x7f" && PUNCTUATION.test(after));
  }

  /** Where a character of the sentence stands in the text. */
  offset(at: number): number {
    const { pieces } = this;
    if (pieces === undefined) return at;
    const piece = pieces[Math.max(0, firstPlace(pieces.length, (each) => pieces[each]!.at > at) - 1)]!;
    return piece.start + at - piece.at;
  }
}

function isLetter(letter: string): boolean {
  return (letter >= "a" && letter <= "z") || (letter >= "A" && letter <= "Z") || (letter >= "0" && letter <= "9") ||
    (letter > "\x7f" && LETTER.test(letter));
}

function underscores(text: string, at: number): number {
  return text[at] === "_" ? text[at + 1] === "_" ? 2 : 1 : 0;
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(text: string, at: number, from: number): boolean {
  let before = at;
  while (before > from && text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}
