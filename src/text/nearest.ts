/** "Did you mean": finds the known words that are closest to a mistyped one. */
import { distance } from "fastest-levenshtein";

/**
 * The candidates that the user may have meant by `word`, with the best first. At most `limit` (default 3), and empty
 * when none is close. A candidate is close when its Levenshtein distance is at most a third of the longer word. Letter
 * case does not count, and two swapped neighbouring letters count as one mistake. A candidate is also close when it
 * begins with the word, or when one word contains the other and that has three letters or more. The order is by
 * distance, then by UTF-16 code unit.
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

/**
 * The edits that turn one word into the other. It looks for a swap only where a swap decides whether they are close.
 */
function mistakes(typed: string, known: string): number {
  const edits = distance(typed, known);
  if (edits !== closeEnough(typed, known) + 1) return edits;
  for (let at = 0; at + 1 < typed.length; at++) {
    const swapped = typed.slice(0, at) + typed[at + 1] + typed[at] + typed.slice(at + 2);
    if (distance(swapped, known) === edits - 2) return edits - 1;
  }
  return edits;
}

/**
 * Whether a word of at least four letters may be a misspelling of the other. Shorter words resemble too many others.
 */
export function isMisspelling(typed: string, known: string): boolean {
  return typed.length >= MIN_LETTERS && editCost(typed, known, mistakes(typed, known)) <= closeEnough(typed, known);
}

const MIN_LETTERS = 4;

/** An abbreviation costs as much as one or two typing mistakes, no matter how much it leaves out. */
function containmentCost(typed: string, known: string): number {
  if (typed.length >= 2 && known.startsWith(typed)) return 1.5;
  if (typed.length >= 3 && known.includes(typed)) return 2.5;
  if (known.length >= 3 && typed.includes(known)) return 2.5;
  return Infinity;
}
