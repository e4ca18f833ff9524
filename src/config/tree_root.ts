/** The folder of a tree, and what is wrong with it. */
import type { Warning } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { isInside } from "../text/paths.ts";
import type { TreeConfig } from "./config.ts";

export type TreeRoot = Pick<TreeConfig, "path"> & Partial<Pick<TreeConfig, "boundary">>;

/** What is said of a folder that the configuration names and that is not there. */
export const NO_DIRECTORY = "there is no such directory";

/**
 * Why there is no directory with documents at a tree's path, for the user; undefined when there is one. A directory is
 * as good as missing when it is empty and lies on another device than the documents did: a disk was mounted there.
 */
export function rootProblem(
  fs: FileSystem,
  { path, boundary = null }: TreeRoot,
  wasOn: number | undefined,
): string | undefined {
  try {
    const stat = fs.stat(path);
    if (stat === undefined) return NO_DIRECTORY;
    if (stat.kind !== "directory") return "it is not a directory";
    // The configuration was checked when it was read, and the link was made or changed since.
    const leadsOut = boundary !== null && !isInside(fs.realPath(path) ?? path, boundary);
    if (leadsOut) return "it leads out of the project through a link";
    const isElsewhere = wasOn !== undefined && stat.device !== 0 && stat.device !== wasOn;
    if (!isElsewhere || fs.readDirectory(path).length > 0) return undefined;
    return "it is empty and on another disk than its documents were: their disk may not be mounted";
  } catch (error) {
    return unreadable(error);
  }
}

/** The finding that the folder of a tree is not there, or cannot be read. */
export function missingTree(
  { name, writtenPath }: Pick<TreeConfig, "name" | "writtenPath">,
  problem = "it is missing",
): Pick<Warning, "code" | "message"> {
  return { code: "tree-missing", message: `tree ${name} (${writtenPath}): ${problem}` };
}

/** Why a folder or a file cannot be read, from the error of the system. */
export function unreadable(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `unreadable: ${message.slice(message.lastIndexOf(": ") + 1).trim()}`;
}
