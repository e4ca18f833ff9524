/** Looks at every tree: which files are there now, and how they looked before anything was read. */
import type { SkippedFile } from "../../answers/reports.ts";
import type { TreeConfig } from "../../config/config.ts";
import { documentId } from "../../document/ids.ts";
import { nowMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { YieldPoint } from "../segments/yield_point.ts";
import type { Fingerprint } from "./fingerprint.ts";
import { walkTree } from "./walk.ts";

export interface TreeScan {
  readonly tree: TreeConfig;
  /** By path. */
  readonly files: readonly ScannedFile[];
  /** The directories that were looked into, relative to the tree; the tree's own is the empty string. */
  readonly directories: readonly string[];
  /** What an include matched but cannot be indexed; `path` is `{tree}:{path}`. */
  readonly skipped: readonly SkippedFile[];
  /** The tree's root directory is not there, or cannot be listed. */
  readonly missing: boolean;
  /** Why it is missing, for people. */
  readonly problem: string | undefined;
  /** Files matched by each include, in the order of the configuration. */
  readonly includeMatches: readonly number[];
  /** When the walk began, milliseconds since 1970. */
  readonly checkedAt: number;
}

export interface ScannedFile {
  readonly path: string;
  readonly fingerprint: Fingerprint;
}

/** Walks all trees in configuration order. Throws `interrupted`. */
export async function scanTrees(
  fs: FileSystem,
  trees: readonly TreeConfig[],
  yieldPoint: YieldPoint,
): Promise<readonly TreeScan[]> {
  const scans: TreeScan[] = [];
  for (const tree of trees) {
    await yieldPoint();
    const checkedAt = nowMs();
    const { files, directories, skipped, missing, problem, includeMatches } = walkTree(fs, tree);
    scans.push({
      tree,
      files,
      directories,
      skipped: skipped.map(({ path, reason }) => ({ path: documentId(tree.name, path), reason })),
      missing,
      problem,
      includeMatches,
      checkedAt,
    });
  }
  return scans;
}
