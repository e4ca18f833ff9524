/**
 * What ra remembers of the files that it wrote below a folder, in the user's cache: only these does it replace and
 * remove, and only while they hold what it wrote. A journal that lies in a stranger's folder could name anything.
 */
import type { FileSystem, WriteOptions } from "../../host/file_system.ts";
import { sha256 } from "../../host/hash.ts";
import { joinPath, leadsBelow } from "../../text/paths.ts";
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
  return new Journaled(fs, memory, joinPath(memory, `${id}.${name}.jsonl`), folder);
}

class Journaled implements WrittenFiles {
  readonly folder: string;
  readonly #fs: FileSystem;
  readonly #memory: string;
  /** The journal. */
  readonly #file: string;
  readonly #entries: Map<string, Entry>;
  /** What the journal does not say yet. */
  readonly #waiting: Line[] = [];
  /** Whether there is a journal, and it is of this folder. */
  #isMade: boolean;

  constructor(fs: FileSystem, memory: string, file: string, folder: string) {
    this.folder = folder;
    this.#fs = fs;
    this.#memory = memory;
    this.#file = file;
    const found = read(fs, file);
    this.#isMade = found?.folder === folder;
    this.#entries = this.#isMade ? found!.entries : new Map<string, Entry>();
  }

  get paths(): readonly string[] {
    return [...this.#entries.keys()];
  }

  #at(path: string): string {
    return `${this.folder}/${path}`;
  }

  #flush(): void {
    if (this.#waiting.length === 0) return;
    if (!this.#isMade) {
      this.#fs.makeDirectory(this.#memory, { isPrivate: true });
      this.#fs.writeFile(this.#file, encoded([headOf(this.folder)]), { durable: false });
      this.#isMade = true;
    }
    this.#fs.appendLine(this.#file, this.#waiting.map((line) => JSON.stringify(line)).join("\n"), { durable: false });
    this.#waiting.length = 0;
  }

  #hashAt(path: string): string | undefined {
    const bytes = this.#fs.readFile(this.#at(path), { most: MAX_BYTES });
    return bytes === undefined ? undefined : sha256(bytes);
  }

  #note(path: string, hash: string, version: string | undefined): void {
    const known = this.#entries.get(path);
    const before = known?.hashes.at(-1);
    if (before === hash && known?.version === version) return;
    this.#entries.set(path, { hashes: before === undefined ? [hash] : [before, hash], version });
    this.#waiting.push(version === undefined ? [path, hash] : [path, hash, version]);
  }

  isOwn(path: string): boolean {
    const entry = this.#entries.get(path);
    const hash = entry === undefined ? undefined : this.#hashAt(path);
    return hash !== undefined && entry!.hashes.includes(hash);
  }

  knows(path: string): boolean {
    return this.#entries.has(path);
  }

  isThere(path: string): boolean {
    return this.#fs.kindOf(this.#at(path)) !== undefined;
  }

  holds(path: string, bytes: Uint8Array): boolean {
    return this.#fs.kindOf(this.#at(path)) === "file" && this.#hashAt(path) === sha256(bytes);
  }

  versionOf(path: string): string | undefined {
    const version = this.#entries.get(path)?.version;
    return version === undefined || !this.isOwn(path) ? undefined : version;
  }

  write(path: string, bytes: Uint8Array, { version, durable, anyway = false }: WrittenOptions = {}): boolean {
    const hash = sha256(bytes);
    const kind = this.#fs.kindOf(this.#at(path));
    if (kind === "directory") return false;
    if (kind !== undefined) {
      const found = this.#hashAt(path);
      if (found === hash) {
        this.#note(path, hash, version);
        return true;
      }
      const entry = this.#entries.get(path);
      if (entry === undefined || !(anyway || entry.hashes.includes(found!))) return false;
    }
    this.#note(path, hash, version);
    // Before the file: what a killed run has written is then known to be ra's.
    this.#flush();
    this.#fs.makeDirectory(this.#at(path).slice(0, this.#at(path).lastIndexOf("/")));
    this.#fs.writeFile(this.#at(path), bytes, { durable });
    return true;
  }

  reform(path: string, bytes: Uint8Array): void {
    if (this.isOwn(path)) {
      this.#note(path, sha256(bytes), this.#entries.get(path)!.version);
      this.#flush();
    }
    this.#fs.writeFile(this.#at(path), bytes);
  }

  remove(path: string): boolean {
    const isGone = this.#fs.kindOf(this.#at(path)) === undefined;
    const isRemoved = !isGone && this.isOwn(path);
    if (isRemoved) this.#fs.removeFile(this.#at(path));
    this.#entries.delete(path);
    this.#waiting.push([path]);
    return isGone || isRemoved;
  }

  adopt(path: string): void {
    const hash = this.#hashAt(path);
    if (hash !== undefined && this.#entries.get(path)?.hashes.includes(hash) !== true) {
      this.#note(path, hash, undefined);
    }
  }

  removeDrafts(): void {
    for (const path of filesBelow(this.#fs, this.folder)) {
      const of = DRAFT.exec(path)?.[1];
      if (of !== undefined && this.#entries.has(of) && this.#fs.kindOf(this.#at(path)) === "file") {
        this.#fs.removeFile(this.#at(path));
      }
    }
  }

  save(): void {
    if (this.#entries.size === 0 && this.#fs.kindOf(this.#file) === undefined) return;
    this.#fs.makeDirectory(this.#memory, { isPrivate: true });
    const lines = [...this.#entries].map(([path, { hashes, version }]) => [path, hashes.at(-1), version]);
    this.#fs.writeFile(this.#file, encoded([headOf(this.folder), ...lines]));
    this.#waiting.length = 0;
    this.#isMade = true;
  }
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
