/**
 * Finds what a repository of a stranger may hold where git expects its own files: links out of it, and pipes, on which
 * git would wait for ever.
 */
import { isInside, joinPath, parentPath } from "../../text/paths.ts";
import type { FileSystem } from "../file_system.ts";
import { orAbsent } from "../or_absent.ts";

/** The parts of `.git` that ra or git reads. */
const PARTS = ["HEAD", "index", "config", "packed-refs", "shallow", "commondir", "refs", "objects", "info", "logs"];
const MAX_ALTERNATES = 5;
const MAX_FOLDERS = 100;
const MAX_BYTES = 64 * 1024;

/** Whether all parts of this folder are its own files and folders, or links inside it. */
export function holdsOwnParts(fs: FileSystem, folder: string): boolean {
  return PARTS.every((name) => {
    const path = joinPath(folder, name);
    const kind = orAbsent(() => fs.kindOf(path));
    if (kind === "other") return false;
    if (kind !== "symlink") return true;
    const real = orAbsent(() => fs.realPath(path));
    return real !== undefined && isInside(real, folder);
  });
}

/**
 * Whether git can read the objects without meeting a link or a pipe. Objects of another repository that
 * `info/alternates` names are checked too.
 */
export function hasPlainObjects(fs: FileSystem, folder: string): boolean {
  const isPlain = (path: string): boolean =>
    entries(fs, path).every(({ kind }) => kind === "file" || kind === "directory");
  return objectFolders(fs, folder)?.every((objects) => {
    const subfolders = entries(fs, objects).filter(({ kind }) => kind === "directory");
    return isPlain(objects) && subfolders.every(({ name }) => isPlain(joinPath(objects, name)));
  }) === true;
}

/** A folder of objects, and all that it borrows from. Undefined where there are too many, or in too long a chain. */
export function objectFolders(fs: FileSystem, folder: string): readonly string[] | undefined {
  const found = new Set([folder]);
  let next: readonly string[] = [folder];
  for (let depth = 0; next.length > 0; depth++) {
    next = next.flatMap((objects) => {
      const info = joinPath(objects, "info");
      const named = orAbsent(() =>
        fs.kindOf(info) === "directory" && fs.kindOf(`${info}/alternates`) === "file"
          ? fs.readFile(`${info}/alternates`, { most: MAX_BYTES, noLink: true })
          : undefined
      );
      return new TextDecoder().decode(named).split("\n").filter((line) => line !== "" && !line.startsWith("#"))
        .map((line) => joinPath(objects, line));
    }).filter((objects) => !found.has(objects) && found.add(objects));
    if (found.size > MAX_FOLDERS || (depth === MAX_ALTERNATES && next.length > 0)) return undefined;
  }
  return [...found];
}

/** The first `.gitattributes` or `.gitignore` in these folders and those above, up to `top`, that git may not read. */
export function unreadableRules(fs: FileSystem, top: string, paths: Iterable<string>): string | undefined {
  const seen = new Set<string>();
  for (const path of paths) {
    for (let folder = parentPath(path); !seen.has(folder) && !folder.startsWith(".."); folder = parentPath(folder)) {
      seen.add(folder);
      for (const name of [".gitattributes", ".gitignore"]) {
        const rules = joinPath(top, joinPath(folder, name));
        const kind = orAbsent(() => fs.kindOf(rules));
        if (kind === "other" || (kind === "symlink" && !leadsToFile(fs, rules, top))) return rules;
      }
    }
  }
  return undefined;
}

function leadsToFile(fs: FileSystem, link: string, top: string): boolean {
  const real = orAbsent(() => fs.realPath(link));
  return real === undefined || (isInside(real, top) && orAbsent(() => fs.kindOf(real)) === "file");
}

function entries(fs: FileSystem, folder: string) {
  return orAbsent(() => fs.readDirectory(folder)) ?? [];
}
