/**
 * Writes immutable files into the index folder, and publishes them by replacing the head. Only the lock's holder may
 * call this.
 */
import type { SegmentData } from "../engine/engine.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { hashBytes } from "../../host/hash.ts";
import { ioError, systemFailure } from "../../host/io_error.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { joinPath } from "../../text/paths.ts";
import {
  type CheckedReference,
  checksumText,
  encodeHead,
  type FileReference,
  type Head,
  HEAD_NAME,
  parseHead,
  readHead,
  referencedFiles,
  type SegmentEntry,
} from "./head.ts";
import { pageSums } from "./checked_reads.ts";

const DAMAGED_NAME = `${HEAD_NAME}.damaged`;
/** Every file that ra itself may have left behind. ra never touches other names in the folder. */
const OWN_FILE = /^(?:files-[0-9a-f]+\.json|[0-9a-f]+\.(?:seg|del|vec)|head\.json\.[0-9a-f-]+\.tmp)$/;

/** Writes a content-addressed file that readers load as a whole, or keeps the one that is there. Throws `io`. */
export function writeChecked(
  fs: FileSystem,
  directory: string,
  kind: "del" | "files" | "vec",
  bytes: Uint8Array,
): CheckedReference {
  return { ...writeImmutable(fs, directory, kind, bytes), checksum: checksumText(bytes) };
}

function writeImmutable(
  fs: FileSystem,
  directory: string,
  kind: "seg" | "del" | "files" | "vec",
  bytes: Uint8Array,
): FileReference {
  const hash = hashBytes(bytes);
  const name = kind === "files" ? `files-${hash}.json` : `${hash}.${kind}`;
  const path = joinPath(directory, name);
  if (!holds(fs, path, bytes.length, hash)) {
    // A writer died and left half of it. Readers that have the old file open keep it.
    fs.removeFile(path);
    createNew(fs, path, bytes);
  }
  return { name, size: bytes.length };
}

function holds(fs: FileSystem, path: string, size: number, hash: string): boolean {
  if (fs.kindOf(path) !== "file" || fs.stat(path)?.size !== size) return false;
  const found = fs.readFile(path, { most: size, noLink: true });
  return found !== undefined && hashBytes(found) === hash;
}

/** The file is on the disk when this returns. */
function createNew(fs: FileSystem, path: string, bytes: Uint8Array): void {
  if (!fs.createExclusive(path, bytes, { durable: true })) throw ioError("create", path, systemFailure("EEXIST"));
}

/** Writes a new segment. Throws `io`. */
export function storeSegment(fs: FileSystem, directory: string, { bytes, stats }: SegmentData): SegmentEntry {
  const { name, size } = writeImmutable(fs, directory, "seg", bytes);
  return { name, size, sums: pageSums(bytes), written: stats.chunks, stats, deletes: null };
}

/**
 * Publishes the head and everything that it names. Returns the head as written. Throws `io`; the old index then stays
 * published.
 */
export function publishHead(fs: FileSystem, directory: string, head: Omit<Head, "previous">): Head {
  const draft = joinPath(directory, `${HEAD_NAME}.${globalThis.crypto.randomUUID()}.tmp`);
  try {
    const { format, schemaVersion, updated, ...parts } = head;
    const next: Head = { format, schemaVersion, updated, previous: previousHead(fs, directory), ...parts };
    createNew(fs, draft, encodeHead(next));
    fs.rename(draft, joinPath(directory, HEAD_NAME));
    return next;
  } catch (error) {
    removeQuietly(fs, draft);
    throw error;
  }
}

/** The hash of what the next head replaces: the published head, or the one that was set aside. */
function previousHead(fs: FileSystem, directory: string): string | null {
  const bytes = readHead(fs, directory) ?? orAbsent(() => readHead(fs, directory, DAMAGED_NAME));
  return bytes === undefined ? null : hashBytes(bytes);
}

/** Moves an unusable head aside and keeps it for a later look. Readers then find no index. */
export function setAside(fs: FileSystem, directory: string): void {
  const path = joinPath(directory, HEAD_NAME);
  if (fs.kindOf(path) !== undefined) fs.rename(path, joinPath(directory, DAMAGED_NAME));
}

/** Removes what a failed writer has left, and keeps what is published. Does not throw. */
export function cleanUp(fs: FileSystem, directory: string): void {
  try {
    const bytes = readHead(fs, directory);
    const parsed = bytes === undefined ? undefined : parseHead(bytes);
    if (parsed === undefined) collectGarbage(fs, directory, undefined);
    else if (parsed.state === "ok") collectGarbage(fs, directory, parsed.head);
  } catch {
    // The next writer cleans up.
  }
}

/**
 * Removes old segments, files of dead writers, and whatever else the head does not name. Leaves failures to the next
 * writer.
 */
export function collectGarbage(fs: FileSystem, directory: string, head: Head | undefined): void {
  const wanted = new Set(head === undefined ? [] : referencedFiles(head).map((file) => file.name));
  try {
    for (const { name, kind } of fs.readDirectory(directory)) {
      if (kind === "file" && OWN_FILE.test(name) && !wanted.has(name)) removeQuietly(fs, joinPath(directory, name));
    }
  } catch {
    // The folder cannot be listed. Nothing depends on it.
  }
}

function removeQuietly(fs: FileSystem, path: string): void {
  try {
    fs.removeFile(path);
  } catch {
    // Windows keeps files that a reader has open. The next writer tries again.
  }
}
