/** Lists the directories whose changes can make an index out of date. */
import { CONFIG_NAME } from "../../config/find.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { IGNORE_FILES } from "../../store/files/ignore_files.ts";
import type { TreeScan } from "../../store/files/scan.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import { fileName, joinPath, parentPath, withAncestors } from "../../text/paths.ts";

/** Maps an absolute path to the names in that directory that matter, or to `true` for all names. */
export type WatchedPlaces = ReadonlyMap<string, true | ReadonlySet<string>>;

export interface ConfigurationPlaces {
  readonly directory: string;
  readonly home: string | null;
}

/**
 * Lists the directories that the trees were read from. Above each tree, its own name and the ignore files count, so
 * that the tree may vanish and come back. Includes the configuration files if ra looks for them, and the files that
 * documents take in.
 */
export function watchedPlaces(
  fs: FileSystem,
  configured: ConfigurationPlaces | undefined,
  { scans, manifest, root }: {
    readonly scans: readonly TreeScan[];
    readonly manifest: Manifest;
    /** The folder from which the paths of included files count. */
    readonly root: string;
  },
): WatchedPlaces {
  const places = new Map<string, true | Set<string>>();
  const watch = (path: string, ...names: readonly string[]): void => {
    const wanted = places.get(path) ?? new Set<string>();
    places.set(path, wanted);
    if (wanted !== true) names.forEach((name) => wanted.add(name));
  };
  if (configured !== undefined) {
    const { directory, home } = configured;
    const above = withAncestors(fs.realPath(directory) ?? directory);
    for (const path of home === null ? above : [...above, fs.realPath(home) ?? home]) watch(path, CONFIG_NAME);
  }
  for (const { tree } of scans) {
    for (const root of new Set([tree.path, fs.realPath(tree.path) ?? tree.path])) {
      for (let path = root; path !== parentPath(path); path = parentPath(path)) {
        watch(parentPath(path), fileName(path), ...IGNORE_FILES);
      }
    }
  }
  for (const { tree, navigation } of scans) {
    for (const { path } of navigation) {
      const file = joinPath(tree.path, path);
      watch(parentPath(file), fileName(file));
    }
  }
  for (const { includes } of [...manifest.values()].flatMap((entries) => [...entries.values()])) {
    for (const { path } of includes?.files ?? []) watch(parentPath(joinPath(root, path)), fileName(path));
  }
  for (const { tree, missing, directories } of scans) {
    if (missing) continue;
    // If watching a directory covers everything below it, one watch is enough.
    const below = fs.watchesBelow === true ? [""] : directories;
    for (const directory of below) {
      places.set(directory === "" ? tree.path : `${tree.path.replace(/\/$/, "")}/${directory}`, true);
    }
  }
  return places;
}

/**
 * Tells whether a change of this name (or path from the directory) can affect an index. The index's own folder and
 * git's folder never do.
 */
export function concerns(name: string | undefined, wanted: true | ReadonlySet<string>): boolean {
  if (name === undefined) return true;
  const segments = name.split("/");
  if (segments.some((segment) => segment === ".ra" || segment === ".git")) return false;
  return wanted === true || (segments.length === 1 && wanted.has(name));
}
