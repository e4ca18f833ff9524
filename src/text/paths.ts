/**
 * Functions on `/`-separated paths. A root is `/` or a drive such as `C:/`. Network shares (`//server/share`) are
 * treated as plain absolute paths.
 */

const ROOT = /^(?:[A-Za-z]:(?=\/|$)|(?=\/))\/*/;

/** Whether a path starts at a root (`/` or `C:/`). */
export function isAbsolutePath(path: string): boolean {
  return ROOT.test(path);
}

/** Resolves `.`, `..` and doubled slashes. Only a root keeps its trailing slash, and the empty path becomes `.`. */
export function normalizePath(path: string): string {
  const drive = ROOT.exec(path)?.[0];
  const root = drive === undefined ? "" : `${drive.replace(/\/+$/, "")}/`;
  const kept: string[] = [];
  for (const segment of path.slice(drive?.length ?? 0).split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept[kept.length - 1] !== "..") kept.pop();
    else if (root === "") kept.push(segment);
  }
  return root + kept.join("/") || ".";
}

/** Joins a path to a base and normalizes it. An absolute `path` ignores the base. */
export function joinPath(base: string, path: string): string {
  return normalizePath(isAbsolutePath(path) ? path : `${base}/${path}`);
}

/** The folder that holds a path. A root is its own parent, and the parent of a bare name is `.`. */
export function parentPath(path: string): string {
  const normal = normalizePath(path);
  const slash = normal.lastIndexOf("/");
  if (slash === -1) return normal === ".." ? "../.." : ".";
  const root = ROOT.exec(normal)?.[0] ?? "";
  return slash < root.length ? root : normal.slice(0, slash);
}

/** An empty path, an absolute one, and one with an empty segment, a `.`, a `..` or a NUL. */
const NOT_BELOW = /(?:^|\/)\.{0,2}(?:\/|$)|\0/;

/**
 * Whether a relative path leads to something below the folder that it is joined to: a normalized path without a `..`.
 * Join it by a `/`; `joinPath` takes `C:/x` for an absolute path.
 */
export function leadsBelow(path: string): boolean {
  return !NOT_BELOW.test(path);
}

/** The last segment of a path: `b.md` of `/a/b.md`. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The extension in lower case without its dot: `md` for `/a/B.MD`. Empty for `.profile` and `Makefile`. */
export function fileExtension(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** The file name without its extension: `b` for `/a/b.md`, and `.profile` for `.profile`. */
export function fileStem(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? name : name.slice(0, dot);
}

/** Whether `path` is `folder` or lies below it. Both must be absolute and normalized. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/**
 * The relative path from a folder to a path, both absolute: `../x` when it lies outside, and `.` for the folder itself.
 */
export function relativePath(folder: string, path: string): string {
  const from = normalizePath(folder);
  const to = normalizePath(path);
  const root = ROOT.exec(to)?.[0] ?? "";
  if (ROOT.exec(from)?.[0].toLowerCase() !== root.toLowerCase()) return to;
  const a = from.slice(root.length).split("/").filter((segment) => segment !== "");
  const b = to.slice(root.length).split("/").filter((segment) => segment !== "");
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  return [...a.slice(same).map(() => ".."), ...b.slice(same)].join("/") || ".";
}

/** The path and every folder above it, nearest first. */
export function withAncestors(path: string): string[] {
  const found = [normalizePath(path)];
  const root = ROOT.exec(found[0]!)?.[0];
  // `.` and `..` lie above a relative path, too. An absolute path may have thousands of folders.
  for (;;) {
    const last = found[found.length - 1] as string;
    const slash = last.lastIndexOf("/");
    const parent = root === undefined ? parentPath(last) : slash < root.length ? root : last.slice(0, slash);
    if (parent === last || last === ".") return found;
    found.push(parent);
  }
}
