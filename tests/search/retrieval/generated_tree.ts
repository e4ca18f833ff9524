/** Generates random chunk trees with hits, for the tests of phase 3. */
import fc from "fast-check";
import type { FindPositions, Hit, TreePosition } from "../../../src/search/retrieval/aggregate.ts";

export interface GeneratedTree {
  readonly places: readonly TreePosition[];
  readonly hits: readonly Hit[];
  readonly find: FindPositions;
  readonly position: (id: string) => TreePosition | undefined;
}

/** Builds places from `id` → parent id (null for a document). Depths differ by one unless `skip` adds to them. */
export function treeOf(
  parents: Readonly<Record<string, string | null>>,
  skip: Readonly<Record<string, number>> = {},
): (id: string) => TreePosition {
  const depthOf = (id: string): number => {
    const parent = parents[id] ?? null;
    return parent === null ? 0 : depthOf(parent) + 1 + (skip[id] ?? 0);
  };
  const above = (id: string): readonly string[] => {
    const parent = parents[id] ?? null;
    return parent === null ? [] : [parent, ...above(parent)];
  };
  return (id) => {
    const parent = parents[id] ?? null;
    const siblings = parent === null ? 1 : Object.values(parents).filter((other) => other === parent).length;
    return { id, depth: depthOf(id), ancestors: above(id), sibling_count: siblings };
  };
}

/** Looks chunks up by id, as `aggregate` does for the chunks that contain others. */
export function findIn(position: (id: string) => TreePosition | undefined): FindPositions {
  return async (ids) => ids.map(position);
}

/** Generates up to two documents of up to ten nodes. Any node may be a hit, and scores often tie. */
export const generatedTrees: fc.Arbitrary<GeneratedTree> = fc
  .array(
    fc.record({
      up: fc.nat(),
      skip: fc.nat({ max: 1 }),
      score: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((nodes) => {
    const parents: Record<string, string | null> = {};
    const skip: Record<string, number> = {};
    const ids = nodes.map((_, index) => `${index % 2 === 0 ? "d" : "e"}:${index < 2 ? "" : (index * 7) % 20}`);
    nodes.forEach((node, index) => {
      const earlier = ids.slice(0, index).filter((_, other) => other % 2 === index % 2);
      parents[ids[index]!] = index < 2 ? null : earlier[node.up % earlier.length]!;
      skip[ids[index]!] = node.skip;
    });
    const place = treeOf(parents, skip);
    const places = ids.map(place);
    const byId = new Map(places.map((one) => [one.id, one]));
    const hits = places.flatMap((
      one,
      index,
    ) => (nodes[index]!.score === undefined ? [] : [{ ...one, score: nodes[index]!.score }]));
    return { places, hits, find: findIn((id) => byId.get(id)), position: (id) => byId.get(id) };
  });
