/** Counts how often each word occurs in a text. */

const RUN = /[\p{L}\p{M}\p{N}_]+/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;
const LEAST_CHARACTERS = 3;
const MOST_CHARACTERS = 40;

/**
 * Counts words in lower case, in the order of their first occurrence. Leaves out numbers and words of fewer than three
 * letters. Divides runs of Chinese, Japanese and Korean into pairs.
 */
export function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [run] of text.normalize("NFC").matchAll(RUN)) {
    for (const word of wordsOf(run.toLowerCase())) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function wordsOf(run: string): readonly string[] {
  const characters = Array.from(run);
  // Some scripts put no spaces between words. For these, the index holds pairs of characters too.
  if (UNSPACED.test(run)) return characters.slice(1).map((character, at) => characters[at]! + character);
  const isWord = characters.length >= LEAST_CHARACTERS && characters.length <= MOST_CHARACTERS && /\p{L}/u.test(run);
  return isWord ? [run] : [];
}
