/** The file system on disk. */
import * as fs from "node:fs";
import { appendLine } from "./append_line.ts";
import { deno } from "./deno.ts";
import { denoReads } from "./deno_reads.ts";
import type { OpenedFile } from "./disk_reads.ts";
import type {
  CreateOptions,
  DirectoryEntry,
  EntryKind,
  FileOpenOptions,
  FileStat,
  FileSystem,
  Privacy,
  ReadHandle,
  ReadOptions,
  WriteOptions,
} from "./file_system.ts";
import { createFileWriter } from "./file_writer.ts";
import { failureCode, ioError, meansAbsent, systemFailure, tooLarge } from "./io_error.ts";
import { nodeReads } from "./node_reads.ts";
import { BUSY, create, replace, replaceFile, touchRegular } from "./write_regular.ts";
import { MAX_BYTES } from "./read_limits.ts";
import { requireOneName } from "./regular.ts";
import { isPermitted } from "./permissions.ts";
import { platform } from "./process.ts";
import { parentPath } from "../text/paths.ts";
import { watchDirectory, WATCHES_BELOW } from "./watch_directory.ts";

const WINDOWS = platform === "win32";
const IF_PRESENT = { throwIfNoEntry: false } as const;
const disk = deno === undefined ? nodeReads : denoReads(deno);

/** The host's file system. A path that Deno may not read counts as absent. A denied write is an `io` error. */
export function createDiskFileSystem(): FileSystem {
  return {
    isShared: true,
    stat,
    readDirectory,
    realPath,
    kindOf,
    readFile,
    open,
    writeFile,
    createWriter: createFileWriter,
    appendLine,
    createExclusive,
    touch,
    rename,
    removeFile,
    makeDirectory,
    watchDirectory,
    watchesBelow: WATCHES_BELOW,
  };
}

/** Runs a read. Returns `undefined` for an absent path and for a denied permission. */
function reading<T>(action: string, path: string, read: () => T): T | undefined {
  if (isImpossible(path) || !isPermitted({ name: "read", path })) return undefined;
  try {
    return read();
  } catch (error) {
    if (meansAbsent(error)) return undefined;
    throw ioError(action, path, error);
  }
}

/** Whether nothing can have this name. Deno's error says it only in words. */
function isImpossible(path: string): boolean {
  return path.includes("\0");
}

function writing<T>(action: string, path: string, write: () => T): T {
  if (!isPermitted({ name: "write", path })) throw ioError(action, path, systemFailure("NotCapable"));
  try {
    return write();
  } catch (error) {
    throw ioError(action, path, error);
  }
}

function stat(path: string): FileStat | undefined {
  return reading("read", path, () => {
    const found = disk.stat(path);
    if (found === undefined) return undefined;
    const { kind, size, mtimeMs, ctimeMs, device, inode, owner } = found;
    return {
      kind: kind === "symlink" ? "other" : kind,
      size,
      mtimeNs: mtimeMs * 1e6,
      ctimeNs: ctimeMs * 1e6,
      inode,
      device,
      owner,
    };
  });
}

function readDirectory(path: string): readonly DirectoryEntry[] {
  if (isImpossible(path)) return [];
  if (!isPermitted({ name: "read", path })) throw ioError("list", path, systemFailure("NotCapable"));
  try {
    return disk.list(path).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  } catch (error) {
    if (meansAbsent(error) && failureCode(error) !== "NotCapable") return [];
    throw ioError("list", path, error);
  }
}

function kindOf(path: string): EntryKind | undefined {
  return reading("read", path, () => disk.lstat(path)?.kind);
}

function realPath(path: string): string | undefined {
  return reading("resolve", path, () => {
    const real = disk.realPath(path);
    return WINDOWS ? real.replaceAll("\\", "/") : real;
  });
}

function readFile(path: string, options: ReadOptions = {}): Uint8Array | undefined {
  const { most = MAX_BYTES.document, cut = false, noLink = false, oneName = false } = options;
  return reading("read", path, () => {
    const file = disk.open(path, noLink);
    try {
      if (oneName) requireOneName(file.names);
      if (file.size > most && !cut) throw tooLarge(most);
      const bytes = new Uint8Array(Math.min(file.size, most));
      const filled = fill(file, 0, bytes);
      // Another program may have cut the file meanwhile.
      return filled === bytes.length ? bytes : bytes.slice(0, filled);
    } finally {
      file.close();
    }
  });
}

function open(path: string, { noLink = false }: FileOpenOptions = {}): ReadHandle | undefined {
  const file = reading("open", path, () => disk.open(path, noLink));
  if (file === undefined) return undefined;
  const { size, owner } = file;
  let isOpen = true;
  return {
    size,
    owner,
    read(offset, into) {
      try {
        if (fill(file, offset, into) < into.length) throw new Error("the file is shorter than expected");
      } catch (error) {
        throw ioError("read", path, error);
      }
    },
    close() {
      if (isOpen) file.close();
      isOpen = false;
    },
  };
}

/** Reads until `into` is full or the file ends, and returns how many bytes it got. */
function fill(file: OpenedFile, offset: number, into: Uint8Array): number {
  let filled = 0;
  while (filled < into.length) {
    const count = file.read(filled === 0 ? into : into.subarray(filled), offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

function writeFile(path: string, bytes: Uint8Array, options?: WriteOptions): void {
  writing("write", path, () => replaceFile(path, bytes, options));
}

function createExclusive(path: string, bytes: Uint8Array, options: CreateOptions = {}): boolean {
  return writing("create", path, () => {
    try {
      create(path, bytes, options);
      return true;
    } catch (error) {
      const code = failureCode(error);
      // Windows reports EPERM while a file of that name is being deleted.
      if (code === "EEXIST" || (WINDOWS && BUSY.has(code) && fs.existsSync(path))) return false;
      throw error;
    }
  });
}

function touch(path: string): void {
  writing("touch", path, () => touchRegular(path));
}

function rename(from: string, to: string): void {
  const mayMove = isPermitted({ name: "read", path: from }) && isPermitted({ name: "write", path: from });
  if (!mayMove) throw ioError("move", from, systemFailure("NotCapable"));
  writing("replace", to, () => replace(from, to));
}

function removeFile(path: string): void {
  writing("remove", path, () => {
    try {
      fs.unlinkSync(path);
    } catch (error) {
      if (failureCode(error) !== "ENOENT") throw error;
    }
  });
}

function makeDirectory(path: string, options: Privacy = {}): void {
  // Deno asks for write permission even if there is nothing to create.
  if (stat(path)?.kind === "directory") return;
  writing("create", path, () => makeFolder(path, options.isPrivate === true));
}

/** See `makeDirectory` in `file_system.ts` for the permissions. */
function makeFolder(path: string, isPrivate: boolean): void {
  const parent = parentPath(path);
  if (parent === path) return;
  if (!isPermitted({ name: "read", path: parent })) {
    return void fs.mkdirSync(path, { recursive: true, mode: isPrivate ? 0o700 : 0o775 });
  }
  if (fs.statSync(parent, IF_PRESENT) === undefined) makeFolder(parent, isPrivate);
  const around = fs.statSync(parent).mode;
  const mode = isPrivate ? 0o700 : around & 0o775;
  try {
    fs.mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (failureCode(error) === "EEXIST" && fs.statSync(path, IF_PRESENT)?.isDirectory() === true) return;
    throw error;
  }
  // The process's mask may have taken permissions away. Where everybody may write, somebody could put a link in the
  // place of the new folder, so it stays as it is.
  if (WINDOWS || isPrivate || (around & 0o002) !== 0) return;
  try {
    const made = fs.statSync(path).mode;
    if ((made & 0o777) !== mode) fs.chmodSync(path, (made & 0o7000) | mode);
  } catch {
    // Some file systems have no permissions.
  }
}
