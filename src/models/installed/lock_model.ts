/** One process at a time changes the files of a model. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { takeWriterLock } from "../../store/lock/writer_lock.ts";

/** How long one process waits for another that changes the same model. */
const TIMEOUT_MS = 600_000;

/**
 * Does the work while no other process changes the files in the model's folder, which it makes if there is none.
 * `onWait` learns which process it waits for. Throws `io` when that takes too long or the folder cannot be written.
 */
export async function lockModel<T>(
  fs: FileSystem,
  folder: string,
  onWait: (owner: string) => void,
  work: () => T | Promise<T>,
): Promise<T> {
  fs.makeDirectory(folder, { isPrivate: true });
  const lock = await takeWriterLock(fs, undefined, folder, TIMEOUT_MS, onWait);
  if (typeof lock === "string") {
    const why = lock === "locked" ? "another process changes this model" : "the folder cannot be written";
    throw new RaError("io", `cannot change ${folder}: ${why}`, { path: folder });
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
