/**
 * Tells which trees are left out now: ra may not or cannot look at their files, and nobody has removed them from the
 * configuration. Their documents stay in the index and count nowhere.
 */
import type { Config, TreeConfig } from "../../config/config.ts";
import { CONFIG_NAME } from "../../config/find.ts";
import { command } from "../../config/trust.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { RaError } from "../../errors.ts";
import { fileName, joinPath, parentPath } from "../../text/paths.ts";
import type { IndexedTree } from "../published/head.ts";
import { storedPath } from "../published/stored_path.ts";
import { rootProblem } from "../../config/tree_root.ts";

/** The reason why each of some trees is left out, for the user. */
export type LeftOutTrees = ReadonlyMap<string, string>;

/** The device that the documents of a tree lay on, if the index knows it. */
export function deviceOf(
  indexed: readonly IndexedTree[],
  root: string,
  { name, path }: TreeConfig,
): number | undefined {
  const before = indexed.find((tree) => tree.name === name);
  return before?.path === storedPath(root, path) ? before.device : undefined;
}

/** The trees of the configuration whose folder is missing. A frozen index holds all texts, so none is missing there. */
export function missingTrees(
  fs: FileSystem,
  { root, trees, settings }: Pick<Config, "root" | "trees" | "settings">,
  indexed: readonly IndexedTree[],
): LeftOutTrees {
  if (settings.frozen) return new Map();
  return new Map(trees.flatMap((tree) => {
    const problem = rootProblem(fs, tree, deviceOf(indexed, root, tree));
    return problem === undefined ? [] : [[tree.name, problem] as const];
  }));
}

/**
 * The trees of an index that the configuration would name if more of it were read: with more trust, or another home. A
 * tree is removed only if the file that defines it was read without it, or is gone.
 */
export function unreadTrees(
  fs: FileSystem,
  { root, trees, files, untrusted }: Pick<Config, "root" | "trees" | "files" | "untrusted">,
  indexed: readonly IndexedTree[],
): LeftOutTrees {
  const named = new Set(trees.map(({ name }) => name));
  return new Map(indexed.flatMap(({ name, definedIn }) => {
    if (named.has(name)) return [];
    const asking = untrusted.find((tree) => tree.name === name);
    if (asking !== undefined) return [[name, needsTrust(asking.definedIn)] as const];
    const file = joinPath(root, definedIn ?? "");
    // An index may come from anybody, and names no other files.
    if (fileName(file) !== CONFIG_NAME) return [];
    if (files.some(({ path }) => path === file) || isGone(fs, file)) return [];
    return [[name, `${file}, which defines it, is not read now`] as const];
  }));
}

/** Why a tree outside its project is left out. */
export function needsTrust(definedIn: string): string {
  return `it lies outside the project; \`${command(definedIn)}\` allows it`;
}

/** Whether a file is certainly gone. Nothing is known where its folder is missing or may not be read. */
function isGone(fs: FileSystem, path: string): boolean {
  try {
    return fs.stat(parentPath(path))?.kind === "directory" && fs.kindOf(path) === undefined;
  } catch (error) {
    if (error instanceof RaError && error.code === "io") return false;
    throw error;
  }
}
