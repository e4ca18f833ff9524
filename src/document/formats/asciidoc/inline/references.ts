/** Puts values in place of the names of attributes, and finds characters that are written by name. */
import { type DocumentAttributes, REFERENCE } from "../attributes.ts";
import type { AsciidocState } from "../state.ts";
import { GONE, type InlineText, isWord } from "./inline_text.ts";

/** A value, and where it stands in the text. */
export interface PlacedValue {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** Where the name stands in the document. Undefined where a sign of it stays. */
  readonly at: number | undefined;
}

/** Values that are not known stay as they are written. */
export function placeValues(inline: InlineText, state: AsciidocState): readonly PlacedValue[] {
  const { work } = inline;
  const { attributes } = state;
  if (!work.includes("{")) return [];
  const places: {
    readonly start: number;
    readonly end: number;
    readonly text: string;
    readonly name: string;
    readonly at: number | undefined;
  }[] = [];
  for (const match of work.matchAll(REFERENCE)) {
    const [whole, escape, name = "", escapeEnd] = match;
    const [start, end] = [match.index, match.index + whole.length];
    if (escape !== undefined || escapeEnd !== undefined) {
      if (escape !== undefined) inline.hide(start, start + 1, GONE);
      if (escapeEnd !== undefined) inline.hide(end - 2, end - 1, GONE);
      continue;
    }
    const text = name.includes(":") ? setValue(name, attributes) : attributes.get(name);
    if (text === undefined || !state.hasRoom(text, inline.sourceOf(start))) continue;
    // A sign stays where the value is one, so that the words around it stay apart.
    const isBetween = /^[^\p{L}\p{M}\p{Nd}\u200b\u2060]/u.test(text) && isWord(work, start - 1) && isWord(work, end);
    inline.hideWritten(isBetween ? start + 1 : start, end);
    places.push({ start, end, text, name, at: isBetween ? undefined : inline.sourceOf(start) });
  }
  inline.flush();
  if (places.length === 0) return [];
  const moved = inline.replace(places);
  return places.map(({ name, text, at }, place) => ({
    name,
    value: text,
    start: moved[2 * place]!,
    end: moved[2 * place + 1]!,
    at,
  }));
}

/** `{set:name:value}` and `{counter:name}` are no text. */
function setValue(written: string, attributes: DocumentAttributes): string {
  const [kind, name = "", ...value] = written.split(":");
  if (kind === "set") attributes.enter(name, value.join(":"));
  return "";
}

/** What a backslash keeps from becoming a typographic sign. */
const KEPT =
  /\\(?=\((?:C|R|TM)\)|\.\.\.|[-=]>|<[-=]|`'|--(?:\s|$)|&(?:[a-zA-Z]{2,20}\d{0,2}|#\d{2,5}|#x[\da-fA-F]{2,4});)|(?<=[\p{L}\p{Nd}])\\(?='\p{L}|--[\p{L}\p{Nd}_])/gu;
const ENTITY = /&(?:([a-zA-Z]{2,20}\d{0,2})|#(\d{2,5})|#x([\da-fA-F]{2,4}));/g;
/** The names of letters. */
const LETTER = /^(?:[a-z]{1,2}(?:acute|grave|circ|uml|tilde|cedil|ring|caron|slash|lig|breve|ogon)|eth|thorn)$/i;

export function findCharacters(inline: InlineText): void {
  const { work } = inline;
  if (work.includes("\\")) {
    for (const { 0: sign, index } of work.matchAll(KEPT)) inline.hide(index, index + sign.length, GONE);
  }
  if (work.includes("&")) {
    for (const { 0: whole, 1: name, 2: decimal, 3: hex, index } of work.matchAll(ENTITY)) {
      if (work[index - 1] === "\\") continue;
      const code = decimal === undefined ? Number.parseInt(hex ?? "26", 16) : Number(decimal);
      const isLetter = name === undefined ? /\p{L}/u.test(String.fromCodePoint(code)) : LETTER.test(name);
      // One sign stays, so that the words around it stay apart.
      if (!isLetter) inline.hide(index + 1, index + whole.length);
    }
  }
  inline.flush();
}
