/** Phase 2: cuts the list where the scores of the candidates drop (docs/ranking.md). */

/**
 * The candidates before the first drop, best first. `cutoffRatio` goes from 0 to 1: a candidate that scores less than
 * this fraction of the one before it is cut, and so are all after it. Ties keep the order in which they arrive. A score
 * of zero or less is always cut, except for the best candidate. The scores must not contain the lift, which only
 * changes the order.
 */
export function elbowCutoff<C extends { readonly score: number }>(
  candidates: readonly C[],
  cutoffRatio: number,
): readonly C[] {
  const ranked = candidates.toSorted((a, b) => b.score - a.score);
  for (let index = 0; index + 1 < ranked.length; index++) {
    const score = ranked[index]!.score;
    const next = ranked[index + 1]!.score;
    if (!(score > 0) || !(next > 0) || next / score < cutoffRatio) return ranked.slice(0, index + 1);
  }
  return ranked;
}
