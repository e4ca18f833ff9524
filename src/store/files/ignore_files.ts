/**
 * Reads .gitignore and .raignore with git's rules. Within a folder, .raignore has the last word. Names are compared
 * with composed letters, as git does on macOS.
 */
import ignore, { type Ignore } from "ignore";
import type { FileSystem, ReadOptions } from "../../host/file_system.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { MAX_BYTES, sizeText } from "../../host/read_limits.ts";
import { composed } from "../../text/composed.ts";
import { isInside, joinPath, relativePath, withAncestors } from "../../text/paths.ts";

/** The rules that apply in one directory of a tree. */
export interface IgnoreRules {
  /** Whether a path is ignored. It is relative to the tree, and a directory has no slash at the end. */
  ignores(path: string, isDirectory: boolean): boolean;
  /** The rules that apply in a directory (relative to the tree) that holds these entries. */
  enter(directory: string, entries: readonly { readonly name: string; readonly kind: string }[]): IgnoreRules;
}

/** The names of the files with rules. The last one wins. */
export const IGNORE_FILES = [".gitignore", ".raignore"] as const;

/** The most lines in the files of a folder and the folders above it. Each path is compared with each of them. */
const MAX_LINES = 20_000;
/** Characters of one line. No path is longer. */
const MAX_LINE_LENGTH = 4096;
/**
 * Stars in one name, and `**` in one line. With more, matching takes too long for some paths. A usual file of rules for
 * Node has `report.[0-9]*.[0-9]*.[0-9]*.[0-9]*.json`.
 */
const MAX_STARS = 4;
const MAX_CROSSING = 3;
/** Characters of a regular expression that every runtime takes. */
const MAX_EXPRESSION_LENGTH = 300_000;

/** Says why the rules of a folder cannot be used. */
export class TooManyRules extends Error {}

/** Rules that ignore nothing and read no files. */
export const NO_IGNORE_RULES: IgnoreRules = { ignores: () => false, enter: () => NO_IGNORE_RULES };

/**
 * The rules from the folders above a tree's root, beginning at the root of the git repository. Outside a repository
 * there are none. A rule that ignores the tree's root, or a folder above it, does not count. An unreadable file has no
 * rules. Throws `TooManyRules` above the limits, as `enter` does.
 */
export function findIgnoreRules(fs: FileSystem, root: string): IgnoreRules {
  const real = fs.realPath(root) ?? root;
  const above = withAncestors(real);
  const repository = above.find((folder) => fs.stat(joinPath(folder, ".git")) !== undefined) ?? real;
  const prefix = repository === real ? "" : `${relativePath(repository, real)}/`;
  const options = { ignorecase: ignoresCase(fs, repository), allowRelativePaths: true };
  const rules = ignore(options);
  const folders = above.filter((folder) => folder !== real && isInside(folder, repository)).reverse();
  let stated: readonly string[] = [];
  for (const folder of folders) {
    const below = folder === repository ? "" : `${relativePath(repository, folder)}/`;
    for (const file of IGNORE_FILES) {
      const lines = readLines(fs, joinPath(folder, file));
      stated = joined(stated, lines, joinPath(folder, file));
      rules.add(rebaseAll(lines, below));
    }
  }
  // Added last, so that these rules win: they keep the path down to the tree's root open.
  const way = prefix.split("/").slice(0, -1);
  for (const depth of way.keys()) rules.add(`!/${way.slice(0, depth + 1).map(escapeName).join("/")}/`);
  return rulesAt(rules, stated);

  /** `lines` holds the rules of all folders down to this one, as written. */
  function rulesAt(current: Ignore, lines: readonly string[]): IgnoreRules {
    const mayIgnore = compileSuspicion(lines);
    return {
      ignores(path, isDirectory) {
        const whole = composed(`${prefix}${path}${isDirectory ? "/" : ""}`);
        return mayIgnore(whole) && current.test(whole).ignored;
      },
      enter(directory, entries) {
        const own = IGNORE_FILES.filter((file) => entries.some(({ name, kind }) => name === file && kind === "file"));
        if (own.length === 0) return this;
        const below = directory === "" ? prefix : `${prefix}${directory}/`;
        const next = ignore(options).add(current);
        let more = lines;
        for (const file of own) {
          const path = joinPath(joinPath(real, directory || "."), file);
          const read = readLines(fs, path);
          more = joined(more, read, path);
          next.add(rebaseAll(read, below));
        }
        return rulesAt(next, more);
      },
    };
  }
}

/** Git ignores case in names only where the repository says so (macOS, Windows). */
function ignoresCase(fs: FileSystem, repository: string): boolean {
  const folder = joinPath(repository, ".git");
  // A link could lead to a file of another repository.
  if (orAbsent(() => fs.kindOf(folder)) !== "directory") return false;
  const config = readText(fs, joinPath(folder, "config"), { most: MAX_BYTES.configuration, noLink: true });
  return /^[ \t]*ignorecase[ \t]*=[ \t]*true[ \t\r]*$/im.test(config);
}

function readText(fs: FileSystem, path: string, options: ReadOptions): string {
  try {
    return new TextDecoder().decode(fs.readFile(path, options));
  } catch {
    return "";
  }
}

function readLines(fs: FileSystem, path: string): string[] {
  const most = MAX_BYTES.ignoreRules;
  if ((fs.stat(path)?.size ?? 0) > most) refuse(path, `is larger than ${sizeText(most)}`);
  // Like git, ra follows no links to these files.
  return composed(readText(fs, path, { most, noLink: true })).split(/\r?\n/);
}

function refuse(path: string, what: string): never {
  throw new TooManyRules(`${path} ${what}; exclude the folder, or set gitignore = false for the tree`);
}

/** All lines, with those of one more file. Throws `TooManyRules`. */
function joined(lines: readonly string[], more: readonly string[], path: string): readonly string[] {
  const rules = more.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (lines.length + rules.length > MAX_LINES) {
    refuse(path, `and the files above it have more than ${MAX_LINES} rules`);
  }
  for (const line of rules) {
    if (line.length > MAX_LINE_LENGTH) refuse(path, `has a line of more than ${MAX_LINE_LENGTH} characters`);
    const names = line.trimEnd().split(/\/+/);
    const crossing = names.filter((name, at) => /^!?\*\*+$/.test(name) && at < names.length - 1).length;
    const stars = Math.max(...names.map((name) => (name.match(/\*+/g) ?? []).length));
    if (crossing > MAX_CROSSING || stars > MAX_STARS) {
      refuse(path, `has a line with too many stars: ${line.slice(0, 60)}`);
    }
  }
  return [...lines, ...rules];
}

/**
 * A quick test before the rules are tried one by one. A pattern can only match a path that contains its longest run of
 * plain characters. Folders above the path are not ignored, or the walk would not have reached it.
 */
function compileSuspicion(lines: readonly string[]): (path: string) => boolean {
  const runs = new Set<string>();
  for (const line of lines) {
    if (line.trim() === "" || /^[#!]/.test(line)) continue;
    // A class may match any character, and what follows a backslash is left out.
    const plain = withoutClasses(line.trimEnd()).split(/[*?/]+|\\./).reduce(
      (longest, run) => (run.length > longest.length ? run : longest),
      "",
    );
    if (plain === "" || /[[\\]/.test(plain)) return () => true;
    runs.add(plain.replace(/[.+^${}()|\]-]/g, "\\$&"));
  }
  if (runs.size === 0) return () => false;
  const expression = [...runs].join("|");
  if (expression.length > MAX_EXPRESSION_LENGTH) return () => true;
  const suspicious = new RegExp(expression, "i");
  return (path) => suspicious.test(path);
}

/** Rewrites patterns to be relative to the repository. `below` ends with a slash or is empty. */
function rebaseAll(lines: readonly string[], below: string): readonly string[] {
  return below === ""
    ? lines
    : lines.map((line) => rebase(line, below.slice(0, -1).split("/").map(escapeName).join("/")));
}

function rebase(line: string, folder: string): string {
  // Trailing spaces do not count unless they are escaped, so they do not belong to the pattern.
  let end = line.length;
  while (line[end - 1] === " " && line[end - 2] !== "\\") end--;
  const trimmed = line.slice(0, end);
  if (trimmed === "" || trimmed.startsWith("#")) return "";
  const negated = trimmed.startsWith("!");
  const pattern = (negated ? trimmed.slice(1) : trimmed).replace(/^\\([#!])/, "$1");
  if (pattern === "" || pattern === "/") return "";
  const anchored = pattern.slice(0, -1).includes("/");
  return `${negated ? "!" : ""}/${folder}/${anchored ? "" : "**/"}${pattern.replace(/^\//, "")}`;
}

function escapeName(name: string): string {
  return composed(name).replace(/[\\*?[\]!# ]/g, "\\$&");
}

/** The line with `*` from the first `[` to the last `]`. */
function withoutClasses(line: string): string {
  const [open, close] = [line.indexOf("["), line.lastIndexOf("]")];
  return open < 0 || close < open ? line : `${line.slice(0, open)}*${line.slice(close + 1)}`;
}
