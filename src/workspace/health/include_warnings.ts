/** Includes that match no file: usually a typing error. */
import { keyAt } from "../../config/keys.ts";
import type { Warning } from "../../errors.ts";
import type { TreeScan } from "../../store/files/scan.ts";

/** One warning for each include the user wrote that matches nothing, or for a tree in which nothing matches. */
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
