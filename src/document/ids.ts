/**
 * Identifiers are made here and nowhere taken apart: paths and tree names may hold any of the characters that join
 * them.
 */

/** `{tree}:{path}`, or just the path for a file in no tree. */
export function documentId(tree: string | null, path: string): string {
  return tree === null ? path : `${tree}:${path}`;
}

/** `{docId}#{slug}`, or the document's own id when there is no slug. */
export function chunkId(docId: string, slug: string | null): string {
  return slug === null ? docId : `${docId}#${slug}`;
}
