/** `--format paths`: prints files for another command, such as `xargs`. */
import { sanitizeLine } from "../../text/sanitize.ts";

/** Prints each path once, one on each line, in the order of first appearance. */
export function formatPaths(paths: readonly string[]): string {
  return [...new Set(paths)].map((path) => `${sanitizeLine(path)}\n`).join("");
}
