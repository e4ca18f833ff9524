/** Tells regular files from everything else. A pipe would wait for ever, and a device has no end. */
import type { FoundFile, OpenedFile } from "./disk_reads.ts";
import type { EntryKind } from "./file_system.ts";
import { systemFailure } from "./io_error.ts";

/** Writers replace files by renaming. So the path may lead to another file in the time between two looks. */
const ATTEMPTS = 20;

/** What `node:fs` says about an entry. */
interface NodeEntry {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

export function entryKind(entry: NodeEntry): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "symlink" : "other";
}

/** Throws the error of a path that leads to something else than a regular file. */
export function requireRegular(kind: EntryKind): void {
  if (kind === "file") return;
  throw systemFailure(kind === "directory" ? "EISDIR" : kind === "symlink" ? "LINK" : "NOT_REGULAR");
}

/**
 * Throws where the file has another name, too. It may lie in a stranger's folder and outside at once, so nothing is
 * changed in place there. What replaces a file by renaming leaves the other name alone.
 */
export function requireOneName(names: number): void {
  if (names > 1) throw systemFailure("HARD_LINK");
}

/** Opens a path only after a look at it has found a regular file, and returns the file that was seen. */
export function openSeen(look: () => FoundFile, open: () => OpenedFile): OpenedFile {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const seen = look();
    requireRegular(seen.kind);
    const opened = open();
    // Windows may not number an open file.
    const isNumbered = seen.inode !== 0 && opened.inode !== 0;
    if (!isNumbered || (opened.inode === seen.inode && opened.device === seen.device)) return opened;
    opened.close();
  }
  throw systemFailure("REPLACED");
}
