/** Looks at every tree, and records which files are there and their state before anything is read. */
import type { SkippedFile } from "../../shapes/reports.ts";
import type { Config, TreeConfig } from "../../config/config.ts";
import { createDocumentPlaces } from "../../config/document_places.ts";
import { documentId } from "../../document/ids.ts";
import { nowMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { YieldPoint } from "../segments/yield_point.ts";
import type { Fingerprint } from "./fingerprint.ts";
import { findNavigationFiles, type NavigationFile } from "./navigation_files.ts";
import { walkTree } from "./walk.ts";
import { deviceOf } from "./left_out.ts";
import type { IndexedTree } from "../published/head.ts";

export interface TreeScan {
  readonly tree: TreeConfig;
  /** By path. */
  readonly files: readonly ScannedFile[];
  /** The directories that were listed, relative to the tree. The tree's own is the empty string. */
  readonly directories: readonly string[];
  /** Files that an include matches but that cannot be indexed. `path` is `{tree}:{path}`. */
  readonly skipped: readonly SkippedFile[];
  /** The files that name and order its pages, the nearest to the documents first. */
  readonly navigation: readonly NavigationFile[];
  /** Links to folders, and others that no include matches. */
  readonly links: readonly string[];
  /** The tree's root directory is missing or cannot be listed. */
  readonly missing: boolean;
  /** Why it is missing, for the user. */
  readonly problem: string | undefined;
  /** Files matched by each include, in the order of the configuration. */
  readonly includeMatches: readonly number[];
  /** How many documents no include matches, by extension. */
  readonly passedOver: ReadonlyMap<string, number>;
  /** Folders that generators and package managers fill, and that an exclude left out. */
  readonly unentered: readonly string[];
  /** Other folders that no include reaches into. */
  readonly unreached: readonly string[];
  /** When the walk began, milliseconds since 1970. */
  readonly checkedAt: number;
  /** The device that its folder lies on; 0 when it is missing or has none. */
  readonly device: number;
}

export interface ScannedFile {
  readonly path: string;
  readonly fingerprint: Fingerprint;
  /** Where a link leads, as a real path. Absent for a file that is not a link. */
  readonly target?: string;
}

/** Walks all trees in configuration order. `indexed` are those of the published index. Throws `interrupted`. */
export async function scanTrees(
  fs: FileSystem,
  config: Pick<Config, "root" | "trees">,
  yieldPoint: YieldPoint,
  indexed: readonly IndexedTree[] = [],
): Promise<readonly TreeScan[]> {
  const scans: TreeScan[] = [];
  const places = createDocumentPlaces(fs, config);
  for (const tree of config.trees) {
    await yieldPoint();
    const checkedAt = nowMs();
    const walk = walkTree(fs, tree, places, deviceOf(indexed, config.root, tree));
    const skipped = walk.skipped.map(({ path, reason }) => ({ path: documentId(tree.name, path), reason }));
    const navigation = walk.missing ? [] : findNavigationFiles(fs, tree, config.root, walk.navigation);
    scans.push({ ...walk, tree, skipped, navigation, checkedAt });
  }
  return scans;
}
