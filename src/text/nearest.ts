/** "Did you mean": which known words a mistyped one is closest to. */
import { distance } from "fastest-levenshtein";

/**
 * The candidates that `word` may have been meant for, best first, at most `limit` (default 3); empty when none is
 * close. Close is a Levenshtein distance of at most a third of the longer word, letter case ignored; a candidate that
 * begins with the word, or contains three or more letters of it whole, counts as close too. Ties break by distance,
 * then by UTF-16 order.
 */
export function nearest(word: string, candidates: Iterable<string>, limit = 3): string[] {
  const typed = word.toLowerCase();
  const scored: { readonly candidate: string; readonly cost: number; readonly edits: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const known = candidate.toLowerCase();
    const edits = distance(typed, known);
    const cost = Math.min(editCost(typed, known, edits), containmentCost(typed, known));
    if (Number.isFinite(cost)) scored.push({ candidate, cost, edits });
  }
  scored.sort((a, b) => a.cost - b.cost || a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1));
  return scored.slice(0, limit).map((entry) => entry.candidate);
}

function editCost(typed: string, known: string, edits: number): number {
  const longest = Math.max(typed.length, known.length);
  return edits <= Math.max(1, Math.floor(longest / 3)) && edits < longest ? edits : Infinity;
}

/** An abbreviation costs as much as one or two typing mistakes, however much it leaves out. */
function containmentCost(typed: string, known: string): number {
  if (typed.length >= 2 && known.startsWith(typed)) return 1.5;
  if (typed.length >= 3 && known.includes(typed)) return 2.5;
  if (known.length >= 3 && typed.includes(known)) return 2.5;
  return Infinity;
}
