/** Decides whether a result meets the expectation of a golden query. */
import { composed } from "../../text/composed.ts";
import { joinPath } from "../../text/paths.ts";
import type { SearchResult } from "../../shapes/search.ts";

type Met = Pick<SearchResult, "id" | "doc_id" | "tree" | "path" | "constituents" | "also_in">;

export interface ExpectationPlaces {
  /** The folder of the file with the expectation. Paths may be relative to it. */
  readonly directory: string;
  /** Absolute folders of the trees by name. */
  readonly roots: ReadonlyMap<string, string>;
}

/**
 * The rank, from 1, of the first result that meets the expectation. A result meets it when it has the expected id,
 * contains it, or belongs to the expected document, or when its text stands there too. The document is named by its id,
 * its path in the tree, or its path from `directory`. Undefined when no result meets it.
 */
export function rankOf(expected: string, results: readonly Met[], places: ExpectationPlaces): number | undefined {
  const at = results.findIndex((result) =>
    isSame(result.id, expected) || isSame(result.doc_id, expected) || isFile(expected, result, places) ||
    result.constituents?.some(({ id }) => isSame(id, expected)) || stands(expected, result, places)
  );
  return at < 0 ? undefined : at + 1;
}

function stands(expected: string, { tree, also_in = [] }: Met, places: ExpectationPlaces): boolean {
  return also_in.some(({ id, path }) => {
    const [ownTree = tree] = id.split(":", 1);
    return isSame(id, expected) || isSame(`${ownTree}:${path}`, expected) ||
      isFile(expected, { tree: ownTree, path }, places);
  });
}

/** Whether a path names this document. */
export function isFile(
  path: string,
  document: { readonly tree: string; readonly path: string },
  { directory, roots }: ExpectationPlaces,
): boolean {
  if (isSame(document.path, path)) return true;
  const root = roots.get(document.tree);
  return root !== undefined && isSame(joinPath(root, document.path), joinPath(directory, path));
}

function isSame(one: string, other: string): boolean {
  return composed(one) === composed(other);
}
