/** A folder that lasts as long as some work, and that no other user can read or write. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { onExit } from "./process.ts";

export interface TemporaryFolder {
  /** Absolute, `/`-separated. */
  readonly path: string;
  /** Removes the folder and everything in it. */
  remove(): void;
}

/**
 * Makes the folder under the system's folder for temporary files. It goes when you remove it, or when a signal ends the
 * process before. Undefined where nothing may be written there.
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
