/** Reads one source file, and refuses one that can never be a document. */
import { RaError } from "../../errors.ts";
import type { FileStat, FileSystem } from "../../host/file_system.ts";
import { contentHash } from "../../host/hash.ts";

/** `NAME.md` has its record in `NAME.md.source.json` (`document/source_record.ts`). */
export const RECORD_ENDING = ".source.json";
/** Files larger than this are not read: the core holds a whole file and its terms in memory. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
/** A record has some bytes for each page, and what the document says of itself. */
const MAX_RECORD_BYTES = 16 * 1024 * 1024;

export type SourceContent =
  | {
    readonly kind: "content";
    readonly bytes: Uint8Array;
    /** What lies beside the text and says where it comes from. */
    readonly record: Uint8Array | undefined;
    /** Of the bytes, and of the record. */
    readonly hash: string;
  }
  /** The file vanished after the walk. */
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly reason: string; readonly retry: boolean };

/**
 * The file's bytes and hash. `refused` when the file is too large. With `retry`, the read failed and is tried again
 * later.
 */
export function readSource(fs: FileSystem, path: string, size: number, hasRecord = false): SourceContent {
  if (size > MAX_FILE_BYTES) {
    return { kind: "refused", reason: `larger than ${MAX_FILE_BYTES / (1024 * 1024)} MB`, retry: false };
  }
  try {
    const bytes = fs.readFile(path, { noLink: true });
    if (bytes === undefined) return { kind: "absent" };
    const record = hasRecord ? recordBeside(fs, path) : undefined;
    return { kind: "content", bytes, record, hash: sourceHash(bytes, record) };
  } catch (error) {
    if (!(error instanceof RaError) || error.code !== "io") throw error;
    return {
      kind: "refused",
      reason: `unreadable: ${error.message.slice(error.message.lastIndexOf(": ") + 1).trim()}`,
      retry: true,
    };
  }
}

/** The stat of a file: that of its record too, where it has one, so that a change of either is seen. */
export function statSource(fs: FileSystem, path: string, hasRecord: boolean): FileStat | undefined {
  const stat = fs.stat(path);
  const record = stat?.kind === "file" && hasRecord ? fs.stat(path + RECORD_ENDING) : undefined;
  if (stat === undefined || record?.kind !== "file") return stat;
  return {
    ...stat,
    mtimeNs: Math.max(stat.mtimeNs, record.mtimeNs),
    ctimeNs: Math.max(stat.ctimeNs, record.ctimeNs),
  };
}

/** The record beside a text, if there is one. Throws `io`. */
export function recordBeside(fs: FileSystem, path: string): Uint8Array | undefined {
  const place = path + RECORD_ENDING;
  const stat = fs.kindOf(place) === "file" ? fs.stat(place) : undefined;
  // What is larger was not written by ra, so the text is a document like any other.
  if (stat === undefined || stat.size > MAX_RECORD_BYTES) return undefined;
  return fs.readFile(place, { noLink: true, most: MAX_RECORD_BYTES });
}

function sourceHash(bytes: Uint8Array, record: Uint8Array | undefined): string {
  const hash = contentHash(bytes);
  return record === undefined ? hash : contentHash(new TextEncoder().encode(`${hash} ${contentHash(record)}`));
}
