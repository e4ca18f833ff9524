/**
 * The folders that ra keeps in a project. ra enters and makes them without links, so that a stranger's folder cannot
 * lead it to places outside.
 */
import { joinPath, relativePath } from "../text/paths.ts";
import type { FileSystem } from "./file_system.ts";
import { ioError, systemFailure } from "./io_error.ts";

/**
 * Throws `io` if one of the folders from below `root` down to `folder` is a link, or a file. Missing folders are
 * allowed. `root` itself may be reached by a link.
 */
export function requireOwnFolder(fs: FileSystem, root: string, folder: string): void {
  for (const path of foldersBelow(root, folder)) if (!isOwnFolder(fs, path)) return;
}

/**
 * Makes the missing folders below `root` down to `folder`. Throws `io` if one of them is a link, and if `root` is
 * missing: ra does not make a project anew that somebody deleted.
 */
export function makeOwnFolder(fs: FileSystem, root: string, folder: string): void {
  for (const path of foldersBelow(root, folder)) {
    if (isOwnFolder(fs, path)) continue;
    if (fs.stat(root)?.kind !== "directory") throw ioError("create", folder, systemFailure("GONE"));
    fs.makeDirectory(path);
    isOwnFolder(fs, path);
  }
}

function foldersBelow(root: string, folder: string): readonly string[] {
  const segments = relativePath(root, folder).split("/").filter((segment) => segment !== "" && segment !== ".");
  return segments.map((_, at) => joinPath(root, segments.slice(0, at + 1).join("/")));
}

/** False when it is absent. Throws `io` when something else is there. */
function isOwnFolder(fs: FileSystem, path: string): boolean {
  const kind = fs.kindOf(path);
  if (kind === undefined || kind === "directory") return kind !== undefined;
  throw ioError("use", path, systemFailure(kind === "symlink" ? "LINK" : "ENOTDIR"));
}
