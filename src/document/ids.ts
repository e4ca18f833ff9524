/**
 * Makes and splits the ids of documents and chunks. No other file does. Tree names, paths and slugs may contain the
 * separators, so an id alone does not show where its path ends.
 */
import { isInside, relativePath } from "../text/paths.ts";

/** `{tree}:{path}`. A file in no tree has only the path. */
export function documentId(tree: string | null, path: string): string {
  return tree === null ? path : `${tree}:${path}`;
}

/** `{docId}#{slug}`, or the document's own id when there is no slug. */
export function chunkId(docId: string, slug: string | null): string {
  return slug === null ? docId : `${docId}#${slug}`;
}

/** The slug of a chunk of this document; null for the document itself. */
export function slugOf(id: string, docId: string): string | null {
  return id === docId ? null : id.slice(docId.length + 1);
}

/**
 * The ids of the documents that the chunk may belong to, with the most likely first. Empty for an id without a slug.
 */
export function possibleDocumentIds(id: string): readonly string[] {
  return [...id.matchAll(/#/g)].map(({ index }) => id.slice(0, index)).reverse();
}

/** The ids of a file: one for each tree whose folder holds it, in the order of the trees. */
export function documentIdsOf(
  file: string,
  trees: readonly { readonly name: string; readonly path: string }[],
): readonly string[] {
  return trees.filter((tree) => isInside(file, tree.path)).map((tree) =>
    documentId(tree.name, relativePath(tree.path, file))
  );
}
