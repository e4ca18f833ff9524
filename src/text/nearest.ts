/** "Did you mean": which known words a mistyped one is closest to. */
import { distance } from "fastest-levenshtein";

/**
 * The candidates that `word` may have been meant for, best first, at most `limit` (default 3); empty when none is
 * close. Close is a Levenshtein distance of at most a third of the longer word, letter case ignored, where two
 * neighbouring letters in the wrong order are one mistake; a candidate that begins with the word, or contains three or
 * more letters of it whole, counts as close too. Ties break by distance, then by UTF-16 order.
 */
export function nearest(word: string, candidates: Iterable<string>, limit = 3): string[] {
  const typed = word.toLowerCase();
  const scored: { readonly candidate: string; readonly cost: number; readonly edits: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const known = candidate.toLowerCase();
    const edits = mistakes(typed, known);
    const cost = Math.min(editCost(typed, known, edits), containmentCost(typed, known));
    if (Number.isFinite(cost)) scored.push({ candidate, cost, edits });
  }
  scored.sort((a, b) => a.cost - b.cost || a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1));
  return scored.slice(0, limit).map((entry) => entry.candidate);
}

function editCost(typed: string, known: string, edits: number): number {
  const longest = Math.max(typed.length, known.length);
  return edits <= closeEnough(typed, known) && edits < longest ? edits : Infinity;
}

function closeEnough(typed: string, known: string): number {
  return Math.max(1, Math.floor(Math.max(typed.length, known.length) / 3));
}

/** The edits that turn one word into the other; a swap is looked for where it decides whether they are close. */
function mistakes(typed: string, known: string): number {
  const edits = distance(typed, known);
  if (edits !== closeEnough(typed, known) + 1) return edits;
  for (let at = 0; at + 1 < typed.length; at++) {
    const swapped = typed.slice(0, at) + typed[at + 1] + typed[at] + typed.slice(at + 2);
    if (distance(swapped, known) === edits - 2) return edits - 1;
  }
  return edits;
}

/** Whether a word of four letters or more may be a misspelling of the other; shorter ones are like too many others. */
export function isMisspelling(typed: string, known: string): boolean {
  return typed.length >= LEAST_LETTERS && editCost(typed, known, mistakes(typed, known)) <= closeEnough(typed, known);
}

const LEAST_LETTERS = 4;

/** An abbreviation costs as much as one or two typing mistakes, however much it leaves out. */
function containmentCost(typed: string, known: string): number {
  if (typed.length >= 2 && known.startsWith(typed)) return 1.5;
  if (typed.length >= 3 && known.includes(typed)) return 2.5;
  if (known.length >= 3 && typed.includes(known)) return 2.5;
  return Infinity;
}
