/** Loads a package that ra does not depend on, where the user has installed it. */
import * as fs from "node:fs";
import process from "node:process";
import { joinPath, parentPath, withAncestors } from "../text/paths.ts";
import { isPermitted } from "./permissions.ts";
import { isOtherUser } from "./process.ts";

/**
 * What a package with native code gives to `require`. Undefined when it is not installed. ra looks in `node_modules` of
 * the folder, then beside itself as a plain import would. It never looks in the working directory, as a project that
 * somebody else wrote may hold any code there. Throws what the package throws, and when Deno denies native code.
 */
export function loadPackage(name: string, folder: string | undefined): unknown {
  const place = placesOf(folder).find((place) => isOwn(joinPath(place, name)));
  if (place === undefined) return undefined;
  // The package reads its dependencies, which lie beside it.
  if (!isPermitted({ name: "read", path: place }) || !isPermitted({ name: "ffi", path: place })) {
    throw new Error(`Deno needs --allow-ffi and --allow-read=${place}`);
  }
  // A runtime that looks for the package itself may look elsewhere, and Bun may even fetch it.
  const { createRequire } = process.getBuiltinModule("node:module");
  return createRequire(joinPath(place, name))(joinPath(place, name));
}

/**
 * The path of a file in a package, where the user has installed it. Undefined when it is not installed. ra looks in the
 * same places as {@link loadPackage}.
 */
export function packageFile(name: string, file: string, folder: string | undefined): string | undefined {
  const place = placesOf(folder).find((place) => isOwn(joinPath(place, name)));
  if (place === undefined) return undefined;
  const path = joinPath(place, `${name}/${file}`);
  return fs.statSync(path, { throwIfNoEntry: false })?.isFile() === true ? path : undefined;
}

/**
 * The module in this file of a package, where the user has installed it; undefined when it is not installed. ra looks
 * in the same places as {@link loadPackage}. Rejects with what the module throws, and when Deno denies native code.
 */
export async function importPackage(name: string, file: string, folder: string | undefined): Promise<unknown> {
  const path = packageFile(name, file, folder);
  if (path === undefined) return undefined;
  if (!isPermitted({ name: "read", path }) || !isPermitted({ name: "ffi", path })) {
    throw new Error(`Deno needs --allow-ffi and --allow-read=${parentPath(path)}`);
  }
  return await importModule(path);
}

/** The module at an absolute path. */
export async function importModule(path: string): Promise<unknown> {
  return await import(process.getBuiltinModule("node:url").pathToFileURL(path).href);
}

function placesOf(folder: string | undefined): readonly string[] {
  const { fileURLToPath } = process.getBuiltinModule("node:url");
  const own = import.meta.url.startsWith("file:") ? fileURLToPath(import.meta.url).replaceAll("\\", "/") : undefined;
  const above = own === undefined ? [] : withAncestors(parentPath(own));
  return [...(folder === undefined ? [] : [folder]), ...above].map((place) => joinPath(place, "node_modules"));
}

function isOwn(path: string): boolean {
  const file = joinPath(path, "package.json");
  if (!isPermitted({ name: "read", path: file })) return false;
  try {
    return !isOtherUser(fs.statSync(file).uid);
  } catch {
    return false;
  }
}
