/**
 * The places that a run may touch. ra enters, makes and opens what is its own without links, so that a stranger's
 * folder cannot lead it elsewhere. A place is looked at right before each use, because it may have changed since.
 */
import { isInside, joinPath, leadsBelow, relativePath, withAncestors } from "../text/paths.ts";
import type { FileSystem } from "./file_system.ts";
import { ioError, placeRefused, systemFailure } from "./io_error.ts";
import { orAbsent } from "./or_absent.ts";

/** Resolves all links of a path. Keeps the names that lead to nothing yet. */
export function realPlace(fs: FileSystem, path: string): string {
  const folders = withAncestors(path);
  const realOf = (at: number): string | undefined => orAbsent(() => fs.realPath(folders[at]!));
  const found = deepest(folders.length, realOf);
  if (found === undefined) return path;
  return joinPath(found.real, `.${path.slice(folders[found.at]!.length).replace(/^\/?/, "/")}`);
}

/** The first of the folders that is there. They lie in one another, the innermost first, and there may be thousands. */
function deepest(
  count: number,
  realOf: (at: number) => string | undefined,
): { readonly at: number; readonly real: string } | undefined {
  // Nearly always, it is one of these.
  for (let at = 0; at < Math.min(2, count); at++) {
    const real = realOf(at);
    if (real !== undefined) return { at, real };
  }
  const outer = realOf(count - 1);
  if (outer === undefined) {
    // Deno may be allowed to see inner folders only.
    for (let at = 2; at < count - 1; at++) {
      const real = realOf(at);
      if (real !== undefined) return { at, real };
    }
    return undefined;
  }
  // What lies in a missing folder is missing.
  let [missing, at, real] = [1, count - 1, outer];
  while (at - missing > 1) {
    const middle = (missing + at) >> 1;
    const inner = realOf(middle);
    if (inner === undefined) missing = middle;
    else [at, real] = [middle, inner];
  }
  return { at, real };
}

/**
 * Throws `place-refused` if one of the folders from below `root` down to `folder` is a link, or a file. Missing folders
 * are allowed. `root` itself may be reached by a link.
 */
export function requireOwnFolder(fs: FileSystem, root: string, folder: string): void {
  for (const path of foldersBelow(root, folder)) if (!isOwnFolder(fs, path)) return;
}

/**
 * Makes the missing folders below `root` down to `folder`. Throws `place-refused` if one of them is a link, and `io` if
 * `root` is missing: ra does not make a project anew that somebody deleted.
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
  const start = root.endsWith("/") ? root : `${root}/`;
  // This runs before each use of a file, and nearly all paths are written so.
  if (folder.startsWith(start) && leadsBelow(folder.slice(start.length))) {
    const folders: string[] = [];
    for (let end = folder.indexOf("/", start.length); end > 0; end = folder.indexOf("/", end + 1)) {
      folders.push(folder.slice(0, end));
    }
    return [...folders, folder];
  }
  const segments = relativePath(root, folder).split("/").filter((segment) => segment !== "" && segment !== ".");
  return segments.map((_, at) => joinPath(root, segments.slice(0, at + 1).join("/")));
}

/** False when it is absent. Throws `place-refused` when something else is there. */
function isOwnFolder(fs: FileSystem, path: string): boolean {
  const kind = fs.kindOf(path);
  if (kind === undefined || kind === "directory") return kind !== undefined;
  throw placeRefused("use", path, kind === "symlink" ? "LINK" : "ENOTDIR");
}

/** A folder in which ra writes. */
interface OwnRoot {
  /** As it is configured, absolute. */
  readonly path: string;
  /** Where it really lay when it was judged. */
  readonly real: string;
}

export interface Places {
  /** Everything below them is reached without links. */
  readonly roots: readonly OwnRoot[];
  /** Folders of the user in which anything may be written, such as that of the cache. */
  readonly free: readonly string[];
}

/**
 * The file system with bounds. What lies below a root is read and written without following a link, and is a regular
 * file or a folder; anything else is `place-refused`, and so is a root that leads elsewhere since it was judged.
 * Nothing is written outside the roots and the free folders. Other places are read as usual.
 */
export function createPlaces(fs: FileSystem, places: Places): FileSystem {
  const bounds = new PlaceBounds(fs, places);
  return {
    isShared: fs.isShared,
    stat: (path) => (bounds.reading("read", path, FILE_OR_FOLDER), fs.stat(path)),
    readDirectory: (path) => (bounds.reading("list", path, FOLDER), fs.readDirectory(path)),
    realPath: (path) => (bounds.reading("resolve", path, FILE_OR_FOLDER), fs.realPath(path)),
    kindOf: (path) => (bounds.isOwn("read", path), fs.kindOf(path)),
    readFile: (path, options) =>
      fs.readFile(path, bounds.reading("read", path, FILE) ? { ...options, noLink: true } : options),
    open: (path, options) => fs.open(path, bounds.reading("open", path, FILE) ? { ...options, noLink: true } : options),
    writeFile: (path, bytes, options) => (bounds.writing("write", path, FILE), fs.writeFile(path, bytes, options)),
    createWriter: (path, options) => (bounds.writing("write", path, FILE), fs.createWriter(path, options)),
    appendLine: (path, line, options) => (bounds.writing("write", path, FILE), fs.appendLine(path, line, options)),
    createExclusive: (
      path,
      bytes,
      options,
    ) => (bounds.writing("create", path, FILE), fs.createExclusive(path, bytes, options)),
    touch: (path) => (bounds.writing("touch", path, FILE), fs.touch(path)),
    rename(from, to) {
      bounds.writing("move", from, FILE);
      bounds.writing("replace", to, FILE);
      fs.rename(from, to);
    },
    removeFile: (path) => (bounds.writing("remove", path, FILE), fs.removeFile(path)),
    makeDirectory(path, options) {
      // The folders above one that may be written are made with it.
      if (!places.free.some((folder) => isInside(folder, path))) bounds.writing("create", path, FOLDER);
      fs.makeDirectory(path, options);
    },
  };
}

const FILE: readonly string[] = ["file"];
const FOLDER: readonly string[] = ["directory"];
const FILE_OR_FOLDER: readonly string[] = ["file", "directory"];

class PlaceBounds {
  readonly #fs: FileSystem;
  /** The roots by their paths, as configured and real, the innermost first. */
  readonly #known: readonly OwnRoot[];
  readonly #free: readonly string[];

  constructor(fs: FileSystem, { roots, free }: Places) {
    this.#fs = fs;
    this.#free = free;
    this.#known = roots.flatMap(({ path, real }) =>
      path === real ? [{ path, real }] : [{ path, real }, { path: real, real }]
    )
      .sort((a, b) => b.path.length - a.path.length);
  }

  /** Whether the path lies below a root, which then leads where it led before. Throws `place-refused`. */
  isOwn(action: string, path: string): boolean {
    const root = this.#known.find(({ path: folder }) => isInside(path, folder));
    if (root === undefined) return false;
    const leadsThere = orAbsent(() => this.#fs.realPath(root.path)) === root.real ||
      realPlace(this.#fs, root.path) === root.real;
    if (!leadsThere) throw placeRefused(action, root.path, "MOVED");
    const folders = foldersBelow(root.path, path);
    for (const folder of folders.slice(0, -1)) if (!isOwnFolder(this.#fs, folder)) break;
    return folders.length > 0;
  }

  /** Requires that nothing, or such an entry, is at a path below a root. */
  #requireKind(action: string, path: string, wanted: readonly string[]): void {
    const kind = this.#fs.kindOf(path);
    if (kind === undefined || wanted.includes(kind)) return;
    const why = kind === "symlink"
      ? "LINK"
      : kind === "directory"
      ? "EISDIR"
      : kind === "file"
      ? "ENOTDIR"
      : "NOT_REGULAR";
    throw placeRefused(action, path, why);
  }

  reading(action: string, path: string, wanted: readonly string[]): boolean {
    const own = this.isOwn(action, path);
    if (own) this.#requireKind(action, path, wanted);
    return own;
  }

  writing(action: string, path: string, wanted: readonly string[]): void {
    if (this.reading(action, path, wanted)) return;
    if (this.#known.some((root) => root.path === path) || this.#free.some((folder) => isInside(path, folder))) return;
    throw placeRefused(action, path, "OUTSIDE");
  }
}
