/** Warns about includes that match no file, which are usually typing errors. */
import { keyAt } from "../../config/keys.ts";
import type { Warning } from "../../errors.ts";
import type { TreeScan } from "../../store/files/scan.ts";
import { hasBackslash, unmatchedMessage } from "./unmatched_glob.ts";

/**
 * Warns about each include that the user wrote and that matches nothing, or once for a tree in which nothing matches.
 */
export function emptyIncludeWarnings(scans: readonly TreeScan[]): readonly Warning[] {
  const defaults = JSON.stringify(keyAt("tree.*.include")?.default);
  return scans.flatMap((scan): Warning[] => {
    if (scan.missing) return [];
    const { tree, includeMatches } = scan;
    const warning = (message: string): Warning => ({ code: "include-matches-nothing", message, path: tree.definedIn });
    const isDefault = JSON.stringify(tree.include) === defaults;
    const hasBackslashes = !isDefault && tree.include.some(hasBackslash);
    if (includeMatches.every((matches) => matches === 0) && !hasBackslashes) {
      return [warning(`tree ${tree.name}: nothing in ${tree.path} matches its include`)];
    }
    if (isDefault) return [];
    return tree.include.filter((_, at) => includeMatches[at] === 0).map((glob) =>
      warning(unmatchedMessage(`tree ${tree.name}: include`, glob, "matches no file"))
    );
  });
}
