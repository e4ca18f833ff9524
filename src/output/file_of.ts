/** Gives the files of results as a caller would open them. */
import { joinPath, relativePath } from "../text/paths.ts";
import type { FileOf } from "./json.ts";

/** Paths from this folder. */
export function createFileOf(
  trees: readonly { readonly name: string; readonly path: string }[],
  from: string,
): FileOf {
  const roots = new Map(trees.map(({ name, path }) => [name, path]));
  return ({ tree, path }) => relativePath(from, joinPath(roots.get(tree) ?? from, path));
}
