/** Makes a weighted query of a whole file, which looks for documents that are about the same things. */
import type { Signal } from "./signals.ts";
import type { WordStatistics } from "./choose_terms.ts";
import { rarity } from "./distinctive_terms.ts";
import { isPhrase } from "./term_query.ts";

/** What the file's name or a rule adds to a word's damped count. */
const GIVEN_WEIGHT = 8;
/** How many words the query has. */
const MOST_WORDS = 100;

/**
 * Weighs each word by how often the file holds it, and less the more of its neighbours hold it too. Picks those with
 * the highest product of weight and rarity, best first. `chunks` is the number of chunks in the searched trees.
 */
export function wholeFileWords(
  signals: readonly Signal[],
  statistics: ReadonlyMap<string, WordStatistics>,
  chunks: number,
): readonly (readonly [weight: number, word: string])[] {
  const weighed = signals.flatMap(({ word, count, given, neighbourShare = 0 }) => {
    const { df, stop } = statistics.get(word) ?? { df: 0, stop: false };
    if (df === 0 || stop || isPhrase(word)) return [];
    const weight = GIVEN_WEIGHT * given + (1 - neighbourShare) * Math.log1p(count);
    return weight > 0 ? [{ word, weight, score: weight * rarity(chunks, df) }] : [];
  });
  weighed.sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1));
  return weighed.slice(0, MOST_WORDS).map(({ word, weight }) => [weight, word]);
}
