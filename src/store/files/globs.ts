/** Selects the paths of a tree by its include and exclude globs, and the directories that a walk can skip. */
import { compileGlob, normalizeGlob } from "../../text/globs.ts";
import { DEPENDENCIES } from "./document_kinds.ts";

export interface Selection {
  /**
   * The positions of the includes that select a file. Empty when none does, or when an exclude matches the file itself.
   */
  includesOf(path: string): readonly number[];
  /**
   * False when nothing below a directory can be selected. An exclude that matches a directory excludes everything below
   * it, as in `.gitignore`. The test is cheap: it may return true for a directory that holds nothing to select.
   */
  reaches(directory: string): boolean;
  /** Whether an exclude, or what ra leaves out by itself, matches a file or a folder. */
  leavesOut(path: string): boolean;
}

/**
 * Compiles a tree's globs. Paths are relative to the tree. `node_modules` is left out, unless a segment of an include
 * names it. Throws `config-value` for an invalid glob.
 */
export function compileSelection(include: readonly string[], exclude: readonly string[]): Selection {
  const { byExtension, others } = dividedByExtension(include);
  const excludes = exclude.map((glob) => compileGlob(glob, { hidden: true }));
  const seesDependencies = names(include, DEPENDENCIES);
  const isExcluded = (path: string): boolean =>
    (!seesDependencies && path.slice(path.lastIndexOf("/") + 1).toLowerCase() === DEPENDENCIES) ||
    excludes.some((matches) => matches(path));
  const reach = include.map(compileReach);
  const seesGit = names(include, ".git");
  const isPrivate = (path: string): boolean => {
    const start = path.lastIndexOf("/") + 1;
    if (path[start] !== ".") return false;
    const name = path.slice(start).toLowerCase();
    return name === ".ra" || (name === ".git" && !seesGit);
  };
  return {
    includesOf(path) {
      if (isPrivate(path)) return [];
      const found = [...byExtension.get(extensionOf(path)) ?? []];
      for (const { at, matches } of others) if (matches(path)) found.push(at);
      if (found.length === 0 || isExcluded(path)) return [];
      return found.sort((one, other) => one - other);
    },
    leavesOut: isExcluded,
    reaches(directory) {
      if (isPrivate(directory) || isExcluded(directory)) return false;
      const segments = directory.split("/");
      return reach.some((reaches) => reaches(segments));
    },
  };
}

/**
 * The includes that take all files with an extension, such as `**\/*.md`, and the others, with their positions. Most
 * are of the first kind, and need no regular expression.
 */
function dividedByExtension(include: readonly string[]) {
  const byExtension = new Map<string, number[]>();
  const others: { readonly at: number; readonly matches: (path: string) => boolean }[] = [];
  for (const [at, glob] of include.entries()) {
    const extension = /^\*\*\/\*(\.[a-z0-9]+)$/i.exec(glob)?.[1]?.toLowerCase();
    if (extension === undefined) others.push({ at, matches: compileGlob(glob) });
    else byExtension.set(extension, [...byExtension.get(extension) ?? [], at]);
  }
  return { byExtension, others };
}

/** The extension in lower case. Empty for hidden files and those in hidden folders: such an include matches none. */
function extensionOf(path: string): string {
  const extension = /\.[a-z0-9]+$/i.exec(path)?.[0];
  return extension === undefined || path.startsWith(".") || path.includes("/.") ? "" : extension.toLowerCase();
}

/** Whether a segment of a glob is this name. */
function names(globs: readonly string[], name: string): boolean {
  return globs.some((glob) => normalizeGlob(glob).split("/").some((segment) => segment.toLowerCase() === name));
}

/** Whether a glob can match something below a directory. It compares the segments before the first `**`. */
function compileReach(glob: string): (directory: readonly string[]) => boolean {
  const normal = normalizeGlob(glob);
  const segments = normal.split("/");
  // A slash inside braces, brackets or an escape does not end a segment, so the glob cannot be compared by segment.
  if (/\{[^{}]*\/|\[[^[\]]*\/|\\\//.test(normal)) return () => true;
  const crossing = segments.findIndex((segment) => segment.includes("**"));
  const leading = (crossing === -1 ? segments.slice(0, -1) : segments.slice(0, crossing)).map((segment) =>
    compileGlob(segment)
  );
  const spellsOutHidden = segments.slice(Math.max(crossing, 0)).some((segment) => /^[.{[\\]/.test(segment));
  return (directory) => {
    if (crossing === -1 && directory.length > leading.length) return false;
    for (const [depth, segment] of directory.entries()) {
      const matches = leading[depth];
      if (matches === undefined) return spellsOutHidden || !directory.slice(depth).some((name) => name.startsWith("."));
      if (!matches(segment)) return false;
    }
    return true;
  };
}
