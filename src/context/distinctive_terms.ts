/** Finds the terms that set a text apart from the rest of an index. */

export interface WeightedTerm {
  readonly word: string;
  /** From 0 to 1. The term with the most weight has 1. */
  readonly weight: number;
}

export interface DistinctiveOptions {
  /** How many chunks the index has. */
  readonly chunks: number;
  /** The most terms. */
  readonly limit: number;
  /**
   * How many chunks have to hold a word: 2 for a text that is itself indexed, because otherwise nothing else can
   * match.
   */
  readonly leastChunks: number;
}

/** In an index of at least this many chunks, a word in more than half of them is too common. */
const MIN_CORPUS = 10;

/**
 * Finds the words with the highest tf-idf: (1 + ln tf) · ln(1 + (N − df + 0.5) / (df + 0.5)), as in BM25.
 * `documentFrequency` tells how many chunks hold a word. Orders by weight, then by word.
 */
export function distinctiveTerms(
  counts: ReadonlyMap<string, number>,
  documentFrequency: ReadonlyMap<string, number>,
  options: DistinctiveOptions,
): readonly WeightedTerm[] {
  const { chunks, limit, leastChunks } = options;
  const terms = [...counts].flatMap(([word, count]): readonly WeightedTerm[] => {
    const df = documentFrequency.get(word) ?? 0;
    if (df < leastChunks || (chunks >= MIN_CORPUS && df > chunks / 2)) return [];
    return [{ word, weight: (1 + Math.log(count)) * rarity(chunks, df) }];
  });
  const best = terms.sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1)).slice(0, limit);
  const most = best[0]?.weight ?? 1;
  return best.map(({ word, weight }) => ({ word, weight: weight / most }));
}

/** How rare a word is if `df` of `chunks` hold it: idf as in BM25. */
export function rarity(chunks: number, df: number): number {
  return Math.log(1 + (chunks - df + 0.5) / (df + 0.5));
}

/** Finds the most frequent words of the text, at most `limit`. Of equally frequent ones, the earlier ones win. */
export function frequentWords(counts: ReadonlyMap<string, number>, limit: number): readonly string[] {
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, limit).map(([word]) => word);
}
