/**
 * The file operations ra needs, synchronous so that the WebAssembly core can read through them. Paths are absolute,
 * `/`-separated. Every failure other than absence is an `RaError` with code `io` (message: what and why, `path` set).
 */
export interface FileSystem {
  /** True when other threads see the same files through a file system of their own. */
  readonly isShared?: boolean;
  /** Follows symbolic links. `undefined` when the path (or a link's target) is absent. */
  stat(path: string): FileStat | undefined;
  /** Entries of a directory sorted by name (UTF-16 order), without following links. */
  readDirectory(path: string): readonly DirectoryEntry[];
  /** The path with links resolved; `undefined` when absent. */
  realPath(path: string): string | undefined;
  /** The whole file; `undefined` when absent. */
  readFile(path: string): Uint8Array | undefined;
  /** A handle for range reads; `undefined` when absent. A handle stays readable after the file is removed (POSIX). */
  open(path: string): ReadHandle | undefined;
  /** Writes a whole file (created or replaced) and, with `durable`, flushes it to the disk. */
  writeFile(path: string, bytes: Uint8Array, options?: { readonly durable?: boolean }): void;
  /** Creates the file with this content only if nothing is there; false when something is. */
  createExclusive(path: string, bytes: Uint8Array): boolean;
  /** Atomically replaces `to`. */
  rename(from: string, to: string): void;
  /** Removes a file; nothing happens when it is absent. */
  removeFile(path: string): void;
  /** Creates a directory and its parents. */
  makeDirectory(path: string): void;
  /** See `watchDirectory` in `watch_directory.ts`. Without it, changes are found by looking. */
  watchDirectory?(
    path: string,
    onChange: (name: string | undefined) => void,
    onFailure: (error: Error) => void,
  ): (() => void) | undefined;
  /** Whether watching a directory covers everything below it. */
  readonly watchesBelow?: boolean;
}

export type EntryKind = "file" | "directory" | "symlink" | "other";

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface FileStat {
  readonly kind: Exclude<EntryKind, "symlink">;
  /** Bytes. */
  readonly size: number;
  /** Modification time in nanoseconds since 1970 (a double: exact to 256 ns). Some runtimes only know milliseconds. */
  readonly mtimeNs: number;
  /** Inode change time in nanoseconds since 1970. Some runtimes only know seconds. */
  readonly ctimeNs: number;
  /** Inode number, 0 where there is none. */
  readonly inode: number;
}

export interface ReadHandle {
  /** Bytes. */
  readonly size: number;
  /** Fills `into` from byte `offset`; throws `io` when the file is too short. */
  read(offset: number, into: Uint8Array): void;
  close(): void;
}
