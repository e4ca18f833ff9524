/** Files that a tree takes only when they begin as their name says, such as pages of manuals. */
import { formatOf, type FormatRules, isOfNoFormat } from "../../document/formats/registry.ts";
import { compileSelection, type Selection } from "./globs.ts";

/** Why a file is passed over. An include that names such files otherwise takes all of them. */
export function refusedByContent(
  bytes: Uint8Array,
  tree: FormatRules & { readonly include?: readonly string[] },
  path: string,
): string | undefined {
  const { include } = tree;
  const { told } = formatOf(path, tree);
  if (told === undefined || include === undefined || told.begins(bytes)) return undefined;
  return isTakenOtherwise(include, path) ? undefined : told.reason;
}

/** Whether a file was passed over so, and another include takes it now. */
export function isNoLongerRefused(reason: string, include: readonly string[], path: string): boolean {
  return isOfNoFormat(reason) && isTakenOtherwise(include, path);
}

/** What is left of an include without the globs that count on what files begin with. */
const others = new WeakMap<readonly string[], Selection>();

function isTakenOtherwise(include: readonly string[], path: string): boolean {
  const { told } = formatOf(path);
  const known = others.get(include) ??
    compileSelection(include.filter((glob) => told?.globs.includes(glob) !== true), []);
  others.set(include, known);
  return known.includesOf(path).length > 0;
}
