/**
 * Finds the git repository of a folder. ra looks for it itself, because git's own search would read a configuration.
 */
import { isInside, joinPath, parentPath, withAncestors } from "../../text/paths.ts";
import type { FileSystem } from "../file_system.ts";
import { orAbsent } from "../or_absent.ts";
import { holdsOwnParts } from "./foreign_parts.ts";

/** All paths are absolute. */
export interface GitRepository {
  /** The folder of the working tree, which holds `.git`. Symbolic links are resolved. */
  readonly top: string;
  /** Holds `HEAD` and the index. It is `.git`, or the folder that a worktree's or submodule's `.git` file names. */
  readonly gitFolder: string;
  /** Holds the objects, references and configuration that all worktrees share. */
  readonly commonFolder: string;
}

const MAX_NAME_LENGTH = 8192;

/**
 * The repository of the nearest folder, upwards, that contains `.git`. ra never finds a bare repository, so a folder of
 * documents that has the layout of one stays a folder of documents.
 */
export function findRepository(fs: FileSystem, folder: string): GitRepository | undefined {
  for (const top of withAncestors(orAbsent(() => fs.realPath(folder)) ?? folder)) {
    const gitFolder = gitFolderAt(fs, joinPath(top, ".git"));
    if (gitFolder === undefined) continue;
    const common = firstLine(fs, joinPath(gitFolder, "commondir"));
    const commonFolder = common === undefined ? gitFolder : real(fs, joinPath(gitFolder, common));
    if (commonFolder !== gitFolder && !isInside(gitFolder, joinPath(commonFolder, "worktrees"))) continue;
    const isWhole = holdsOwnParts(fs, gitFolder) && holdsOwnParts(fs, commonFolder) &&
      kindOf(fs, joinPath(gitFolder, "HEAD")) === "file" &&
      kindOf(fs, joinPath(commonFolder, "objects")) === "directory" &&
      kindOf(fs, joinPath(commonFolder, "refs")) === "directory" &&
      // A repository with the reftable format has a file there. ra cannot read such a repository.
      kindOf(fs, joinPath(commonFolder, "refs/heads")) !== "file";
    if (isWhole) return { top, gitFolder, commonFolder };
  }
  return undefined;
}

/** `known` holds what was found at other paths: repositories within repositories would be looked up again and again. */
function gitFolderAt(
  fs: FileSystem,
  path: string,
  known: Map<string, string | undefined> = new Map(),
): string | undefined {
  if (!known.has(path)) known.set(path, lookUpGitFolder(fs, path, known));
  return known.get(path);
}

function lookUpGitFolder(fs: FileSystem, path: string, known: Map<string, string | undefined>): string | undefined {
  const kind = orAbsent(() => fs.kindOf(path));
  if (kind === "directory") return path;
  const named = kind === "file" ? /^gitdir: (.+)$/.exec(firstLine(fs, path) ?? "")?.[1] : undefined;
  const folder = named === undefined ? undefined : real(fs, joinPath(parentPath(path), named));
  return folder !== undefined && namesBack(fs, folder, path, known) ? folder : undefined;
}

/**
 * Whether the folder that a `.git` file names is that of this working tree. Otherwise a stranger's file could lead to
 * any other repository of yours. A worktree's folder names the `.git` file. A submodule's lies in the `.git` of a
 * repository above.
 */
function namesBack(
  fs: FileSystem,
  folder: string,
  path: string,
  known: Map<string, string | undefined>,
): boolean {
  const file = firstLine(fs, joinPath(folder, "gitdir"));
  if (file !== undefined) return real(fs, joinPath(folder, file)) === path;
  return withAncestors(parentPath(parentPath(path))).some((above) => {
    const outer = gitFolderAt(fs, joinPath(above, ".git"), known);
    return outer !== undefined && isInside(folder, joinPath(outer, "modules"));
  });
}

function real(fs: FileSystem, path: string): string {
  return orAbsent(() => fs.realPath(path)) ?? path;
}

function kindOf(fs: FileSystem, path: string) {
  return orAbsent(() => fs.stat(path))?.kind;
}

function firstLine(fs: FileSystem, path: string): string | undefined {
  // A link in its place leads to what is not git's.
  if (orAbsent(() => fs.kindOf(path)) !== "file") return undefined;
  const bytes = orAbsent(() => fs.readFile(path, { most: MAX_NAME_LENGTH, noLink: true }));
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes).split(/\r?\n/, 1)[0];
}
