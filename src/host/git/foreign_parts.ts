/**
 * Finds what a repository of a stranger may hold where git expects its own files: links out of it, and pipes, on which
 * git would wait for ever.
 */
import { RaError } from "../../errors.ts";
import { isInside, joinPath, parentPath } from "../../text/paths.ts";
import type { FileSystem } from "../file_system.ts";
import { orAbsent } from "../or_absent.ts";
import { platform } from "../process.ts";

/** The parts of `.git` that ra or git reads. */
const PARTS = ["HEAD", "index", "config", "packed-refs", "shallow", "commondir", "refs", "objects", "info", "logs"];
const WINDOWS = platform === "win32";
const MAX_ALTERNATES = 5;
const MAX_FOLDERS = 100;
const MAX_BYTES = 64 * 1024;
/** Such as `info/commit-graphs`. What lies deeper, git does not read. */
const OBJECT_DEPTH = 3;

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
  const isPlain = (path: string, depth: number): boolean =>
    entries(fs, path).every(({ name, kind }) =>
      kind === "file" || (kind === "directory" && (depth === 0 || isPlain(joinPath(path, `./${name}`), depth - 1)))
    );
  // git enters folders in `info` and `pack`.
  return objectFolders(fs, folder)?.every((objects) => isPlain(objects, OBJECT_DEPTH)) === true;
}

/**
 * The real places of a folder of objects, and of all that it borrows from. Undefined where these cannot be told as git
 * tells them: there are too many, in too long a chain, or `info/alternates` is not what git writes.
 */
export function objectFolders(fs: FileSystem, folder: string): readonly string[] | undefined {
  const first = realPlaceOf(fs, folder);
  if (first === undefined) return undefined;
  const found = new Set([first]);
  let next: readonly string[] = [first];
  for (let depth = 0; next.length > 0; depth++) {
    const borrowed: string[] = [];
    for (const objects of next) {
      const lines = alternateLines(fs, objects);
      if (lines === undefined) return undefined;
      for (const line of lines) {
        // git resolves `..` in the text, and the links of what is left. Only Windows has drives.
        const place = realPlaceOf(fs, joinPath(objects, line.startsWith("/") || WINDOWS ? line : `./${line}`));
        // What ra cannot resolve, git may still be able to open.
        if (place === undefined) return undefined;
        if (found.has(place)) continue;
        found.add(place);
        borrowed.push(place);
        if (found.size > MAX_FOLDERS) return undefined;
      }
    }
    next = borrowed;
    if (depth === MAX_ALTERNATES && next.length > 0) return undefined;
  }
  return [...found];
}

/** What `info/alternates` names. Undefined where git may read it in another way than ra. */
function alternateLines(fs: FileSystem, objects: string): readonly string[] | undefined {
  try {
    const [info, file] = [`${objects}/info`, `${objects}/info/alternates`];
    const kinds = [fs.kindOf(info), fs.kindOf(file)];
    if (kinds[0] === undefined || (kinds[0] === "directory" && kinds[1] === undefined)) return [];
    if (kinds[0] !== "directory" || kinds[1] !== "file") return undefined;
    const bytes = fs.readFile(file, { most: MAX_BYTES, noLink: true });
    // Other decoders leave out a mark at the beginning, and replace what is not UTF-8; git takes the bytes.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    // git knows escapes between quotation marks, ends at a NUL, and takes `\` for `/` on Windows.
    return lines.some((line) => /^"|\0/.test(line) || (WINDOWS && line.includes("\\"))) ? undefined : lines;
  } catch (error) {
    if (error instanceof TypeError || (error instanceof RaError && error.code === "io")) return undefined;
    throw error;
  }
}

function realPlaceOf(fs: FileSystem, path: string): string | undefined {
  return orAbsent(() => fs.realPath(path));
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
