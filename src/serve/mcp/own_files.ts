/** Decides which files a client may ask about: those of the project and its trees. */
import type { Config } from "../../config/config.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { isInside, joinPath } from "../../text/paths.ts";

export interface ProjectFiles {
  readonly fs: FileSystem;
  /** Absolute. Relative paths start here. */
  readonly directory: string;
  readonly home: string | undefined;
  readonly config: Pick<Config, "root" | "trees">;
}

/**
 * Makes the paths absolute. Throws `unknown-file` for a file outside, whether it is reached by `..`, by an absolute
 * path or by a link. The error is the same whether the file exists or not.
 */
export function requireOwnFiles(
  { fs, directory, home, config }: ProjectFiles,
  files: readonly string[],
): readonly string[] {
  const real = (path: string): string => fs.realPath(path) ?? path;
  // If the project is a whole disk or home folder, only its trees count.
  const isWhole = (folder: string): boolean =>
    /^([A-Za-z]:)?\/?$/.test(folder) || (home !== undefined && real(folder) === real(home));
  const folders = [directory, config.root].filter((folder) => !isWhole(folder));
  const named = [...new Set([...folders, ...config.trees.map(({ path }) => path)])];
  const reals = named.map(real);
  return files.map((file) => {
    // A backslash separates folders on some systems and is part of a name on others.
    if (/[\p{Cc}\\]/u.test(file)) {
      throw outside(file, named, "a name must not hold control characters, and / separates folders");
    }
    const path = joinPath(directory, file);
    if (![...named, ...reals].some((folder) => isInside(path, folder))) throw outside(file, named);
    const target = fs.realPath(path);
    if (target !== undefined && !reals.some((folder) => isInside(target, folder))) throw outside(file, named);
    return path;
  });
}

function outside(
  file: string,
  folders: readonly string[],
  hint = `ra reads only files in these folders: ${folders.join(", ")}`,
): RaError {
  return new RaError("unknown-file", `${JSON.stringify(file)} is not a file of this project`, { hint });
}
