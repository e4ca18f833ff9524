/** Where the files of globs lie. */
import { isInside, joinPath } from "../../text/paths.ts";

export interface GlobPlace {
  /** Absolute. */
  readonly path: string;
  /** Globs relative to it. */
  readonly include: readonly string[];
}

const WILD = /[*?[\]{}()!+@]/;

/** The part of a glob before its first sign, as an absolute path: all of its matches lie there. */
export function fixedPart(folder: string, glob: string): string {
  const path = joinPath(folder, glob).split("/");
  const open = path.findIndex((part) => WILD.test(part));
  return open < 0 ? path.join("/") : path.slice(0, open).join("/") || "/";
}

/** The nearest folder around all globs, and the globs relative to it. It is never above what `fixedPart` gives. */
export function globPlace(folder: string, globs: readonly string[]): GlobPlace {
  const parts = globs.map((glob) => joinPath(folder, glob).split("/"));
  const fixed = parts.map((path) => {
    const open = path.findIndex((part) => WILD.test(part));
    if (open >= 0) return path.slice(0, open);
    // A glob that names the folder itself, or one above it, matches no file.
    return isInside(folder, path.join("/")) ? path : path.slice(0, -1);
  });
  const shared = fixed.reduce((common, path) => {
    const end = common.findIndex((part, at) => part !== path[at]);
    return end < 0 ? common : common.slice(0, end);
  });
  return { path: shared.join("/") || "/", include: parts.map((path) => path.slice(shared.length).join("/") || ".") };
}

/** A glob that matches one name. */
export function globFor(name: string): string {
  return name.replace(/[*?[\]{}\\]/g, "\\$&");
}
