/** Failures that must not keep ra from answering: a disk that cannot be written, missing trees. */
import { RaError, type Warning } from "../../errors.ts";
import { isPermissionFailure, isSpaceFailure } from "../../host/io_error.ts";
import { rootProblem } from "../../store/files/walk.ts";
import { isInside } from "../../text/paths.ts";
import type { Environment } from "../environment.ts";

/** Tells why the index could not be written: no room, or no permission. Undefined if something else failed. */
export function unwritableBecause(error: unknown, directory: string): Warning | undefined {
  if (!(error instanceof RaError) || error.path === undefined) return undefined;
  // The folders above are made with the index.
  if (!isInside(error.path, directory) && !isInside(directory, error.path)) return undefined;
  if (isSpaceFailure(error)) return { code: "disk-full", message: error.message, path: directory };
  return isPermissionFailure(error) ? { code: "index-read-only", message: error.message, path: directory } : undefined;
}

/** The names of the trees whose folder is missing, with a warning for each. */
export function missingTrees({ config, fs }: Environment, warn: (warning: Warning) => void): readonly string[] {
  return config.trees.flatMap((tree) => {
    const { name, path, writtenPath } = tree;
    const problem = rootProblem(fs, tree);
    if (problem === undefined) return [];
    warn({ code: "tree-missing", message: `tree ${name} (${writtenPath}): ${problem}`, path });
    return [name];
  });
}
