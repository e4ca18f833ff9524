/**
 * The merge that replaces phase 3 when `merge_threshold`, `merge_bonus` or `max_merge_depth` is set (docs/ranking.md).
 */
import { type FindPositions, groupOf, type Hit, rank, type Ranked, riseBy, swallowDescendants } from "./aggregate.ts";

export interface MergeParameters {
  /** Matching children that make a parent take their place. 2 unless set. */
  readonly mergeThreshold: number;
  /** Added to the score for each merged child, as a fraction of it. 0.1 unless set. */
  readonly mergeBonus: number;
  /** Parents at a smaller depth than this take no children; 0 lets whole documents. 2 unless set. */
  readonly maxMergeDepth: number;
}

/**
 * Replaces `mergeThreshold` or more matching children by their parent, or a single one when the parent matched by
 * itself. The parent scores the best child's score times 1 + `mergeBonus` × children, and no less than it scored by
 * itself. Results below other results are swallowed; sorted by score, then id.
 */
export async function mergeSiblings<H extends Hit>(
  hits: readonly H[],
  find: FindPositions,
  { mergeThreshold, mergeBonus, maxMergeDepth }: MergeParameters,
): Promise<readonly Ranked<H>[]> {
  const matched = new Set(hits.map((hit) => hit.id));
  const merged = await riseBy(hits.map(groupOf), find, (own, children, parentId) => {
    if (children.length < mergeThreshold && !matched.has(parentId)) return undefined;
    const best = Math.max(...children.map((child) => child.score));
    return Math.max(best * (1 + mergeBonus * children.length), own?.score ?? -Infinity);
  }, ({ depth }) => depth >= maxMergeDepth);
  return rank(swallowDescendants(merged));
}
