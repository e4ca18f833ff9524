/** The words in the path of a file. */
import { fileStem } from "../text/paths.ts";
import { identifierParts } from "./identifiers.ts";

export interface PathWord {
  readonly word: string;
  /** 1 for the file's name, less for the folders, the farther the less. */
  readonly weight: number;
}

/** Names that say how a project is laid out, not what a file is about. */
const LAYOUT: ReadonlySet<string> = new Set([
  "src",
  "source",
  "sources",
  "lib",
  "libs",
  "app",
  "apps",
  "pkg",
  "packages",
  "internal",
  "cmd",
  "main",
  "java",
  "kotlin",
  "scala",
  "python",
  "js",
  "ts",
  "include",
  "dist",
  "build",
  "out",
  "bin",
  "vendor",
  "node_modules",
  "modules",
  "crates",
  "code",
  "project",
  "projects",
  "home",
  "tmp",
  "index",
  "init",
  "mod",
]);

const FOLDERS = 4;

/**
 * Words of a path relative to the project: the file's name and its folders, whole and in parts, without extensions. A
 * file that is only named for its place in a folder (`index.ts`, `mod.rs`, `__init__.py`) is named by that folder.
 */
export function pathWords(path: string): readonly PathWord[] {
  const folders = path.split("/").slice(0, -1).filter((name) => name !== ".." && name !== ".");
  const stem = fileStem(path).replace(/(?<=.)\..*$/, "");
  const names = [stem, ...folders.reverse()].filter((name) => !LAYOUT.has(name.replace(/^_+|_+$/g, "").toLowerCase()));
  return names.slice(0, FOLDERS + 1).flatMap((name, depth) => {
    const weight = 1 / (1 + depth);
    const whole = name.replace(/^[_$.-]+|[_$-]+$/g, "");
    const parts = identifierParts(whole).filter((part) => /\p{L}/u.test(part));
    const words = parts.length > 1
      ? [whole, ...parts.map((part) => part.toLowerCase())]
      : parts.map((part) => part.toLowerCase());
    return [...new Set(words)].map((word) => ({ word, weight }));
  });
}
