/** The lock of an index folder, as a writer uses it. */
import { RaError } from "../../errors.ts";
import { wait } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { isPermissionFailure } from "../../host/io_error.ts";
import { makeOwnFolder } from "../../host/places.ts";
import { joinPath } from "../../text/paths.ts";
import { acquireLock, type Lock, type LockOwner } from "./lock.ts";

export interface WriterLock {
  /** Proves that the writer is alive. Throws `index-locked` when another process has the lock. */
  readonly keep: () => void;
  /** Releases the lock. Does not throw. */
  readonly release: () => Promise<void>;
}

const RELEASE_ATTEMPTS = 3;

/**
 * Makes the folder, below `root` if there is one, and takes its lock. Gives `locked` after the
 * timeout, and `read-only` where ra cannot make files. Throws `io`.
 */
export async function takeWriterLock(
  fs: FileSystem,
  root: string | undefined,
  directory: string,
  timeoutMs: number,
  onWait?: (owner: string) => void,
): Promise<WriterLock | "locked" | "read-only"> {
  try {
    if (root === undefined) fs.makeDirectory(directory);
    else makeOwnFolder(fs, root, directory);
    const lock = await acquireLock(fs, joinPath(directory, "lock"), {
      timeoutMs,
      onWait: (owner) => onWait?.(nameOf(owner)),
    });
    return lock === undefined ? "locked" : { keep: () => keep(lock), release: () => release(lock) };
  } catch (error) {
    if (isPermissionFailure(error)) return "read-only";
    throw error;
  }
}

function nameOf(owner: LockOwner | undefined): string {
  if (owner === undefined) return "another process";
  return owner.host === null ? `process ${owner.pid}` : `process ${owner.pid} on ${owner.host}`;
}

function keep(lock: Lock): void {
  if (!lock.touch()) throw new RaError("index-locked", "another process took over the index");
}

async function release(lock: Lock): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      return lock.release();
    } catch {
      // Windows may hold the file for a moment. If it stays, the next writer takes it over after this process has
      // ended.
      if (attempt === RELEASE_ATTEMPTS) return;
      await wait(2 * attempt);
    }
  }
}
