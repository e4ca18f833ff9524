/** What is indexed: trees, documents, chunks, tags. */
import { chunkRecord } from "../search/present.ts";
import { summarizeTree } from "../store/manifest.ts";
import type { Listings } from "./contract.ts";
import type { IndexView, LiveIndex } from "./live_index.ts";
import type { Place } from "./place.ts";
import { requireTrees } from "./search.ts";

type Lister = { readonly [W in keyof Listings]: (place: Place, view: IndexView, listed: (tree: string) => boolean) => Listings[W] };

/** A listing of the selected trees, all by default. Throws `unknown-tree`. */
export async function list<W extends keyof Listings>(
  place: Place,
  index: LiveIndex,
  what: W,
  { update, trees }: { readonly update: boolean; readonly trees?: readonly string[] },
): Promise<Listings[W]> {
  requireTrees(place, trees ?? []);
  const selected = new Set(trees ?? place.config.trees.map(({ name }) => name));
  return await index.answer(update, (view) => {
    const lister: Lister[W] = LISTERS[what];
    return lister(place, view, (tree) => selected.has(tree) && !view.missingTrees.includes(tree));
  });
}

const LISTERS: Lister = {
  trees: ({ config }, { index }, listed) =>
    config.trees
      .filter((tree) => listed(tree.name))
      .map(({ name, path, global }) => ({ name, path, global, ...summarizeTree(index.manifest().get(name)) })),
  docs: (_, { reader, index }, listed) =>
    reader.documents().filter(({ tree }) => listed(tree)).map(({ id, tree, path, title, tags, chunks, bytes }) => ({
      id,
      tree,
      path,
      title,
      tags,
      chunks,
      bytes,
      modified: new Date((index.manifest().get(tree)?.get(path)?.stamp?.mtimeNs ?? 0) / 1e6).toISOString(),
    })),
  chunks: (_, { reader }, listed) => reader.chunks().filter(({ tree }) => listed(tree)).map(chunkRecord),
  tags: (_, { reader }, listed) => {
    const counts = new Map<string, number>();
    for (const { tree, tags } of reader.documents()) {
      if (listed(tree)) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
    return [...counts].map(([tag, documents]) => ({ tag, documents })).sort((a, b) => (a.tag < b.tag ? -1 : 1));
  },
};
