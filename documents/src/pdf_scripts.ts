/** Raised and lowered letters: `m^2`, `H_2O`. */
import { placeOf, type TextItem } from "./pdf_items.ts";

/** Above the line, on it, below it. */
export type Shift = 1 | 0 | -1;

/** They are smaller than the letters on the line by this factor, and shifted by such a share of their height. */
const SMALLER = 0.86;
const RAISED = 0.15;
const LOWERED = 0.08;

/** Of an item on the line of `base`. */
export function shiftOf(item: TextItem, base: TextItem): Shift {
  if (item.height > SMALLER * base.height) return 0;
  const shift = placeOf(item).y - placeOf(base).y;
  if (shift > RAISED * base.height) return 1;
  return shift < -LOWERED * base.height ? -1 : 0;
}

const NUMBER = /^[-+\u2212\u2013\u00b1]?\d{1,4}(?:[.,/\u2013-]\d{1,4})*[-+\u2212*]?$/u;
const SIGNS = /^(?:[-+\u2212*]{1,3}|[\u2020\u2021\u00a7])$/u;
const LETTERS = /^(?:\p{Ll}|\d{0,2}\p{Ll}|\p{Ll}\s?[-+\u2212]\s?\d{1,2}|\p{Ll}\d{1,2}|-\p{Ll}|\u2212\p{Ll})$/u;
const ORDINAL = /^(?:st|nd|rd|th|er|re|e|o|a|ème)$/u;

/** `^` or `_` before a run of such letters, where the text before it ends with a letter of its own. Else empty. */
export function markOf(before: string, run: string, shift: Shift): string {
  if (!/[\p{L}\p{N})\]}.,;:!?"'\u2019\u201d%\u00b0]$/u.test(before)) return "";
  if (ORDINAL.test(run) && /\d$/.test(before)) return "";
  const isScript = NUMBER.test(run) || SIGNS.test(run) || LETTERS.test(run) ||
    // A name of a quantity: one letter with a word below it.
    (shift < 0 && /(?:^|[^\p{L}])\p{L}$/u.test(before) && /^\p{Ll}{2,5}$/u.test(run));
  return isScript ? (shift > 0 ? "^" : "_") : "";
}
