/** Where the git repository of a folder lies. ra looks for it by itself, so that git never has to. */
import { joinPath, parentPath, withAncestors } from "../../text/paths.ts";
import type { FileSystem } from "../file_system.ts";
import { orAbsent } from "../or_absent.ts";

/** All paths are absolute. */
export interface GitRepository {
  /** The folder of the working tree: the one that holds `.git`. Without symbolic links. */
  readonly top: string;
  /** Holds `HEAD` and the index: `.git`, or what a `.git` file of a worktree or submodule names. */
  readonly gitFolder: string;
  /** Holds objects, references and configuration: those of all worktrees. */
  readonly commonFolder: string;
}

const LONGEST_NAME = 8192;

/**
 * The repository of the nearest folder, upwards, with a `.git`. A bare repository is never found, so a folder that is
 * only laid out like one stays a folder of documents.
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
      // A repository that keeps its references in tables has a file there. ra reads none of these.
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
  const bytes = orAbsent(() => fs.readFile(path));
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes).split(/\r?\n/, 1)[0];
}
