/** Warns about includes that match no file, which are usually typing errors. */
import { keyAt } from "../../config/keys.ts";
import type { Warning } from "../../errors.ts";
import type { TreeScan } from "../../store/files/scan.ts";

/**
 * Warns about each include that the user wrote and that matches nothing, or once for a tree in which nothing matches.
 */
export function emptyIncludeWarnings(scans: readonly TreeScan[]): readonly Warning[] {
  const defaults = JSON.stringify(keyAt("tree.*.include")?.default);
  return scans.flatMap((scan): Warning[] => {
    if (scan.missing) return [];
    const { tree, includeMatches } = scan;
    const warning = (what: string): Warning => ({
      code: "include-matches-nothing",
      message: `tree ${tree.name}: ${what}`,
      path: tree.definedIn,
    });
    if (includeMatches.every((matches) => matches === 0)) {
      return [warning(`nothing in ${tree.path} matches its include`)];
    }
    if (JSON.stringify(tree.include) === defaults) return [];
    return tree.include.filter((_, at) => includeMatches[at] === 0).map((glob) =>
      warning(`include ${JSON.stringify(glob)} matches no file`)
    );
  });
}
