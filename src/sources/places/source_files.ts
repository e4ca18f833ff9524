/**
 * Which files a source consists of. The journal beside them says so: it saves work and permits nothing. What else lies
 * in their folder is never indexed.
 */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { joinPath, leadsBelow } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import { readJournal, writeJournal } from "../journal.ts";
import { filesBelow } from "./files_below.ts";
import { openWritten, rememberedFolder, type WrittenFiles } from "./written_files.ts";
import type { RagPlaces } from "./rag_places.ts";

/** Where what is fetched of a source lies. */
export function rawFolder(fs: FileSystem, config: RagConfig, id: string): string {
  const named = readJournal<unknown>(fs, config, "folder", id);
  const isNamed = typeof named === "string" && rawNames(id).test(named);
  return joinPath(config.dataRoot, isNamed ? named : `raw/${id}`);
}

/** The names that the folder may have: the first one that is free is taken. */
function rawNames(id: string): RegExp {
  return new RegExp(`^raw/${id.replace(/[.]/g, "\\.")}(?:-[1-9]\\d{0,5})?$`);
}

export interface AllottedFolder {
  readonly written: WrittenFiles;
  /** What the user has to know about it: that another folder was taken, and why. */
  readonly problem: { readonly path: string; readonly reason: string } | undefined;
}

/**
 * The folder in which files of a source may be written: the one that ra has used before, or the first that is free.
 * With `prune`, `raw/ID` counts as ra's own, except a `.git`. One that holds only what ra wrote for the project in
 * another place is taken, too, because the project was moved; and so is one of which `isSame` knows every file, because
 * the cache was emptied. Throws `place-refused` and `io`.
 */
export async function allotRawFolder(
  places: RagPlaces,
  config: RagConfig,
  id: string,
  prune: boolean,
  isSame: (folder: string) => Promise<boolean> = () => Promise.resolve(false),
): Promise<AllottedFolder> {
  const { fs } = places;
  const at = (name: string): string => joinPath(config.dataRoot, name);
  const before = rememberedFolder(places, id, "raw");
  const isBefore = before !== undefined && before.startsWith(`${config.dataRoot}/`) &&
    rawNames(id).test(before.slice(config.dataRoot.length + 1));
  if (prune) {
    const first = at(`raw/${id}`);
    if (isBefore && before !== first) removeAll(openWritten(places, id, "raw", before));
    const written = openWritten(places, id, "raw", first);
    for (const path of filesBelow(fs, first, ({ name }) => name !== ".git")) written.adopt(path);
    return { written, problem: undefined };
  }
  if (isBefore) return { written: openWritten(places, id, "raw", before), problem: undefined };
  let name = `raw/${id}`;
  let written = openWritten(places, id, "raw", at(name));
  for (let number = 2; !isFree(fs, at(name)) && !isMoved(fs, written) && !await isSame(at(name)); number++) {
    name = `raw/${id}-${number}`;
    written = openWritten(places, id, "raw", at(name));
  }
  const isFirst = name === `raw/${id}`;
  const hasGit = !isFirst && fs.kindOf(at(`raw/${id}/.git`)) !== undefined;
  if (isFirst) return { written, problem: undefined };
  const reason = `ra does not remember writing it${hasGit ? ", nor the .git in it" : ""}, so it stays as it is, and ` +
    `the source lies in ${name}; with --prune, ra takes the folder over`;
  return { written, problem: { path: at(`raw/${id}`), reason } };
}

/** Whether nothing is there, or an empty folder. Throws `place-refused`. */
function isFree(fs: FileSystem, folder: string): boolean {
  const kind = fs.kindOf(folder);
  return kind === undefined || (kind !== "file" && fs.readDirectory(folder).length === 0);
}

/** Whether the folder holds nothing but what ra wrote. */
function isMoved(fs: FileSystem, written: WrittenFiles): boolean {
  return filesBelow(fs, written.folder).every((path) => written.knows(path));
}

function removeAll(written: WrittenFiles): void {
  for (const path of written.paths) written.remove(path);
  written.save();
}

/** Remembers, for readers, where the files lie and which they are, relative to their folder. Throws `io`. */
export function noteFiles(
  fs: FileSystem,
  config: RagConfig,
  id: string,
  { folder, names }: { readonly folder: string; readonly names: readonly string[] },
): void {
  if (folder.startsWith(`${config.dataRoot}/raw/`)) {
    writeJournal(fs, config, "folder", id, folder.slice(config.dataRoot.length + 1));
  }
  writeJournal(fs, config, "files", id, names);
}

/** The files of a source. Undefined where no run has said which. */
export function notedFiles(fs: FileSystem, config: RagConfig, id: string): ReadonlySet<string> | undefined {
  const names = readJournal<unknown>(fs, config, "files", id);
  if (!Array.isArray(names)) return undefined;
  return new Set(
    (names as readonly unknown[]).filter((name) => typeof name === "string" && leadsBelow(name)) as string[],
  );
}

/** More of them would make the index slow. */
const MAX_STRAYS = 10_000;

/**
 * The files below the folder of a source that do not belong to it, with the endings that `counts` knows. Throws
 * `place-refused` where there are too many to leave out, and where one would hide a file of the source.
 */
export function strayFiles(
  fs: FileSystem,
  folder: string,
  files: ReadonlySet<string>,
  counts: (path: string) => boolean,
): readonly string[] {
  const strays = filesBelow(fs, folder).filter((path) => !files.has(path) && counts(path));
  const hint = "move them away, or run the stage that writes the source with --prune";
  if (strays.length > MAX_STRAYS) {
    throw new RaError("place-refused", `${folder} holds ${strays.length} files that are not of this source`, { hint });
  }
  const own = new Set(strays.length === 0 ? [] : [...files].map((path) => path.toLowerCase()));
  const twin = strays.find((path) => own.has(path.toLowerCase()));
  if (twin === undefined) return strays;
  const path = joinPath(folder, `./${twin}`);
  throw new RaError("place-refused", `${path} differs from a file of this source only in capital letters`, {
    path,
    hint,
  });
}
