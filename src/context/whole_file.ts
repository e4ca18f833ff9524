/** Makes a weighted query of a whole file, which looks for documents that are about the same things. */
import type { Signal } from "./signals.ts";
import type { WordStatistics } from "./choose_terms.ts";
import { rarity } from "./distinctive_terms.ts";
import { isPhrase } from "./term_query.ts";

/** What the file's name or a rule adds to a word's damped count. */
const GIVEN_WEIGHT = 8;
/** What a small word weighs as a share of another word. Small words say little, but some files hold little else. */
const SMALL_WEIGHT = 0.5;
/** How many words the query has. */
const MAX_WORDS = 100;

interface Weighed {
  readonly word: string;
  readonly weight: number;
  readonly score: number;
}

/**
 * Weighs each word by how often the file holds it, and less the more of its neighbours hold it too. Picks those with
 * the highest product of weight and rarity, best first. `small` are keywords, numbers and short words. `chunks` is the
 * number of chunks in the searched trees.
 */
export function wholeFileWords(
  { signals, small }: { readonly signals: readonly Signal[]; readonly small: readonly Signal[] },
  statistics: ReadonlyMap<string, WordStatistics>,
  chunks: number,
): readonly (readonly [weight: number, word: string])[] {
  const weigh = ({ word, count, given, neighbourShare = 0 }: Signal, share: number): readonly Weighed[] => {
    const { df, stop } = statistics.get(word) ?? { df: 0, stop: false };
    if (df === 0 || stop || isPhrase(word)) return [];
    const weight = share * (GIVEN_WEIGHT * given + (1 - neighbourShare) * Math.log1p(count));
    return weight > 0 ? [{ word, weight, score: weight * rarity(chunks, df) }] : [];
  };
  const weighed = [
    ...signals.flatMap((signal) => weigh(signal, 1)),
    ...small.flatMap((signal) => weigh(signal, SMALL_WEIGHT)),
  ];
  weighed.sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1));
  return weighed.slice(0, MAX_WORDS).map(({ word, weight }) => [weight, word]);
}
