/** Phase 3: replaces hits by their parent (docs/ranking.md). */
import { byScoreThenId, type Scored } from "./rank_order.ts";
import type { Constituent } from "../../shapes/search.ts";

/** The position of a chunk in its document. */
export interface TreePosition {
  readonly id: string;
  /** 0 for the document, and otherwise greater than the parent's. */
  readonly depth: number;
  /** The ids of the chunks that contain it, from the nearest up to the document. */
  readonly ancestors: readonly string[];
  /** The number of the parent's children, this chunk included; 1 for the document. */
  readonly sibling_count: number;
}

/** A chunk that matched. */
export interface Hit extends TreePosition, Scored {}

/**
 * Finds the chunks with these ids, in their order. Undefined for a chunk that is missing or that nothing may be merged
 * into.
 */
export type FindPositions = (ids: readonly string[]) => Promise<readonly (TreePosition | undefined)[]>;

/** A hit by itself, or a chunk that replaces several hits. */
export interface Aggregated<H extends Hit> extends TreePosition, Scored {
  /**
   * All hits that the result contains, including its own, by score and then id. Never empty. The first one gives the
   * snippet.
   */
  readonly hits: readonly H[];
  /** The same hits as published. Absent when the result contains only itself. */
  readonly constituents?: readonly Constituent[];
}

/**
 * Replaces hits by their parent when at least `threshold` (0–1] of the parent's children are hits, from the deepest
 * level up. Results inside another result then become part of the topmost one. Each result has the highest score of its
 * hits. Sorted by score and then id; the order of `hits` does not matter.
 */
export async function aggregate<H extends Hit>(
  hits: readonly H[],
  find: FindPositions,
  threshold: number,
): Promise<readonly Aggregated<H>[]> {
  const groups = hits.map(groupOf);
  const risen = await riseBy(groups, find, (parent, children) => {
    if (children.length / children[0]!.place.sibling_count < threshold) return undefined;
    return bestScore(children, parent?.score);
  });
  return rank(swallowDescendants(risen));
}

/** A chunk that stands for some hits while aggregation goes up, with its score so far. */
export interface HitGroup<H extends Hit> {
  readonly place: TreePosition;
  readonly score: number;
  readonly hits: readonly H[];
}

/** The best of these scores. There may be more of them than a call can have arguments. */
export function bestScore(scored: Iterable<{ readonly score: number }>, least = -Infinity): number {
  let best = least;
  for (const { score } of scored) best = Math.max(best, score);
  return best;
}

/** A hit as a group of its own. */
export function groupOf<H extends Hit>(hit: H): HitGroup<H> {
  return { place: hit, score: hit.score, hits: [hit] };
}

/**
 * Goes level by level from the deepest to depth 1. Where `scoreOf` gives a score for the groups under one parent, the
 * parent replaces them, unless `accepts` refuses it. `own` is the parent's group if the parent is a result already. The
 * parents of one level are looked up together, and only those that have a score.
 */
export async function riseBy<H extends Hit>(
  groups: readonly HitGroup<H>[],
  find: FindPositions,
  scoreOf: (own: HitGroup<H> | undefined, children: readonly HitGroup<H>[], parentId: string) => number | undefined,
  accepts: (parent: TreePosition) => boolean = () => true,
): Promise<readonly HitGroup<H>[]> {
  const standing = new Map(groups.map((group) => [group.place.id, group]));
  const deepest = groups.reduce((most, { place }) => Math.max(most, place.depth), 0);
  for (let depth = deepest; depth >= 1; depth--) {
    const atDepth = [...standing.values()].filter((group) => group.place.depth === depth);
    const rising = [...byParent(atDepth)].flatMap(([parentId, children]) => {
      const own = standing.get(parentId);
      const score = scoreOf(own, children, parentId);
      return score === undefined ? [] : [{ parentId, children, own, score }];
    });
    const parents = rising.length === 0 ? [] : await find(rising.map(({ parentId }) => parentId));
    for (const [at, { parentId, children, own, score }] of rising.entries()) {
      const parent = parents[at];
      if (parent === undefined || !accepts(parent)) continue;
      for (const child of children) standing.delete(child.place.id);
      standing.set(parentId, {
        place: parent,
        score,
        hits: [...(own?.hits ?? []), ...children.flatMap((child) => child.hits)],
      });
    }
  }
  return [...standing.values()];
}

function byParent<H extends Hit>(groups: readonly HitGroup<H>[]): ReadonlyMap<string, readonly HitGroup<H>[]> {
  const parents = new Map<string, HitGroup<H>[]>();
  for (const group of groups) {
    const parent = group.place.ancestors[0];
    if (parent === undefined) continue;
    const siblings = parents.get(parent);
    if (siblings === undefined) parents.set(parent, [group]);
    else siblings.push(group);
  }
  return parents;
}

/** Adds every group inside another one to the topmost group around it, which takes the highest score. */
export function swallowDescendants<H extends Hit>(groups: readonly HitGroup<H>[]): readonly HitGroup<H>[] {
  const standing = new Map(groups.map((group) => [group.place.id, group]));
  for (const group of groups) {
    const top = group.place.ancestors.findLast((id) => standing.has(id));
    if (top === undefined) continue;
    const above = standing.get(top)!;
    standing.delete(group.place.id);
    standing.set(top, { ...above, score: Math.max(above.score, group.score), hits: [...above.hits, ...group.hits] });
  }
  return [...standing.values()];
}

/** The groups as results, sorted by score and then id. */
export function rank<H extends Hit>(groups: readonly HitGroup<H>[]): readonly Aggregated<H>[] {
  return groups.map(({ place, score, hits }): Aggregated<H> => {
    const { id, depth, ancestors, sibling_count } = place;
    const sorted = hits.toSorted(byScoreThenId);
    const alone = sorted.length === 1 && sorted[0]!.id === id;
    const result = { id, depth, ancestors, sibling_count, score, hits: sorted };
    return alone ? result : { ...result, constituents: sorted.map((hit) => ({ id: hit.id, score: hit.score })) };
  }).sort(byScoreThenId);
}
