/** Phase 2: where the scores of the candidates drop (docs/ranking.md). */
export interface CutoffParameters {
  /** 0–1: a candidate scoring less than this fraction of the one before it is cut, and all after it. */
  readonly cutoffRatio: number;
  /** How many remain when there is no such drop. */
  readonly maxResults: number;
}

/**
 * The candidates before the first drop, best first; ties stay in the order they came in. A score of zero or less is
 * always cut, but for the best candidate, which stays. The scores must be without any boost that only reorders.
 */
export function elbowCutoff<C extends { readonly score: number }>(
  candidates: readonly C[],
  { cutoffRatio, maxResults }: CutoffParameters,
): readonly C[] {
  const ranked = candidates.toSorted((a, b) => b.score - a.score);
  if (ranked.length < 2) return ranked;
  for (let index = 0; index + 1 < ranked.length; index++) {
    const score = ranked[index]!.score;
    const next = ranked[index + 1]!.score;
    if (!(score > 0) || !(next > 0) || next / score < cutoffRatio) return ranked.slice(0, index + 1);
  }
  return ranked.slice(0, maxResults);
}
