/** How much room a disk has. */
import { statfsSync } from "node:fs";
import { withAncestors } from "../text/paths.ts";

/** The free bytes of the disk that a path lies on, or would lie on. Undefined where the system does not tell. */
export function freeSpace(path: string): number | undefined {
  for (const folder of withAncestors(path)) {
    try {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    } catch {
      // The next folder up may exist.
    }
  }
  return undefined;
}
