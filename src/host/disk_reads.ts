/** Reads from the disk, through the functions of the runtime and with its errors. */
import type { DirectoryEntry, EntryKind } from "./file_system.ts";

export interface FoundFile {
  readonly kind: EntryKind;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** The number of its device, and its own number there; 0 when there is none. */
  readonly device: number;
  readonly inode: number;
  /** How many names it has; 1 where the system does not tell. */
  readonly names: number;
  /** The number of the user who owns it. Absent on Windows, which has no such numbers. */
  readonly owner?: number | undefined;
}

/** A regular file. It stays the same when its path leads elsewhere. */
export interface OpenedFile extends FoundFile {
  /** Reads from byte `offset` on, and returns how many bytes it got. Zero means that the file ends there. */
  read(into: Uint8Array, offset: number): number;
  close(): void;
}

/** All functions throw the system's error. */
export interface DiskReads {
  /** Follows links. May return undefined where nothing is. */
  stat(path: string): FoundFile | undefined;
  /** Follows no link at the path itself. May return undefined where nothing is. */
  lstat(path: string): FoundFile | undefined;
  /** Follows no links. The entries have no order. */
  list(path: string): DirectoryEntry[];
  realPath(path: string): string;
  /**
   * Opens a file whose kind is checked before anything is read. With `noLink`, the path itself must not be a link. Also
   * throws errors with a code of `io_error.ts`.
   */
  open(path: string, noLink: boolean): OpenedFile;
}
