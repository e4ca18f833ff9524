/** .gitignore and .raignore with git's rules; within a folder .raignore has the last word. */
import ignore, { type Ignore } from "ignore";
import type { FileSystem } from "../host/file_system.ts";
import { isInside, joinPath, relativePath, withAncestors } from "../text/paths.ts";

/** The rules in force in one directory of a tree. */
export interface IgnoreRules {
  /** Whether a path is ignored; relative to the tree, directories without a slash at the end. */
  ignores(path: string, isDirectory: boolean): boolean;
  /** The rules in force in a directory (relative to the tree) that holds these entries. */
  enter(directory: string, entries: readonly { readonly name: string; readonly kind: string }[]): IgnoreRules;
}

const FILES = [".gitignore", ".raignore"] as const;

/** No rules, whatever files there are. */
export const NO_IGNORE_RULES: IgnoreRules = { ignores: () => false, enter: () => NO_IGNORE_RULES };

/**
 * The rules that the folders above a tree's root state, from the root of the git repository down; none outside a
 * repository. A rule that ignores the root, or a folder above it, is void. An unreadable file has no rules.
 */
export function findIgnoreRules(fs: FileSystem, root: string): IgnoreRules {
  const real = fs.realPath(root) ?? root;
  const above = withAncestors(real);
  const repository = above.find((folder) => fs.stat(joinPath(folder, ".git")) !== undefined) ?? real;
  const prefix = repository === real ? "" : `${relativePath(repository, real)}/`;
  const options = { ignorecase: ignoresCase(fs, repository), allowRelativePaths: true };
  const rules = ignore(options);
  const folders = above.filter((folder) => folder !== real && isInside(folder, repository)).reverse();
  for (const folder of folders) {
    const below = folder === repository ? "" : `${relativePath(repository, folder)}/`;
    for (const file of FILES) rules.add(readRules(fs, joinPath(folder, file), below));
  }
  // Last, so that they win: the way down to the root is open.
  const way = prefix.split("/").slice(0, -1);
  for (const depth of way.keys()) rules.add(`!/${way.slice(0, depth + 1).map(escapeName).join("/")}/`);
  return rulesAt(rules);

  function rulesAt(current: Ignore): IgnoreRules {
    return {
      ignores: (path, isDirectory) => current.test(`${prefix}${path}${isDirectory ? "/" : ""}`).ignored,
      enter(directory, entries) {
        const own = FILES.filter((file) => entries.some(({ name, kind }) => name === file && kind === "file"));
        if (own.length === 0) return this;
        const below = directory === "" ? prefix : `${prefix}${directory}/`;
        const next = ignore(options).add(current);
        for (const file of own) next.add(readRules(fs, joinPath(joinPath(real, directory || "."), file), below));
        return rulesAt(next);
      },
    };
  }
}

/** Git compares names without case only where the repository says so (macOS, Windows). */
function ignoresCase(fs: FileSystem, repository: string): boolean {
  const config = readText(fs, joinPath(repository, ".git/config"));
  return /^\s*ignorecase\s*=\s*true\s*$/im.test(config);
}

function readText(fs: FileSystem, path: string): string {
  try {
    return new TextDecoder().decode(fs.readFile(path));
  } catch {
    return "";
  }
}

/** The patterns of an ignore file, rewritten to be relative to the repository; `below` ends with a slash or is empty. */
function readRules(fs: FileSystem, path: string, below: string): string[] {
  const lines = readText(fs, path).split(/\r?\n/);
  return below === "" ? lines : lines.map((line) => rebase(line, below.slice(0, -1).split("/").map(escapeName).join("/")));
}

function rebase(line: string, folder: string): string {
  // Spaces at the end do not count unless escaped, so they are no part of the pattern that is looked at here.
  const trimmed = line.replace(/(?<!\\) +$/, "");
  if (trimmed === "" || trimmed.startsWith("#")) return "";
  const negated = trimmed.startsWith("!");
  const pattern = (negated ? trimmed.slice(1) : trimmed).replace(/^\\([#!])/, "$1");
  if (pattern === "" || pattern === "/") return "";
  const anchored = pattern.slice(0, -1).includes("/");
  return `${negated ? "!" : ""}/${folder}/${anchored ? "" : "**/"}${pattern.replace(/^\//, "")}`;
}

function escapeName(name: string): string {
  return name.replace(/[\\*?[\]!# ]/g, "\\$&");
}
