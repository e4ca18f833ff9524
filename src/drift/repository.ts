/** The files of the repository that documents speak of. */
import type { FileSystem } from "../host/file_system.ts";
import { runProgram } from "../host/run_program.ts";
import { walkTree } from "../store/files/walk.ts";
import { fileName, joinPath, normalizePath, parentPath } from "../text/paths.ts";

export interface Repository {
  /** Absolute, without links. */
  readonly top: string;
  /** Relative to the top; in git those that are tracked, or neither tracked nor ignored. */
  readonly files: readonly string[];
  /** Whether a file or folder is among them, or on the disk; relative to the top. */
  has(path: string): boolean;
  /** Whether a page is there in some language: `guide.de.md` for `guide`. */
  hasTranslation(path: string): boolean;
  /** The file or folder whose path differs in letter case alone. */
  inOtherCase(path: string): string | undefined;
  /** Whether the path of a file or folder ends with these segments. */
  hasEnding(segments: string): boolean;
  /** Those of the paths that git ignores: made by a build, and nothing can be said of them. */
  ignored(paths: readonly string[]): ReadonlySet<string>;
  /** Runs git at the top; undefined where there is no git, or it failed. */
  git(args: readonly string[]): string | undefined;
}

/** Where there is no git: what is not of the project. */
const NOT_OWN = [
  "**/node_modules/**",
  "**/target/**",
  "**/dist/**",
  "**/build/**",
  "**/vendor/**",
  "**/__pycache__/**",
];
const MOST_ARGUMENTS = 500;

/** The git repository that holds a folder, else the folder itself with what ignore files leave of it. */
export function openRepository(fs: FileSystem, folder: string): Repository {
  const start = fs.realPath(folder) ?? folder;
  const top = fs.isShared === true ? gitAt(start, ["rev-parse", "--show-toplevel"])?.replace(/\r?\n$/, "") : undefined;
  const listed = top === undefined
    ? undefined
    : gitAt(top, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  if (top === undefined || listed === undefined) return repositoryOf(fs, start, walked(fs, start), false);
  const deleted = new Set(namesIn(gitAt(top, ["ls-files", "-z", "--deleted"]) ?? ""));
  const files = [...new Set(namesIn(listed))].filter((name) => !deleted.has(name)).sort();
  return repositoryOf(fs, normalizePath(top), files, true);
}

function repositoryOf(fs: FileSystem, top: string, files: readonly string[], isGit: boolean): Repository {
  const byName = new Map<string, string[]>();
  const known = new Set<string>();
  for (const file of files) {
    for (let path = file; path !== "." && !known.has(path); path = parentPath(path)) {
      known.add(path);
      const name = fileName(path);
      const same = byName.get(name);
      if (same === undefined) byName.set(name, [path]);
      else same.push(path);
    }
  }
  const translated = new Set(files.flatMap((file) => {
    const stem = /^(.*)\.[a-z]{2}(?:[-_][A-Za-z]{2,4})?\.(?:md|mdx|markdown)$/.exec(file)?.[1];
    return stem === undefined ? [] : [stem];
  }));
  let lower: ReadonlyMap<string, string> | undefined;
  const git = (args: readonly string[]): string | undefined => (isGit ? gitAt(top, args) : undefined);
  return {
    top,
    files,
    has: (path) => path === "." || known.has(path) || isOnDisk(fs, joinPath(top, path)),
    hasTranslation: (path) => translated.has(path.replace(/\.(?:md|mdx|markdown)$/, "")),
    inOtherCase(path) {
      lower ??= new Map([...known].map((one) => [one.toLowerCase(), one]));
      return lower.get(path.toLowerCase());
    },
    hasEnding: (segments) =>
      byName.get(fileName(segments))?.some((path) => path === segments || path.endsWith(`/${segments}`)) ?? false,
    ignored(paths) {
      const found = new Set<string>();
      for (let at = 0; at < paths.length; at += MOST_ARGUMENTS) {
        for (const name of (git(["check-ignore", "--", ...paths.slice(at, at + MOST_ARGUMENTS)]) ?? "").split("\n")) {
          found.add(name);
        }
      }
      return found;
    },
    git,
  };
}

function isOnDisk(fs: FileSystem, path: string): boolean {
  try {
    return fs.stat(path) !== undefined;
  } catch {
    // A name that is too long for the system, or what may not be read: nothing can be said against it.
    return true;
  }
}

function walked(fs: FileSystem, top: string): readonly string[] {
  return walkTree(fs, { path: top, include: ["**/*"], exclude: NOT_OWN, gitignore: true }).files.map(({ path }) =>
    path
  );
}

function gitAt(directory: string, args: readonly string[]): string | undefined {
  const ran = runProgram("git", ["--no-optional-locks", "-c", "core.quotePath=false", ...args], directory);
  return ran?.code === 0 ? new TextDecoder().decode(ran.stdout) : undefined;
}

function namesIn(listed: string): readonly string[] {
  return listed.split("\0").filter((name) => name !== "");
}
