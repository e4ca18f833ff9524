/** Which folder a configuration file may speak for by itself. */
import type { FileSystem } from "../host/file_system.ts";
import { findRepository } from "../host/git/find_repository.ts";
import { orAbsent } from "../host/or_absent.ts";
import { isOtherUser } from "../host/process.ts";
import type { TreeConfig } from "./config.ts";
import { isInside, joinPath, parentPath } from "../text/paths.ts";

/**
 * The project that a tree lies in: the one that it must not leave, or else the folder of the configuration. A tree
 * outside both is its own.
 */
export function projectOf(
  { path, boundary = null }: Pick<TreeConfig, "path"> & Partial<Pick<TreeConfig, "boundary">>,
  root: string,
): string {
  return [boundary, root].find((folder) => folder !== null && isInside(path, folder)) ?? path;
}

/**
 * The project of a configuration file in `directory`: its git repository, or else that folder. A repository does not
 * count when it holds the whole home directory, or when another user owns it. Paths are absolute and real.
 */
export function projectFolder(fs: FileSystem, directory: string, home: string | null): string {
  const top = findRepository(fs, directory)?.top;
  if (top === undefined || parentPath(top) === top || (home !== null && isInside(home, top))) return directory;
  const owner = orAbsent(() => fs.stat(joinPath(top, ".git")))?.owner;
  return isOtherUser(owner) ? directory : top;
}
