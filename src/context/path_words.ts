/** Finds the words in the path of a file. */
import { fileStem } from "../text/paths.ts";
import { identifierParts } from "./identifiers.ts";
import { trim, trimEnd, trimStart } from "../text/trim.ts";

export interface PathWord {
  readonly word: string;
  /** 1 for the file's name. Folders have less, and less still the farther they are from the file. */
  readonly weight: number;
}

/** Names that describe the layout of a project and not the topic of a file. */
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
 * Finds the words of a path relative to the project, whole and in parts, without extensions. A file such as
 * `index.ts`, `mod.rs` or `__init__.py` takes the name of its folder.
 */
export function pathWords(path: string): readonly PathWord[] {
  const folders = path.split("/").slice(0, -1).filter((name) => name !== ".." && name !== ".");
  const stem = withoutExtensions(fileStem(path));
  const names = [stem, ...folders.reverse()].filter((name) => !LAYOUT.has(trim(name, "_").toLowerCase()));
  return names.slice(0, FOLDERS + 1).flatMap((name, depth) => {
    const weight = 1 / (1 + depth);
    const whole = trimEnd(trimStart(name, "_$.-"), "_$-");
    const parts = identifierParts(whole).filter((part) => /\p{L}/u.test(part));
    const words = parts.length > 1
      ? [whole, ...parts.map((part) => part.toLowerCase())]
      : parts.map((part) => part.toLowerCase());
    return [...new Set(words)].map((word) => ({ word, weight }));
  });
}

/**
 * The end of a path as a phrase: the file's name with its extension, and the folders up to the first that says
 * something. A page that includes a file or links to it holds this. Undefined if there is no such folder.
 */
export function pathEnd(path: string): string | undefined {
  const parts = path.split("/").filter((name) => name !== ".." && name !== ".");
  const folder = parts.slice(0, -1).findLastIndex((name) => !LAYOUT.has(trim(name, "_").toLowerCase()));
  if (folder < 0) return undefined;
  const words = parts.slice(folder).join(" ").match(/[\p{L}\p{M}\p{N}_-]+/gu) ?? [];
  return words.length > 1 ? words.join(" ") : undefined;
}

/** `app` for `app.test`, and `.env` for `.env.local`. */
function withoutExtensions(name: string): string {
  const dot = name.indexOf(".", 1);
  return dot < 0 ? name : name.slice(0, dot);
}
