/** Reads from the disk through `node:fs`, on Node and Bun. */
import * as fs from "node:fs";
import type { DiskReads, FoundFile, OpenedFile } from "./disk_reads.ts";
import { failureCode, systemFailure } from "./io_error.ts";
import { platform } from "./process.ts";
import { entryKind, openSeen, requireRegular } from "./regular.ts";

const IF_PRESENT = { throwIfNoEntry: false } as const;

export const nodeReads: DiskReads = {
  stat(path) {
    const found = fs.statSync(path, IF_PRESENT);
    return found && foundFile(found);
  },
  lstat(path) {
    const found = fs.lstatSync(path, IF_PRESENT);
    return found && foundFile(found);
  },
  list: (path) =>
    fs.readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: entryKind(entry) })),
  realPath: (path) => fs.realpathSync.native(path),
  open(path, noLink) {
    const { O_NOCTTY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY = 0 } = openFlags();
    // Opening a pipe does not wait for a writer, and opening a terminal does not make it this process's own.
    const read = O_RDONLY | O_NONBLOCK | O_NOCTTY;
    if (!noLink) return openRegular(path, read);
    if (O_NOFOLLOW === 0) return openSeen(() => foundFile(fs.lstatSync(path)), () => openRegular(path, read));
    try {
      return openRegular(path, read | O_NOFOLLOW);
    } catch (error) {
      throw failureCode(error) === "ELOOP" ? systemFailure("LINK") : error;
    }
  },
};

/** The flags that the system has. Windows lacks most. */
export function openFlags(): Partial<typeof fs.constants> {
  return fs.constants;
}

// Big integers would double the cost, and the milliseconds have decimals.
function foundFile(found: fs.Stats): FoundFile {
  return {
    kind: entryKind(found),
    size: found.size,
    mtimeMs: found.mtimeMs,
    ctimeMs: found.ctimeMs,
    device: found.dev,
    inode: found.ino,
    names: found.nlink,
    owner: platform === "win32" ? undefined : found.uid,
  };
}

function openRegular(path: string, flags: number): OpenedFile {
  const descriptor = fs.openSync(path, flags);
  const close = (): void => fs.closeSync(descriptor);
  try {
    const found = foundFile(fs.fstatSync(descriptor));
    requireRegular(found.kind);
    return { ...found, read: (into, offset) => fs.readSync(descriptor, into, 0, into.length, offset), close };
  } catch (error) {
    close();
    throw error;
  }
}
