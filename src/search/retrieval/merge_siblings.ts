/** Replaces phase 3 when `merge_threshold`, `merge_bonus` or `max_merge_depth` is set (docs/ranking.md). */
import {
  type Aggregated,
  bestScore,
  type FindPositions,
  groupOf,
  type Hit,
  rank,
  riseBy,
  swallowDescendants,
} from "./aggregate.ts";

export interface MergeParameters {
  /** How many matching children it takes to replace them by their parent. The default is 2. */
  readonly mergeThreshold: number;
  /** The fraction of the score that each merged child adds. The default is 0.1. */
  readonly mergeBonus: number;
  /** Parents at a smaller depth do not replace their children. With 0, whole documents can. The default is 2. */
  readonly maxMergeDepth: number;
}

/**
 * Replaces at least `mergeThreshold` matching children by their parent. One child is enough when the parent itself
 * matched. The parent's score is the best child's score times 1 + `mergeBonus` × children, but never less than its own.
 * Results inside another result become part of it. Sorted by score and then id.
 */
export async function mergeSiblings<H extends Hit>(
  hits: readonly H[],
  find: FindPositions,
  { mergeThreshold, mergeBonus, maxMergeDepth }: MergeParameters,
): Promise<readonly Aggregated<H>[]> {
  const matched = new Set(hits.map((hit) => hit.id));
  const merged = await riseBy(hits.map(groupOf), find, (own, children, parentId) => {
    if (children.length < mergeThreshold && !matched.has(parentId)) return undefined;
    const best = bestScore(children);
    return Math.max(best * (1 + mergeBonus * children.length), own?.score ?? -Infinity);
  }, ({ depth }) => depth >= maxMergeDepth);
  return rank(swallowDescendants(merged));
}
