/**
 * Finds the git repository of a folder. ra looks for it itself, because git's own search would read a configuration.
 */
import { joinPath, parentPath, withAncestors } from "../../text/paths.ts";
import type { FileSystem } from "../file_system.ts";
import { orAbsent } from "../or_absent.ts";

/** All paths are absolute. */
export interface GitRepository {
  /** The folder of the working tree, which holds `.git`. Symbolic links are resolved. */
  readonly top: string;
  /** Holds `HEAD` and the index. It is `.git`, or the folder that a worktree's or submodule's `.git` file names. */
  readonly gitFolder: string;
  /** Holds the objects, references and configuration that all worktrees share. */
  readonly commonFolder: string;
}

const LONGEST_NAME = 8192;

/**
 * The repository of the nearest folder, upwards, that contains `.git`. ra never finds a bare repository, so a folder of
 * documents that has the layout of one stays a folder of documents.
 */
export function findRepository(fs: FileSystem, folder: string): GitRepository | undefined {
  for (const top of withAncestors(orAbsent(() => fs.realPath(folder)) ?? folder)) {
    const gitFolder = gitFolderAt(fs, joinPath(top, ".git"));
    if (gitFolder === undefined) continue;
    const common = firstLine(fs, joinPath(gitFolder, "commondir"));
    const commonFolder = common === undefined ? gitFolder : joinPath(gitFolder, common);
    const isWhole = kindOf(fs, joinPath(gitFolder, "HEAD")) === "file" &&
      kindOf(fs, joinPath(commonFolder, "objects")) === "directory" &&
      kindOf(fs, joinPath(commonFolder, "refs")) === "directory" &&
      // A repository with the reftable format has a file there. ra cannot read such a repository.
      kindOf(fs, joinPath(commonFolder, "refs/heads")) !== "file";
    if (isWhole) return { top, gitFolder, commonFolder };
  }
  return undefined;
}

function gitFolderAt(fs: FileSystem, path: string): string | undefined {
  const kind = kindOf(fs, path);
  if (kind === "directory") return path;
  const named = kind === "file" ? /^gitdir: (.+)$/.exec(firstLine(fs, path) ?? "")?.[1] : undefined;
  return named === undefined ? undefined : joinPath(parentPath(path), named);
}

function kindOf(fs: FileSystem, path: string) {
  return orAbsent(() => fs.stat(path))?.kind;
}

function firstLine(fs: FileSystem, path: string): string | undefined {
  const found = orAbsent(() => fs.stat(path));
  if (found?.kind !== "file" || found.size > LONGEST_NAME) return undefined;
  const bytes = orAbsent(() => fs.readFile(path, { most: LONGEST_NAME }));
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes).split(/\r?\n/, 1)[0];
}
