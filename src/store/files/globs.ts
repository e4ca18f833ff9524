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
  const includes = include.map((glob) => compileGlob(glob));
  const leftOut = names(include, DEPENDENCIES) ? exclude : [...exclude, `**/${DEPENDENCIES}`];
  const excludes = leftOut.map((glob) => compileGlob(glob, { hidden: true }));
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
      const found: number[] = [];
      for (let index = 0; index < includes.length; index++) if (includes[index]!(path)) found.push(index);
      return found.length === 0 || excludes.some((matches) => matches(path)) ? [] : found;
    },
    leavesOut(path) {
      return excludes.some((matches) => matches(path));
    },
    reaches(directory) {
      if (isPrivate(directory) || excludes.some((matches) => matches(directory))) return false;
      const segments = directory.split("/");
      return reach.some((reaches) => reaches(segments));
    },
  };
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
