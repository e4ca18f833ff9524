/**
 * The file operations that ra needs. They are synchronous, because the WebAssembly core reads through them. Paths are
 * absolute and separated by `/`. Every failure except absence is an `RaError` with code `io`. Its message says what
 * failed and why, and `path` is set.
 */
export interface FileSystem {
  /** True when other threads can see the same files through a file system of their own. */
  readonly isShared?: boolean | undefined;
  /** Follows symbolic links. `undefined` when the path, or the target of a link, is absent. */
  stat(path: string): FileStat | undefined;
  /** Entries of a directory sorted by name (UTF-16 order), without following links. */
  readDirectory(path: string): readonly DirectoryEntry[];
  /** The path with links resolved; `undefined` when absent. */
  realPath(path: string): string | undefined;
  /** What is at the path itself, without following a link there. `undefined` when absent. */
  kindOf(path: string): EntryKind | undefined;
  /**
   * The whole file; `undefined` when absent. Throws `io` for anything but a regular file, without waiting for a pipe or
   * reading a device, and for a file that is larger than the limit. A file that grows meanwhile gives the bytes that it
   * had at first.
   */
  readFile(path: string, options?: ReadOptions): Uint8Array | undefined;
  /**
   * A handle to read ranges; `undefined` when absent. Throws `io` for anything but a regular file. On POSIX, it stays
   * readable after the file is removed.
   */
  open(path: string, options?: FileOpenOptions): ReadHandle | undefined;
  /**
   * Creates or replaces a whole file at once: a full disk or a kill leaves the old file whole. The new file takes the
   * permissions of the old one. Throws `io` when the path itself is a symbolic link, and when the old file may not
   * be written.
   */
  writeFile(path: string, bytes: Uint8Array, options?: WriteOptions): void;
  /** A file that is written piece by piece. It replaces what is at the path, and follows no link there. */
  createWriter(path: string, options?: WriterOptions): FileWriter;
  /** See `append_line.ts`. */
  appendLine(path: string, line: string, options?: WriteOptions): void;
  /**
   * Creates the file with this content, unless something is at the path already, even a broken link; then returns
   * false. Leaves nothing behind when it fails.
   */
  createExclusive(path: string, bytes: Uint8Array, options?: CreateOptions): boolean;
  /** Sets the modification time of a regular file to now. Throws `io` when there is none. */
  touch(path: string): void;
  /** Atomically replaces `to`. */
  rename(from: string, to: string): void;
  /** Removes a file. Does nothing when it is absent. */
  removeFile(path: string): void;
  /**
   * Creates a directory and its missing parents. Each takes the permissions of the directory that it lies in, except
   * that only its owner and group may write. With `isPrivate`, only its owner may do anything in it.
   */
  makeDirectory(path: string, options?: Privacy): void;
  /** See `watchDirectory` in `watch_directory.ts`. Without it, ra finds changes by looking. */
  watchDirectory?(
    path: string,
    onChange: (name: string | undefined) => void,
    onFailure: (error: Error) => void,
  ): (() => void) | undefined;
  /** Whether watching a directory also covers everything below it. */
  readonly watchesBelow?: boolean;
}

export interface FileOpenOptions {
  /** Throws `io` when the path itself is a symbolic link. Links in the folders above it are followed. */
  readonly noLink?: boolean;
}

export interface ReadOptions extends FileOpenOptions {
  /** The most bytes to read; see `read_limits.ts`. Default: `MAX_BYTES.document`. */
  readonly most?: number;
  /** Throws `io` when the file has another name too, as a hard link has. */
  readonly oneName?: boolean;
  /** Returns the first `most` bytes of a larger file, where ra otherwise refuses it. */
  readonly cut?: boolean;
}

export interface WriteOptions {
  /** False: the bytes may be lost when the power fails. That is enough for what can be fetched again. Default: true. */
  readonly durable?: boolean | undefined;
}

export interface WriterOptions {
  /** Goes on at the end of the file that is there. Throws `io` for anything but a regular file. */
  readonly goesOn?: boolean | undefined;
}

/** Writes a file piece by piece. Every method throws `io`. */
export interface FileWriter {
  /** Bytes of the file. */
  readonly size: number;
  write(bytes: Uint8Array): void;
  /** Replaces bytes that were written before. */
  replace(offset: number, bytes: Uint8Array): void;
  /** Flushes the file to the disk and closes it. */
  finish(): void;
  /** Closes and removes the file, unless it is finished. */
  discard(): void;
}

export interface Privacy {
  /** Other users cannot read it. */
  readonly isPrivate?: boolean;
}

export interface CreateOptions extends Privacy {
  /** Also flushes the file to the disk. */
  readonly durable?: boolean;
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
  /**
   * Modification time in nanoseconds since 1970. It is a double, exact to 256 ns. Some runtimes know only milliseconds.
   */
  readonly mtimeNs: number;
  /** Inode change time in nanoseconds since 1970. Some runtimes know only seconds. */
  readonly ctimeNs: number;
  /** Inode number; 0 when there is none. */
  readonly inode: number;
  /** The number of the device that it lies on; 0 when there is none. */
  readonly device: number;
  /** The number of the user who owns it. Absent where there are no such numbers. */
  readonly owner?: number | undefined;
}

export interface ReadHandle {
  /** Bytes. */
  readonly size: number;
  /** The number of the user who owns the file. Absent where there are no such numbers. */
  readonly owner?: number | undefined;
  /** Fills `into` from byte `offset` on. Throws `io` when the file is too short. */
  read(offset: number, into: Uint8Array): void;
  close(): void;
}
