/** Lists what is indexed: trees, documents, chunks, tags. */
import { chunkRecord } from "../../search/retrieval/present.ts";
import type { IndexedDocument } from "../../search/ports/catalogue.ts";
import { folderLabels } from "../../store/published/stored_navigation.ts";
import { describeTree } from "../../store/published/tree_summary.ts";
import type { Listings, ListOptions } from "../contract.ts";
import type { IndexView, LiveIndex } from "../live/live_index.ts";
import type { Environment } from "../environment.ts";
import { orderDocuments, type OrderedDocument } from "./document_order.ts";
import { requireTrees } from "./known_trees.ts";

type Lister = {
  readonly [W in keyof Listings]: (
    environment: Environment,
    view: IndexView,
    isListed: IsListed,
  ) => Promise<Listings[W]>;
};

/** Whether a tree is selected. With a document's id: whether the document is listed. */
type IsListed = (tree: string, document?: string) => boolean;

/** Lists the selected trees, or all without a selection. Throws `unknown-tree`. */
export async function list<W extends keyof Listings>(
  environment: Environment,
  index: LiveIndex,
  what: W,
  asked: ListOptions & { readonly update: boolean },
): Promise<Listings[W]> {
  const { trees, documents } = asked;
  requireTrees(environment, trees ?? []);
  const selected = new Set(trees ?? environment.config.trees.map(({ name }) => name));
  const wanted = documents && new Set(documents);
  return await index.answer(asked, async (view) => {
    const lister: Lister[W] = LISTERS[what];
    return await lister(
      environment,
      view,
      (tree, document) =>
        selected.has(tree) && (document === undefined || wanted === undefined || wanted.has(document)),
    );
  });
}

/** The furthest times that a date can be from 1970, in milliseconds. File systems know later ones. */
const FURTHEST_MS = 8.64e15;

function dateText(ms: number): string {
  return new Date(Math.max(-FURTHEST_MS, Math.min(FURTHEST_MS, ms))).toISOString();
}

/** All documents, tree by tree. */
async function orderedIn({ index, snapshot }: IndexView): Promise<readonly OrderedDocument[]> {
  const byTree = new Map<string, IndexedDocument[]>();
  for (const document of await snapshot.catalogue.documents()) {
    const known = byTree.get(document.tree);
    if (known === undefined) byTree.set(document.tree, [document]);
    else known.push(document);
  }
  const manifest = index.manifest();
  return [...byTree].flatMap(([name, documents]) =>
    orderDocuments(documents, {
      placeOf: (path) => manifest.get(name)?.get(path)?.place,
      labels: folderLabels(index.head.trees.find((tree) => tree.name === name)?.navigation),
    })
  );
}

const LISTERS: Lister = {
  trees: async ({ config }, { index, missingTrees }, isListed) =>
    config.trees
      .filter((tree) => isListed(tree.name))
      .map(({ name, path, global }) => ({
        name,
        path,
        global,
        missing: missingTrees.has(name),
        ...describeTree(index.manifest().get(name)),
      })),
  unread: async (_, { unread }, isListed) => unread.filter(({ tree }) => tree === null || isListed(tree)),
  docs: async (_, view, isListed) => {
    const { catalogue } = view.snapshot;
    const modified = new Map((await catalogue.files()).map(({ id, modifiedMs }) => [id, modifiedMs]));
    const listed = (await orderedIn(view)).filter(({ document: { tree, id } }) => isListed(tree, id));
    return listed.map(({ document: { id, tree, path, title, tags, chunks, bytes }, position, section }) => ({
      id,
      tree,
      path,
      title,
      tags,
      chunks,
      bytes,
      modified: dateText(modified.get(id) ?? 0),
      position,
      section,
    }));
  },
  chunks: async (_, { snapshot: { catalogue } }, isListed) =>
    (await catalogue.chunks()).filter(({ tree, docId }) => isListed(tree, docId)).map(chunkRecord),
  tags: async (_, { snapshot: { catalogue } }, isListed) => {
    const counts = new Map<string, number>();
    for (const { id, tree, tags } of await catalogue.documents()) {
      if (isListed(tree, id)) { for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1); }
    }
    return [...counts].map(([tag, documents]) => ({ tag, documents })).sort((a, b) => (a.tag < b.tag ? -1 : 1));
  },
};
