/** The files of the repository that documents speak of. */
import type { FileSystem } from "../host/file_system.ts";
import { findRepository } from "../host/git/find_repository.ts";
import { type Git, openGit } from "../host/git/open_git.ts";
import { walkTree } from "../store/files/walk.ts";
import { fileName, joinPath, parentPath } from "../text/paths.ts";

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
  /** Call it when you are done: git holds files. */
  close(): void;
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
  const found = fs.isShared === true ? findRepository(fs, start) : undefined;
  const git = found === undefined ? undefined : openGit(fs, found);
  if (found === undefined || git === undefined) return repositoryOf(fs, start, walked(fs, start), undefined);
  const listed = (...which: readonly string[]): readonly string[] | undefined => {
    const names = textOf(git, ["ls-files", "-z", ...which]);
    return names?.split("\0").filter((name) => name !== "");
  };
  const present = listed("--cached", "--others", "--exclude-standard");
  if (present === undefined) {
    git.close();
    return repositoryOf(fs, start, walked(fs, start), undefined);
  }
  const deleted = new Set(listed("--deleted"));
  const files = [...new Set(present)].filter((name) => !deleted.has(name)).sort();
  return repositoryOf(fs, found.top, files, git);
}

function repositoryOf(fs: FileSystem, top: string, files: readonly string[], opened: Git | undefined): Repository {
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
  const git = (args: readonly string[]) => (opened === undefined ? undefined : textOf(opened, args));
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
    close: () => opened?.close(),
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

function textOf(git: Git, args: readonly string[]): string | undefined {
  const ran = git.run(["-c", "core.quotePath=false", ...args]);
  return ran.code === 0 ? new TextDecoder().decode(ran.stdout) : undefined;
}
