/**
 * What ra remembers of the files that it wrote below a folder, in the user's cache: only these does it replace and
 * remove, and only while they hold what it wrote. A journal that lies in a stranger's folder could name anything.
 */
import type { FileSystem, WriteOptions } from "../../host/file_system.ts";
import { sha256 } from "../../host/hash.ts";
import { DRAFT_NAME_BYTES } from "../../host/write_regular.ts";
import { fileName, joinPath, leadsBelow } from "../../text/paths.ts";
import { filesBelow } from "./files_below.ts";
import type { RagPlaces } from "./rag_places.ts";

export interface WrittenFiles {
  /** Where the files lie, absolute. */
  readonly folder: string;
  /** The paths that ra wrote, relative to the folder. */
  readonly paths: readonly string[];
  /** Whether ra wrote this path, whatever it holds now. */
  knows(path: string): boolean;
  /** Whether anything is at the path. */
  isThere(path: string): boolean;
  /** Whether the file holds exactly these bytes. */
  holds(path: string, bytes: Uint8Array): boolean;
  /** Whether the file still holds what ra wrote there. False where it is gone. Throws `place-refused` for a link. */
  isOwn(path: string): boolean;
  /** What {@link write} was told of the version of its source. Undefined where the file is not ra's any more. */
  versionOf(path: string): string | undefined;
  /**
   * Writes a file. False where something else is there that ra did not write; it then stays. Throws `io` and
   * `place-refused`.
   */
  write(path: string, bytes: Uint8Array, options?: WrittenOptions): boolean;
  /** Brings a file that ra wrote into another form. What somebody changed in it stays theirs. Throws `io`. */
  reform(path: string, bytes: Uint8Array): void;
  /** Removes a file, if it is still what ra wrote. False where it stays because it was changed. */
  remove(path: string): boolean;
  /** What is there now counts as ra's own. */
  adopt(path: string): void;
  /** Removes the drafts of its files that killed runs left. */
  removeDrafts(): void;
  /** Brings what was noted into one short file. */
  save(): void;
}

interface WrittenOptions extends WriteOptions {
  /** Of what the file was made from. */
  readonly version?: string | undefined;
  /** Whether a file that ra wrote is replaced although it was changed or damaged since. Default: false. */
  readonly anyway?: boolean | undefined;
}

/** The hashes that a file may have: the last one that was noted, and the one before, if ra was killed in between. */
interface Entry {
  readonly hashes: readonly string[];
  readonly version: string | undefined;
}

/** A line of the file: a path, its hash, and the version of its source. A path without a hash was removed. */
type Line = readonly [path: string, hash?: string, version?: string];

const VERSION = 1;
const encoder = new TextEncoder();
/** How a file is called until it is whole. */
const DRAFT = /^(.+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/s;
const MAX_BYTES = 512 * 1024 * 1024;

/** `name` tells several folders of one source apart. Throws `io`. */
export function openWritten(
  { fs, memory }: Pick<RagPlaces, "fs" | "memory">,
  id: string,
  name: "raw" | "text",
  folder: string,
): WrittenFiles {
  const file = joinPath(memory, `${id}.${name}.jsonl`);
  const found = read(fs, file);
  let isMade = found?.folder === folder;
  const entries = isMade ? found!.entries : new Map<string, Entry>();
  const at = (path: string): string => `${folder}/${path}`;
  const waiting: Line[] = [];
  const flush = (): void => {
    if (waiting.length === 0) return;
    if (!isMade) {
      fs.makeDirectory(memory, { isPrivate: true });
      fs.writeFile(file, encoded([headOf(folder)]), { durable: false });
      isMade = true;
    }
    fs.appendLine(file, waiting.map((line) => JSON.stringify(line)).join("\n"), { durable: false });
    waiting.length = 0;
  };
  const hashAt = (path: string): string | undefined => {
    const bytes = fs.readFile(at(path), { most: MAX_BYTES });
    return bytes === undefined ? undefined : sha256(bytes);
  };
  const note = (path: string, hash: string, version: string | undefined): void => {
    const known = entries.get(path);
    const before = known?.hashes.at(-1);
    if (before === hash && known?.version === version) return;
    entries.set(path, { hashes: before === undefined ? [hash] : [before, hash], version });
    waiting.push(version === undefined ? [path, hash] : [path, hash, version]);
  };
  const isOwn = (path: string): boolean => {
    const entry = entries.get(path);
    const hash = entry === undefined ? undefined : hashAt(path);
    return hash !== undefined && entry!.hashes.includes(hash);
  };
  return {
    folder,
    get paths() {
      return [...entries.keys()];
    },
    knows: (path) => entries.has(path),
    isThere: (path) => fs.kindOf(at(path)) !== undefined,
    holds: (path, bytes) => fs.kindOf(at(path)) === "file" && hashAt(path) === sha256(bytes),
    isOwn,
    versionOf: (
      path,
    ) => (entries.get(path)?.version === undefined || !isOwn(path) ? undefined : entries.get(path)!.version),
    write(path, bytes, { version, durable, anyway = false } = {}) {
      const hash = sha256(bytes);
      const kind = fs.kindOf(at(path));
      if (kind === "directory") return false;
      if (kind !== undefined) {
        const found = hashAt(path);
        if (found === hash) {
          note(path, hash, version);
          return true;
        }
        const entry = entries.get(path);
        if (entry === undefined || !(anyway || entry.hashes.includes(found!))) return false;
      }
      note(path, hash, version);
      // Before the file: what a killed run has written is then known to be ra's.
      flush();
      fs.makeDirectory(at(path).slice(0, at(path).lastIndexOf("/")));
      fs.writeFile(at(path), bytes, { durable });
      return true;
    },
    reform(path, bytes) {
      if (isOwn(path)) {
        note(path, sha256(bytes), entries.get(path)!.version);
        flush();
      }
      fs.writeFile(at(path), bytes);
    },
    remove(path) {
      const isGone = fs.kindOf(at(path)) === undefined;
      const isRemoved = !isGone && isOwn(path);
      if (isRemoved) fs.removeFile(at(path));
      entries.delete(path);
      waiting.push([path]);
      return isGone || isRemoved;
    },
    adopt(path) {
      const hash = hashAt(path);
      if (hash !== undefined && entries.get(path)?.hashes.includes(hash) !== true) note(path, hash, undefined);
    },
    removeDrafts() {
      for (const path of filesBelow(fs, folder)) {
        const of = DRAFT.exec(path)?.[1];
        if (of === undefined || fs.kindOf(at(path)) !== "file") continue;
        // The draft of a file with a long name has the beginning of the name.
        const isLong = encoder.encode(fileName(of)).length > DRAFT_NAME_BYTES - 4;
        const isOf = (known: string): boolean => known.startsWith(of) && !known.includes("/", of.length);
        if (entries.has(of) || (isLong && [...entries.keys()].some(isOf))) fs.removeFile(at(path));
      }
    },
    save() {
      if (entries.size === 0 && fs.kindOf(file) === undefined) return;
      fs.makeDirectory(memory, { isPrivate: true });
      const lines = [...entries].map(([path, { hashes, version }]) => [path, hashes.at(-1), version]);
      fs.writeFile(file, encoded([headOf(folder), ...lines]));
      waiting.length = 0;
      isMade = true;
    },
  };
}

/** The folder in which ra last wrote files of the source. */
export function rememberedFolder(
  { fs, memory }: Pick<RagPlaces, "fs" | "memory">,
  id: string,
  name: "raw" | "text",
): string | undefined {
  return read(fs, joinPath(memory, `${id}.${name}.jsonl`))?.folder;
}

function headOf(folder: string): unknown {
  return { version: VERSION, folder };
}

function encoded(lines: readonly unknown[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** Undefined where there is no such file, or none that this ra wrote. */
function read(
  fs: FileSystem,
  file: string,
): { readonly folder: string; readonly entries: Map<string, Entry> } | undefined {
  if (fs.kindOf(file) === undefined) return undefined;
  const [head = "", ...lines] = new TextDecoder().decode(fs.readFile(file, { most: MAX_BYTES })).split("\n");
  const begun = parsed(head) as { version?: unknown; folder?: unknown } | undefined;
  if (begun?.version !== VERSION || typeof begun.folder !== "string") return undefined;
  const entries = new Map<string, Entry>();
  for (const line of lines) {
    const values = parsed(line);
    const [path, hash, version] = Array.isArray(values) ? values as readonly unknown[] : [];
    if (typeof path !== "string" || !leadsBelow(path)) continue;
    if (typeof hash !== "string") entries.delete(path);
    else {
      const before = entries.get(path)?.hashes.at(-1);
      const hashes = before === undefined ? [hash] : [before, hash];
      entries.set(path, { hashes, version: typeof version === "string" ? version : undefined });
    }
  }
  return { folder: begun.folder, entries };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A killed writer has left half a line.
    return undefined;
  }
}
