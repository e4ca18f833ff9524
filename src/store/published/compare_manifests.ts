/** What happened to the documents between two published indexes. */
import { documentId } from "../../document/ids.ts";
import type { FileEntry, Manifest } from "./manifest.ts";
import { isDocument } from "./tree_summary.ts";

/** Ids of documents, in the order of trees and paths. */
export interface DocumentChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Whether two entries of a document take in the same content. */
function areIncludesSame({ includes: a }: FileEntry, { includes: b }: FileEntry): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.files.length === b.files.length &&
    a.files.every(({ path, hash }, at) => path === b.files[at]!.path && hash === b.files[at]!.hash);
}

/** Compares the documents of two manifests, no matter which process wrote them. */
export function compareManifests(before: Manifest, after: Manifest): DocumentChanges {
  const changes = { added: [] as string[], changed: [] as string[], removed: [] as string[] };
  for (const [tree, entries] of after) {
    const old = before.get(tree);
    for (const [path, entry] of entries) {
      const previous = old?.get(path);
      if (previous === entry || !isDocument(entry)) continue;
      if (!isDocument(previous)) changes.added.push(documentId(tree, path));
      else if (previous.hash !== entry.hash || !areIncludesSame(previous, entry)) {
        changes.changed.push(documentId(tree, path));
      }
    }
  }
  for (const [tree, entries] of before) {
    const now = after.get(tree);
    for (const [path, entry] of entries) {
      if (isDocument(entry) && !isDocument(now?.get(path))) changes.removed.push(documentId(tree, path));
    }
  }
  return changes;
}
