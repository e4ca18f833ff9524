/** Cuts texts into words and compares those of a page with those of its index. */

/** How often each word occurs. */
export type WordCounts = ReadonlyMap<string, number>;

/** Scripts without spaces between words are left out, and Hangul with them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/gu;

export function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  // ra passes invisible signs within words, and so does a reader.
  const seen = text.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  const plain = seen.normalize("NFC").toLowerCase().replace(UNSPACED, " ");
  for (const [word] of plain.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

export interface WordDifference {
  /** How many words every reading shows. */
  readonly visible: number;
  readonly indexed: number;
  /** Words of every reading that the index lacks. */
  readonly missing: WordCounts;
  /** Words of the index that no reading shows. */
  readonly invisible: WordCounts;
}

/** Compares the readings of a page with its indexed text, word by word with their numbers. */
export function compareWords(readings: readonly string[], indexed: string): WordDifference {
  const counts = readings.map(countWords);
  const held = countWords(indexed);
  const missing = new Map<string, number>();
  const invisible = new Map<string, number>();
  let visible = 0;
  for (const word of new Set([...counts, held].flatMap((each) => [...each.keys()]))) {
    const shown = counts.map((each) => each.get(word) ?? 0);
    const least = Math.min(...shown);
    const has = held.get(word) ?? 0;
    visible += least;
    if (has < least) missing.set(word, least - has);
    if (has > Math.max(...shown)) invisible.set(word, has - Math.max(...shown));
  }
  return { visible, indexed: sum(held), missing, invisible };
}

export function sum(counts: WordCounts): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
