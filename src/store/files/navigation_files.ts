/** Finds the files that say how the pages of a tree are called and ordered (docs/chunking.md). */
import type { TreeConfig } from "../../config/config.ts";
import { projectOf } from "../../config/project_folder.ts";
import { type NavigationKind, navigationKind } from "../../document/navigation/navigation.ts";
import type { DirectoryEntry, FileSystem } from "../../host/file_system.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { joinPath, parentPath, relativePath } from "../../text/paths.ts";
import { type Fingerprint, fingerprintOf } from "./fingerprint.ts";

export interface NavigationFile {
  /** Relative to the folder of the tree. It may lead above it. */
  readonly path: string;
  readonly kind: NavigationKind;
  /** Null for what is not a regular file. */
  readonly fingerprint: Fingerprint | null;
}

/** Folders in which generators keep such files, and that are looked into beside a tree and above it. */
const FOLDERS = new Set([".vitepress", "_data", "website"]);
/** More files of one tree do not count. */
const MAX_FILES = 2000;

/**
 * The navigation files of a tree, the nearest to the documents first: those in it, of which `walked` has the paths,
 * then those in the folders above it, up to the project's.
 */
export function findNavigationFiles(
  fs: FileSystem,
  tree: Pick<TreeConfig, "path"> & Partial<Pick<TreeConfig, "boundary">>,
  root: string,
  walked: readonly string[],
): readonly NavigationFile[] {
  const found = [...walked].sort(byDepth).slice(0, MAX_FILES);
  const project = projectOf(tree, root);
  for (let folder = tree.path; folder !== project;) {
    folder = parentPath(folder);
    found.push(...navigationIn(fs, folder).map((path) => relativePath(tree.path, path)));
  }
  return found.flatMap((path): readonly NavigationFile[] => {
    const kind = navigationKind(path);
    const stat = kind === undefined ? undefined : orAbsent(() => fs.stat(joinPath(tree.path, path)));
    if (kind === undefined || stat === undefined || stat.kind === "directory") return [];
    return [{ path, kind, fingerprint: stat.kind === "file" ? fingerprintOf(stat) : null }];
  });
}

/** The navigation files in a folder of a tree's walk that the walk does not go through. */
export function hiddenNavigation(
  fs: FileSystem,
  folder: string,
  entries: readonly DirectoryEntry[],
): readonly string[] {
  return entries.some(({ name, kind }) => name === ".vitepress" && kind === "directory")
    ? navigationBelow(fs, joinPath(folder, ".vitepress"))
    : [];
}

function navigationIn(fs: FileSystem, folder: string): readonly string[] {
  const entries = orAbsent(() => fs.readDirectory(folder)) ?? [];
  return entries.flatMap(({ name, kind }) => {
    const path = joinPath(folder, name);
    if (kind === "directory") return FOLDERS.has(name) ? navigationBelow(fs, path) : [];
    // The label of a folder says nothing of a tree in it.
    const found = navigationKind(path);
    return found === undefined || found === "category" ? [] : [path];
  });
}

function navigationBelow(fs: FileSystem, folder: string): readonly string[] {
  const entries = orAbsent(() => fs.readDirectory(folder)) ?? [];
  return entries.filter(({ kind }) => kind !== "directory").map(({ name }) => joinPath(folder, name))
    .filter((path) => navigationKind(path) !== undefined);
}

function byDepth(a: string, b: string): number {
  return depthOf(b) - depthOf(a) || (a < b ? -1 : a > b ? 1 : 0);
}

function depthOf(path: string): number {
  return path.split("/").length;
}
