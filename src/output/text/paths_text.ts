/** `--format paths`: prints files for another command, such as `xargs`. */
import { sanitiseLine } from "../../text/sanitise.ts";

/** Prints each path once, one on each line, in the order of first appearance. */
export function formatPaths(paths: readonly string[]): string {
  return [...new Set(paths)].map((path) => `${sanitiseLine(path)}\n`).join("");
}
