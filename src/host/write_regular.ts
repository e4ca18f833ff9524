/** Writes regular files all or nothing. */
import * as fs from "node:fs";
import { pause } from "./clock.ts";
import type { CreateOptions, WriteOptions } from "./file_system.ts";
import { failureCode } from "./io_error.ts";
import { openFlags } from "./node_reads.ts";
import { isPermitted } from "./permissions.ts";
import { platform } from "./process.ts";
import { entryKind, requireOneName, requireRegular } from "./regular.ts";

const WINDOWS = platform === "win32";
/** The errors on Windows while a virus scanner or a reader still holds the file. */
export const BUSY: ReadonlySet<string> = new Set(["EPERM", "EBUSY", "EACCES"]);
const RENAME_ATTEMPTS = 12;

/**
 * Replaces a file, or creates it. The new file has a name that nobody can guess and plant. Only then does it take the
 * place of the old one.
 */
export function replaceFile(path: string, bytes: Uint8Array, { durable = true }: WriteOptions = {}): void {
  const old = fs.lstatSync(path, { throwIfNoEntry: false });
  if (old !== undefined) {
    requireRegular(entryKind(old));
    requireWritable(path);
  }
  const draft = draftPath(path);
  create(draft, bytes, { durable });
  try {
    if (old !== undefined) takePermissions(draft, old);
    replace(draft, path, durable);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
}

/** What begins the name of a draft is shortened to so many bytes: disks take 255, and the rest of the name has 41. */
export const DRAFT_NAME_BYTES = 200;

function draftPath(path: string): string {
  const start = path.lastIndexOf("/") + 1;
  let name = path.slice(start);
  // A letter has up to three bytes.
  if (name.length > DRAFT_NAME_BYTES / 3) {
    const bytes = new TextEncoder().encode(name);
    if (bytes.length > DRAFT_NAME_BYTES) {
      name = new TextDecoder().decode(bytes.subarray(0, DRAFT_NAME_BYTES)).replace(/\ufffd+$/, "");
    }
  }
  return `${path.slice(0, start)}${name}.${globalThis.crypto.randomUUID()}.tmp`;
}

/** Sets the modification time of a regular file to now. Follows no link, and changes no file with another name. */
export function touchRegular(path: string): void {
  const { O_NOCTTY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDWR = 0 } = openFlags();
  requireRegular(entryKind(fs.lstatSync(path)));
  const descriptor = fs.openSync(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  try {
    const opened = fs.fstatSync(descriptor);
    requireRegular(entryKind(opened));
    requireOneName(opened.nlink);
    const now = new Date();
    fs.futimesSync(descriptor, now, now);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Throws the system's error where the old file may not be written. Deno needs its user's number to tell that. */
function requireWritable(path: string): void {
  try {
    fs.accessSync(path, fs.constants.W_OK);
  } catch (error) {
    if (failureCode(error) !== "NotCapable") throw error;
  }
}

/** Windows has no such permissions. Only root can give a file to another user. */
function takePermissions(path: string, old: fs.Stats): void {
  if (WINDOWS) return;
  try {
    const { uid, gid } = fs.lstatSync(path);
    if (uid !== old.uid || gid !== old.gid) fs.chownSync(path, old.uid, old.gid);
  } catch {
    // The file then belongs to the user who wrote it.
  }
  try {
    fs.chmodSync(path, old.mode & 0o777);
  } catch {
    // Some file systems have no permissions.
  }
}

/** Throws EEXIST if something is at the path. */
export function create(path: string, bytes: Uint8Array, { durable = false, isPrivate = false }: CreateOptions): void {
  const descriptor = fs.openSync(path, "wx", isPrivate ? 0o600 : 0o666);
  let isWritten = false;
  try {
    let written = 0;
    while (written < bytes.length) written += fs.writeSync(descriptor, bytes, written, bytes.length - written);
    if (durable) fs.fsyncSync(descriptor);
    isWritten = true;
  } finally {
    fs.closeSync(descriptor);
    if (!isWritten) fs.rmSync(path, { force: true });
  }
}

/** Renames a file and, with `durable`, flushes the folder, so that the new name survives a power failure. */
export function replace(from: string, to: string, durable = true): void {
  for (let attempt = 1;; attempt++) {
    try {
      fs.renameSync(from, to);
      break;
    } catch (error) {
      if (!WINDOWS || attempt === RENAME_ATTEMPTS || !BUSY.has(failureCode(error))) throw error;
      pause(5 * attempt);
    }
  }
  if (durable) flushDirectoryOf(to);
}

/** Makes a rename survive a power failure. Windows cannot do this and does not need it. */
function flushDirectoryOf(path: string): void {
  if (WINDOWS) return;
  const folder = path.slice(0, path.lastIndexOf("/")) || "/";
  if (!isPermitted({ name: "read", path: folder })) return;
  try {
    const descriptor = fs.openSync(folder, "r");
    try {
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    // Some file systems refuse this. The rename itself has succeeded.
  }
}
