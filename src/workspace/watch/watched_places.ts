/** Which directories show that an index is no longer current. */
import { CONFIG_NAME } from "../../config/find.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { IGNORE_FILES } from "../../store/files/ignore_files.ts";
import type { TreeScan } from "../../store/files/scan.ts";
import { fileName, parentPath, withAncestors } from "../../text/paths.ts";

/** By absolute path: the names in that directory that matter; `true` for all. */
export type WatchedPlaces = ReadonlyMap<string, true | ReadonlySet<string>>;

export interface ConfigurationPlaces {
  readonly directory: string;
  readonly home: string | null;
}

/**
 * The directories that the trees were read from; above each tree its own name and the ignore files, so that it may
 * vanish and come back; the configuration files where these are looked for.
 */
export function watchedPlaces(
  fs: FileSystem,
  configured: ConfigurationPlaces | undefined,
  scans: readonly TreeScan[],
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
  for (const { tree, missing, directories } of scans) {
    if (missing) continue;
    // Where watching a directory covers all below it, one is enough.
    const below = fs.watchesBelow === true ? [""] : directories;
    for (const directory of below) {
      places.set(directory === "" ? tree.path : `${tree.path.replace(/\/$/, "")}/${directory}`, true);
    }
  }
  return places;
}

/** Whether a change of this name (or path, from the directory) may concern an index: never its own folder, or git's. */
export function concerns(name: string | undefined, wanted: true | ReadonlySet<string>): boolean {
  if (name === undefined) return true;
  const segments = name.split("/");
  if (segments.some((segment) => segment === ".ra" || segment === ".git")) return false;
  return wanted === true || (segments.length === 1 && wanted.has(name));
}
