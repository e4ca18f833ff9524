/**
 * What ra remembers of the files that it wrote below a folder, in the user's cache: only these does it replace and
 * remove, and only while they hold what it wrote. A journal that lies in a stranger's folder could name anything.
 */
import type { FileSystem, WriteOptions } from "../../host/file_system.ts";
import { sha256 } from "../../host/hash.ts";
import { DRAFT_NAME_BYTES } from "../../host/write_regular.ts";
import { fileName, joinPath } from "../../text/paths.ts";
import { filesBelow } from "./files_below.ts";
import type { RagPlaces } from "./rag_places.ts";
import {
  headOf,
  linesOf,
  readMemory,
  rememberedElsewhere,
  type WrittenEntry,
  type WrittenLine,
} from "./written_memory.ts";

export interface WrittenFiles {
  /** Where the files lie, absolute. */
  readonly folder: string;
  /** The paths that ra wrote, relative to the folder. */
  readonly paths: readonly string[];
  /** Whether ra wrote this path, whatever it holds now. */
  knows(path: string): boolean;
  /** Whether anything is at the path. */
  isThere(path: string): boolean;
  /** Whether the file still holds what ra wrote there. False where it is gone. Throws `place-refused` for a link. */
  isOwn(path: string): boolean;
  /** What {@link write} was told of the version of its source. Undefined where the file is not ra's any more. */
  versionOf(path: string): string | undefined;
  /** Writes a file, unless it holds these bytes already. Throws `io` and `place-refused`. */
  write(path: string, bytes: Uint8Array, options?: WrittenOptions): WriteOutcome;
  /** Brings a file that ra wrote into another form. False where it stays because it was changed. Throws `io`. */
  reform(path: string, bytes: Uint8Array): boolean;
  /** Removes a file, if it is still what ra wrote. False where it stays because it was changed. */
  remove(path: string): boolean;
  /** What is there now counts as ra's own. */
  adopt(path: string): void;
  /** Removes the drafts of its files that killed runs left. */
  removeDrafts(): void;
  /** Brings what was noted into one short file. */
  save(): void;
}

/** `foreign`: something else is there that ra did not write; it stays. */
export type WriteOutcome = "written" | "unchanged" | "foreign";

interface WrittenOptions extends WriteOptions {
  /** Of what the file was made from. */
  readonly version?: string | undefined;
  /** Whether a file that ra wrote is replaced although it was changed or damaged since. Default: false. */
  readonly anyway?: boolean | undefined;
}

const encoder = new TextEncoder();
/** How a file is called until it is whole. */
const DRAFT = /^(.+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/s;
/** ra writes no larger file. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * `name` tells several folders of one source apart. Where ra remembers nothing of the folder, files count that hold
 * what it wrote for the same source elsewhere: the project was moved. Throws `io` and `place-refused`.
 */
export function openWritten(
  { fs, memory }: Pick<RagPlaces, "fs" | "memory">,
  id: string,
  name: "raw" | "text",
  folder: string,
): WrittenFiles {
  const file = joinPath(memory, `${id}.${name}.jsonl`);
  const written = new Journaled(fs, memory, file, folder);
  if (fs.kindOf(file) !== undefined) return written;
  const paths = filesBelow(fs, folder).filter((path) => fs.kindOf(`${folder}/${path}`) === "file");
  if (paths.length > 0) written.recognize(paths, rememberedElsewhere(fs, file));
  return written;
}

class Journaled implements WrittenFiles {
  readonly folder: string;
  readonly #fs: FileSystem;
  readonly #memory: string;
  /** The journal. */
  readonly #file: string;
  readonly #entries: Map<string, WrittenEntry>;
  /** What the journal does not say yet. */
  readonly #waiting: WrittenLine[] = [];
  /** Whether there is a journal, and it is of this folder. */
  #isMade: boolean;

  constructor(fs: FileSystem, memory: string, file: string, folder: string) {
    this.folder = folder;
    this.#fs = fs;
    this.#memory = memory;
    this.#file = file;
    const found = readMemory(fs, file);
    this.#isMade = found?.folder === folder;
    this.#entries = this.#isMade ? found!.entries : new Map<string, WrittenEntry>();
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
      this.#fs.writeFile(this.#file, linesOf([headOf(this.folder)]), { durable: false });
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

  /** What one of the paths holds as ra has written it elsewhere counts as written here. */
  recognize(paths: readonly string[], elsewhere: readonly ReadonlyMap<string, WrittenEntry>[]): void {
    for (const path of paths) {
      const known = elsewhere.flatMap((entries) => entries.get(path) ?? []);
      const hash = known.length === 0 ? undefined : this.#hashAt(path);
      const same = known.find(({ hashes }) => hashes.at(-1) === hash);
      if (hash !== undefined && same !== undefined) this.#note(path, hash, same.version);
    }
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

  versionOf(path: string): string | undefined {
    const entry = this.#entries.get(path);
    // Where ra was killed before it wrote this version, the file still holds the one before.
    return entry?.version === undefined || this.#hashAt(path) !== entry.hashes.at(-1) ? undefined : entry.version;
  }

  write(path: string, bytes: Uint8Array, { version, durable, anyway = false }: WrittenOptions = {}): WriteOutcome {
    const hash = sha256(bytes);
    const kind = this.#fs.kindOf(this.#at(path));
    if (kind === "directory") return "foreign";
    if (kind !== undefined) {
      const found = this.#hashAt(path);
      if (found === hash) {
        this.#note(path, hash, version);
        return "unchanged";
      }
      const entry = this.#entries.get(path);
      if (entry === undefined || !(anyway || entry.hashes.includes(found!))) return "foreign";
    }
    this.#note(path, hash, version);
    // Before the file: what a killed run has written is then known to be ra's.
    this.#flush();
    this.#fs.makeDirectory(this.#at(path).slice(0, this.#at(path).lastIndexOf("/")));
    this.#fs.writeFile(this.#at(path), bytes, { durable });
    this.#entries.set(path, { hashes: [hash], version });
    return "written";
  }

  reform(path: string, bytes: Uint8Array): boolean {
    if (!this.isOwn(path)) return false;
    this.#note(path, sha256(bytes), this.#entries.get(path)!.version);
    this.#flush();
    this.#fs.writeFile(this.#at(path), bytes);
    return true;
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
      if (of === undefined || this.#fs.kindOf(this.#at(path)) !== "file") continue;
      // The draft of a file with a long name has the beginning of the name.
      const isLong = encoder.encode(fileName(of)).length > DRAFT_NAME_BYTES - 4;
      const isOf = (known: string): boolean => known.startsWith(of) && !known.includes("/", of.length);
      if (this.#entries.has(of) || (isLong && this.paths.some(isOf))) this.#fs.removeFile(this.#at(path));
    }
  }

  save(): void {
    if (this.#entries.size === 0 && this.#fs.kindOf(this.#file) === undefined) return;
    this.#fs.makeDirectory(this.#memory, { isPrivate: true });
    // Of a file that could not be written, both hashes count.
    const lines = [...this.#entries].flatMap(([path, { hashes, version }]) =>
      hashes.map((hash, at) => (at === hashes.length - 1 ? [path, hash, version] : [path, hash]))
    );
    this.#fs.writeFile(this.#file, linesOf([headOf(this.folder), ...lines]));
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
  return readMemory(fs, joinPath(memory, `${id}.${name}.jsonl`))?.folder;
}
