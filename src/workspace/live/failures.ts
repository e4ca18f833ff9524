/** Failures that must not keep ra from answering: a disk that cannot be written, missing trees. */
import { RaError, type Warning } from "../../errors.ts";
import { isPermissionFailure, isSpaceFailure } from "../../host/io_error.ts";
import type { LeftOutTrees } from "../../store/files/left_out.ts";
import type { UpdateResult } from "../../store/update/update.ts";
import { missingTree } from "../../config/tree_root.ts";
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

/** Warns about each tree of the configuration whose folder is missing. */
export function warnOfMissing({ config }: Environment, missing: LeftOutTrees, warn: (warning: Warning) => void): void {
  for (const tree of config.trees) {
    const problem = missing.get(tree.name);
    if (problem !== undefined) warn({ ...missingTree(tree, problem), path: tree.path });
  }
}

/** What fails where another process builds the first index for longer than ra waits. */
export function stillBuilding(directory: string): RaError {
  return new RaError("index-locked", "another update is still building the first index", {
    path: directory,
    hint: "try again in a moment",
  });
}

/** The error of an answer that must not build the index. */
export function unusableIndex(
  code: "index-missing" | "index-damaged",
  directory: string,
  frozen: boolean,
  reason?: string,
): RaError {
  const message = code === "index-missing"
    ? "there is no index yet"
    : `the index is not usable${reason === undefined ? "" : ` (${reason})`}`;
  const hint = frozen ? "run: ra rag index" : "run `ra update`, or leave --no-update out";
  return new RaError(code, message, { path: directory, hint });
}

/** Throws `index-locked` and `io` for an update that could not write. */
export function requireWritten(outcome: UpdateResult["outcome"], directory: string): void {
  if (outcome === "locked") {
    throw new RaError("index-locked", "another update is still running", {
      path: directory,
      hint: "wait for it, or give more time with --lock-timeout",
    });
  }
  if (outcome === "read-only") {
    throw new RaError("io", `cannot write the index in ${directory}: the folder is read-only`, {
      path: directory,
      hint: "make the folder writable",
    });
  }
}
