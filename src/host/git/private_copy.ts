/**
 * The folder that git gets in place of a repository's `.git`. It holds the references and the index, and nothing that
 * runs a program.
 */
import { copyFileSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { isInside, joinPath, parentPath } from "../../text/paths.ts";
import type { FileSystem } from "../file_system.ts";
import { orAbsent } from "../or_absent.ts";
import { environmentVariable } from "../process.ts";
import { MAX_BYTES } from "../read_limits.ts";
import type { GitRepository } from "./find_repository.ts";

/** The index of a million files has about half of this. */
const MAX_INDEX_BYTES = 256 * 1024 * 1024;
/** The most files of references or reflogs. git packs references long before. */
const MAX_FILES = 50_000;
/** The most bytes of `packed-refs` and of a reflog. */
const MAX_REFERENCES = 64 * 1024 * 1024;

/** Writes a file of the private folder. */
export function writePrivateFile(folder: string, name: string, content: string | Uint8Array): void {
  const path = `${folder}/${name}`;
  mkdirSync(parentPath(path), { recursive: true });
  writeFileSync(path, content);
}

/**
 * Copies `HEAD` and similar references, branches, tags, the boundary of a shallow clone, and the repository's own
 * ignore rules and attributes.
 */
export function copyReferences(fs: FileSystem, { gitFolder, commonFolder }: GitRepository, to: string): void {
  mkdirSync(`${to}/refs`);
  for (const { name, kind } of entries(fs, gitFolder)) {
    if (kind !== "directory" && /^[A-Z_]*HEAD$/.test(name)) copyFile(fs, gitFolder, name, to);
  }
  for (const name of ["packed-refs", "shallow", "info/exclude", "info/attributes"]) {
    copyFile(fs, commonFolder, name, to);
  }
  copyFolder(fs, commonFolder, "refs", to);
}

/**
 * Copies the repository's configuration under a name that git does not look for, and gives its path. git itself would
 * wait at a pipe in its place.
 */
export function copyConfiguration(fs: FileSystem, { commonFolder }: GitRepository, to: string): string {
  const bytes = orAbsent(() => fs.readFile(joinPath(commonFolder, "config"), { most: MAX_BYTES.configuration }));
  writePrivateFile(to, "stated", bytes ?? "");
  return `${to}/stated`;
}

/** Copies the reflogs, which say what references pointed at before. */
export function copyReflogs(fs: FileSystem, { gitFolder, commonFolder }: GitRepository, to: string): void {
  copyFile(fs, gitFolder, "logs/HEAD", to);
  copyFolder(fs, commonFolder, "logs/refs", to);
}

/**
 * Copies the index together with the time of its last change. From that time, git tells which files it has to compare.
 * In a git hook, it is the index from which the commit is made.
 */
export function copyIndex(fs: FileSystem, { top, gitFolder }: GitRepository, to: string): void {
  const named = environmentVariable("GIT_INDEX_FILE");
  const asked = named === undefined || named === "" ? undefined : joinPath(top, named.replaceAll("\\", "/"));
  const path = asked !== undefined && isInside(asked, gitFolder) ? asked : joinPath(gitFolder, "index");
  const found = orAbsent(() => fs.stat(path));
  if (found?.kind !== "file" || found.size > MAX_INDEX_BYTES) return;
  copyFileSync(path, `${to}/index`);
  // The time must not be later than the original, so it is rounded down.
  const seconds = Math.floor(found.mtimeNs / 1e6 - 1) / 1000;
  utimesSync(`${to}/index`, seconds, seconds);
  for (const { name, kind } of entries(fs, gitFolder)) {
    if (kind === "file" && name.startsWith("sharedindex.")) copyFile(fs, gitFolder, name, to);
  }
}

function copyFolder(fs: FileSystem, from: string, folder: string, to: string, left = { files: MAX_FILES }): void {
  for (const { name, kind } of entries(fs, joinPath(from, folder))) {
    const path = `${folder}/${name}`;
    if (left.files-- <= 0) return;
    if (kind === "directory") copyFolder(fs, from, path, to, left);
    else if (kind === "file") copyFile(fs, from, path, to);
  }
}

function copyFile(fs: FileSystem, from: string, name: string, to: string): void {
  const path = joinPath(from, name);
  const bytes = orAbsent(() => {
    const real = fs.stat(path)?.kind === "file" ? fs.realPath(path) : undefined;
    // An old repository has a link in place of `HEAD`. One that leads out of it is a stranger's.
    const isOwn = real !== undefined && isInside(real, fs.realPath(from) ?? from);
    return isOwn ? fs.readFile(real, { most: MAX_REFERENCES, noLink: true }) : undefined;
  });
  if (bytes !== undefined) writePrivateFile(to, name, bytes);
}

function entries(fs: FileSystem, folder: string) {
  return orAbsent(() => fs.readDirectory(folder)) ?? [];
}
