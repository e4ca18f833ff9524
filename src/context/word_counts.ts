/** Counts how often each word occurs in a text. */
import { pairsOf, UNSPACED_LETTERS } from "../text/unspaced.ts";

const RUN = /[\p{L}\p{M}\p{N}_]+/gu;
const UNSPACED = new RegExp(`([${UNSPACED_LETTERS}]+)`, "u");
const MIN_CHARACTERS = 3;
const MAX_CHARACTERS = 40;

/**
 * Counts words in lower case, in the order of their first occurrence. Leaves out numbers and words of fewer than three
 * letters. Divides runs of Chinese, Japanese, Korean and Thai into pairs, as the index does.
 */
export function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [run] of text.normalize("NFC").matchAll(RUN)) {
    for (const word of wordsOf(run.toLowerCase())) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function wordsOf(run: string): readonly string[] {
  // Every second part is a run of such letters.
  const parts = run.split(UNSPACED);
  if (parts.length > 1) return parts.flatMap((part, at) => (at % 2 === 1 ? pairsOf(part) : wordsOf(part)));
  const characters = Array.from(run);
  const isWord = characters.length >= MIN_CHARACTERS && characters.length <= MAX_CHARACTERS && /\p{L}/u.test(run);
  return isWord ? [run] : [];
}
