/** Opens regular files, and nothing else: a pipe would wait for ever, and a device has no end. */
import * as fs from "node:fs";
import process from "node:process";
import { failureCode, systemFailure } from "./io_error.ts";

// Windows lacks these flags, and some versions of Deno ignore them.
const flags: Partial<typeof fs.constants> = fs.constants;
const { O_NOCTTY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY = 0, O_RDWR = 0 } = flags;
/** Opening a pipe does not wait for a writer, and opening a terminal does not make it this process's own. */
const READ = O_RDONLY | O_NONBLOCK | O_NOCTTY;
const { Deno: deno } = globalThis as { readonly Deno?: { statSync(path: string): { readonly isFile: boolean } } };
/** Whether opening refuses a link by itself. */
const REFUSES_LINKS = O_NOFOLLOW !== 0 && deno === undefined;
/** Writers replace files by renaming. So the path may lead to another file in the time between two looks. */
const ATTEMPTS = 20;

export interface OpenedFile {
  readonly descriptor: number;
  /** Bytes. */
  readonly size: number;
  /** The number of the user who owns it. Absent where there are no such numbers. */
  readonly owner?: number;
}

/**
 * Opens a file whose kind is checked before anything is read. With `noLink`, the path itself must not be a link. Throws
 * the system's error, or one with a code of `io_error.ts`.
 */
export function openRegular(path: string, noLink: boolean): OpenedFile {
  if (!noLink) {
    if (deno !== undefined && !isFileInDeno(path)) requireRegular(fs.statSync(path));
    return opened(path, READ)!;
  }
  try {
    if (REFUSES_LINKS) return opened(path, READ | O_NOFOLLOW)!;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const before = fs.lstatSync(path);
      requireRegular(before);
      const found = opened(path, READ | O_NOFOLLOW, before);
      if (found !== undefined) return found;
    }
  } catch (error) {
    throw failureCode(error) === "ELOOP" ? systemFailure("LINK") : error;
  }
  throw systemFailure("REPLACED");
}

/** Sets the modification time of a regular file to now. Follows no link. */
export function touchRegular(path: string): void {
  requireRegular(fs.lstatSync(path));
  const descriptor = fs.openSync(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  try {
    requireRegular(fs.fstatSync(descriptor));
    const now = new Date();
    fs.futimesSync(descriptor, now, now);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** `fs.statSync` takes Deno twenty times as long. */
function isFileInDeno(path: string): boolean {
  try {
    return deno?.statSync(path).isFile === true;
  } catch {
    return false;
  }
}

/** Undefined when the path no longer leads to the expected file. */
function opened(path: string, flags: number, expected?: fs.Stats): OpenedFile | undefined {
  const descriptor = fs.openSync(path, flags);
  let isKept = false;
  try {
    const found = fs.fstatSync(descriptor);
    requireRegular(found);
    isKept = expected === undefined || (found.ino === expected.ino && found.dev === expected.dev);
    return isKept ? { descriptor, size: found.size, ...ownerOf(found) } : undefined;
  } finally {
    if (!isKept) fs.closeSync(descriptor);
  }
}

/** The number of the user who owns a file. Empty on Windows, which has no such numbers. */
export function ownerOf({ uid }: fs.Stats): { readonly owner?: number } {
  return process.platform === "win32" ? {} : { owner: uid };
}

/** Throws the error of a path that leads to something else than a regular file. */
export function requireRegular(found: fs.Stats): void {
  if (found.isFile()) return;
  throw systemFailure(found.isDirectory() ? "EISDIR" : found.isSymbolicLink() ? "LINK" : "NOT_REGULAR");
}
