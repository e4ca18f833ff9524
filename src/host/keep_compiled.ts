/** Keeps the JavaScript that Node has compiled for the next process. */
import { deno } from "./deno.ts";

/**
 * Lets Node (22.1 or newer) cache compiled code in a folder of the user's own, or where `NODE_COMPILE_CACHE` says. Only
 * modules loaded later benefit. Node runs what it finds in the cache, so ra does not use a folder that another user can
 * write to. In that case, or when the folder cannot be written, this does nothing.
 */
export function keepCompiled(): void {
  if (deno !== undefined) return; // it has a cache of its own
  const { process } = globalThis as { readonly process?: NodeJS.Process };
  if (process === undefined || process.versions["bun"] !== undefined) return;
  const { env, getBuiltinModule } = process;
  const module = getBuiltinModule?.("node:module") as { enableCompileCache?: (folder: string) => unknown } | undefined;
  // Node has already followed its own variables.
  if (module?.enableCompileCache === undefined || env["NODE_COMPILE_CACHE"] || env["NODE_DISABLE_COMPILE_CACHE"]) {
    return;
  }
  const folder = ownFolder(process);
  if (folder !== undefined) module.enableCompileCache(folder);
}

/**
 * A folder below the user's cache that nobody else can write to. It is made if necessary. Undefined when there is none.
 */
function ownFolder({ env, getBuiltinModule, getuid, platform }: NodeJS.Process): string | undefined {
  const { lstatSync, mkdirSync, realpathSync } = getBuiltinModule("node:fs");
  const { dirname, isAbsolute, join } = getBuiltinModule("node:path");
  const home = env["HOME"] ?? "";
  const caches = platform === "win32"
    ? env["LOCALAPPDATA"] ?? ""
    : platform === "darwin"
    ? join(home, "Library", "Caches")
    : env["XDG_CACHE_HOME"] || join(home, ".cache");
  if (!isAbsolute(caches)) return undefined;
  const user = getuid?.();
  const make = (path: string): string => {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { mode: 0o700 });
    return path;
  };
  /** Whether only the user and root can write to the folders on the path, or replace one of them. */
  const isSafe = (path: string): boolean => {
    const { uid, gid, mode } = lstatSync(path);
    const isSticky = (mode & 0o1000) !== 0;
    // Many systems give each user a group with the same number, and let that group write.
    const isShared = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== uid);
    return (uid === user || uid === 0) && (isSticky || !isShared);
  };
  const isOwn = (path: string): boolean => {
    const found = lstatSync(path);
    return found.isDirectory() && (user === undefined || (found.uid === user && (found.mode & 0o022) === 0));
  };
  try {
    let path = realpathSync(make(caches));
    // On Windows, folders below the user's own inherit that only this user may write.
    for (let above = path; user !== undefined; above = dirname(above)) {
      if (!isSafe(above)) return undefined;
      if (above === dirname(above)) break;
    }
    for (const name of ["ra", "compiled"]) {
      path = make(join(path, name));
      if (!isOwn(path)) return undefined;
    }
    return path;
  } catch {
    return undefined;
  }
}
