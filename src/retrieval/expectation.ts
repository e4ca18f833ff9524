/** Whether a result is what a golden query expects. */
import { joinPath } from "../text/paths.ts";
import type { SearchResult } from "../answers/search.ts";

type Met = Pick<SearchResult, "id" | "doc_id" | "tree" | "path" | "constituents">;

export interface ExpectationPlaces {
  /** Folder of the file that states the expectation; paths may start there. */
  readonly directory: string;
  /** Absolute folders of the trees by name. */
  readonly roots: ReadonlyMap<string, string>;
}

/**
 * TreePosition of the first result, from 1, that is the expected id, stands for it, or belongs to the expected
 * document, which is named by its id, its path in the tree, or its path from `directory`. Undefined when none does.
 */
export function rankOf(expected: string, results: readonly Met[], places: ExpectationPlaces): number | undefined {
  const at = results.findIndex((result) =>
    result.id === expected || result.doc_id === expected || isFile(expected, result, places) ||
    result.constituents?.some(({ id }) => id === expected)
  );
  return at < 0 ? undefined : at + 1;
}

/** Whether a path names this document. */
export function isFile(
  path: string,
  document: { readonly tree: string; readonly path: string },
  { directory, roots }: ExpectationPlaces,
): boolean {
  if (document.path === path) return true;
  const root = roots.get(document.tree);
  return root !== undefined && joinPath(root, document.path) === joinPath(directory, path);
}
