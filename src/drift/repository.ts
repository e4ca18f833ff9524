/** The files of the repository that the documents describe. */
import type { FileSystem } from "../host/file_system.ts";
import { unreadableRules } from "../host/git/foreign_parts.ts";
import { findRepository } from "../host/git/find_repository.ts";
import { type Git, openGit } from "../host/git/open_git.ts";
import { orAbsent } from "../host/or_absent.ts";
import { walkTree } from "../store/files/walk.ts";
import { fileExtension, fileName, isInside, joinPath, parentPath } from "../text/paths.ts";

export interface Repository {
  /** Absolute, with links resolved. */
  readonly top: string;
  /**
   * Paths relative to the top. With git: the files that are tracked, and the untracked ones that it does not ignore.
   */
  readonly files: readonly string[];
  /** Whether a file or folder is in this list or on the disk, by its path from the top. */
  has(path: string): boolean;
  /** Whether the page exists in some language: `guide.de.md` for `guide`. */
  hasTranslation(path: string): boolean;
  /** The file or folder whose path differs only in letter case. */
  inOtherCase(path: string): string | undefined;
  /** Whether any file or folder has a path that ends with these segments. */
  hasEnding(segments: string): boolean;
  /** The files and folders whose paths end with these segments. */
  withEnding(segments: string): readonly string[];
  /** Whether a file, and not only a folder, has this path from the top. */
  isFile(path: string): boolean;
  /** Docusaurus looks for pages in the folders around a document too. */
  readonly isDocusaurus: boolean;
  /** Whether a generator serves `guide.md` as `guide`, so that a link without the extension leads there. */
  readonly servesBareNames: boolean;
  /** How many files with this extension a folder holds. */
  siblings(folder: string, extension: string): number;
  /** Whether any file has this extension, in small letters. */
  hasExtension(extension: string): boolean;
  /** The paths that git ignores. A build makes them, so whether they exist says nothing. */
  ignored(paths: readonly string[]): ReadonlySet<string>;
  /** `shallow` for a clone without most of its history. */
  readonly history: "whole" | "shallow" | "none";
  /** Runs git at the top. Returns undefined without git, or if it fails. */
  git(args: readonly string[]): string | undefined;
  /** Releases the files that git holds. Call it when you are done. */
  close(): void;
}

/** Without git, these folders count as not belonging to the project. */
const NOT_OWN = [
  "**/node_modules/**",
  "**/target/**",
  "**/dist/**",
  "**/build/**",
  "**/vendor/**",
  "**/__pycache__/**",
];
const MAX_ARGUMENTS = 500;
/** Longer paths are left out: ra remembers every folder of a path, and an index can name thousands of deep ones. */
const MAX_PATH_LENGTH = 1000;

/**
 * Opens the git repository around a folder. Without one, opens the folder itself, without what ignore files exclude.
 */
export function openRepository(fs: FileSystem, folder: string): Repository {
  const start = fs.realPath(folder) ?? folder;
  const found = fs.isShared === true ? findRepository(fs, start) : undefined;
  const git = found === undefined ? undefined : openGit(fs, found);
  if (found === undefined || git === undefined) return repositoryOf(fs, start, walked(fs, start), undefined);
  const listed = (...which: readonly string[]): readonly string[] | undefined => {
    const names = textOf(git, ["ls-files", "-z", ...which]);
    return names?.split("\0").filter((name) => name !== "");
  };
  const present = listed("--cached");
  if (present === undefined) {
    git.close();
    return repositoryOf(fs, start, walked(fs, start), undefined);
  }
  // ra looks for the other files itself: git would wait where an ignore file is a pipe.
  const there = present.filter((name) =>
    name.length <= MAX_PATH_LENGTH && orAbsent(() => fs.kindOf(joinPath(found.top, name))) !== undefined
  );
  const files = [...new Set([...there, ...walked(fs, found.top)])].sort();
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
  const listed = new Set(files);
  const translated = new Set(files.flatMap((file) => {
    const stem = /^(.*)\.[a-z]{2}(?:[-_][A-Za-z]{2,4})?\.(?:md|mdx|markdown)$/.exec(file)?.[1];
    return stem === undefined ? [] : [stem];
  }));
  const extensions = new Set(files.map(fileExtension));
  const siblings = new Map<string, number>();
  for (const file of files) {
    const key = `${parentPath(file)}\n${fileExtension(file)}`;
    siblings.set(key, (siblings.get(key) ?? 0) + 1);
  }
  let lower: ReadonlyMap<string, string> | undefined;
  const git = (args: readonly string[]) => (opened === undefined ? undefined : textOf(opened, args));
  return {
    top,
    files,
    has: (path) => path === "." || known.has(path) || isOnDisk(fs, top, path),
    hasTranslation: (path) => translated.has(path.replace(/\.(?:md|mdx|markdown)$/, "")),
    inOtherCase(path) {
      lower ??= new Map([...known].map((one) => [one.toLowerCase(), one]));
      return lower.get(path.toLowerCase());
    },
    hasEnding: (segments) => byName.get(fileName(segments))?.some((path) => endsWith(path, segments)) ?? false,
    withEnding: (segments) => byName.get(fileName(segments))?.filter((path) => endsWith(path, segments)) ?? [],
    isFile: (path) => listed.has(path),
    isDocusaurus: files.some((file) => /(?:^|\/)docusaurus\.config\.\w+$/.test(file)),
    servesBareNames: files.some((file) => /(?:^|\/)(?:docusaurus\.config|\.vitepress\/config)\.\w+$/.test(file)),
    siblings: (folder, extension) => siblings.get(`${folder}\n${extension}`) ?? 0,
    hasExtension: (extension) => extensions.has(extension),
    ignored(paths) {
      const found = new Set<string>();
      if (unreadableRules(fs, top, paths) !== undefined) return found;
      for (let at = 0; at < paths.length; at += MAX_ARGUMENTS) {
        for (const name of (git(["check-ignore", "--", ...paths.slice(at, at + MAX_ARGUMENTS)]) ?? "").split("\n")) {
          found.add(name);
        }
      }
      return found;
    },
    history: opened === undefined ? "none" : isShallow(git) ? "shallow" : "whole",
    git,
    close: () => opened?.close(),
  };
}

function endsWith(path: string, segments: string): boolean {
  return path === segments || path.endsWith(`/${segments}`);
}

function isShallow(git: Repository["git"]): boolean {
  return git(["rev-parse", "--is-shallow-repository"])?.trim() === "true";
}

function isOnDisk(fs: FileSystem, top: string, path: string): boolean {
  try {
    const whole = joinPath(top, path);
    if (fs.stat(whole) === undefined) return false;
    const real = fs.realPath(whole);
    // What lies behind a link out of the repository is not looked at, so it cannot be called present.
    return real !== undefined && isInside(real, top);
  } catch {
    // The name is too long for the system, or ra may not read it. Either way it cannot be called missing.
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
