/** `--format paths`: files for another command, such as `xargs`. */
import { sanitiseLine } from "../terminal/sanitise.ts";

/** Each path once, one a line, in the order of their first mention. */
export function formatPaths(paths: readonly string[]): string {
  return [...new Set(paths)].map((path) => `${sanitiseLine(path)}\n`).join("");
}
