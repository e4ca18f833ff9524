/** A temporary folder that no other user can read or write. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { onExit } from "./process.ts";

export interface TemporaryFolder {
  /** The absolute path, separated by `/`. */
  readonly path: string;
  /** Removes the folder and everything in it. */
  remove(): void;
}

/**
 * Makes the folder under the system's folder for temporary files. It lasts until you remove it or a signal ends the
 * process. Undefined when nothing may be written there.
 */
export function makeTemporaryFolder(prefix: string): TemporaryFolder | undefined {
  let made: string;
  try {
    made = mkdtempSync(`${tmpdir()}/${prefix}`);
  } catch {
    return undefined;
  }
  const remove = (): void => rmSync(made, { recursive: true, force: true });
  const forget = onExit(remove);
  return {
    path: made.replaceAll("\\", "/"),
    remove() {
      forget();
      remove();
    },
  };
}
