/** Reports folders of `locales` and `versions` that a tree does not have. */
import type { CheckIssue } from "../../shapes/reports.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { orAbsent } from "../../host/or_absent.ts";
import type { TreeScan } from "../../store/files/scan.ts";
import { joinPath } from "../../text/paths.ts";

/** A note for each such folder. A link to a folder counts as none, because ra does not follow it. */
export function missingFolders(fs: FileSystem, scans: readonly TreeScan[]): readonly CheckIssue[] {
  return scans.filter(({ missing }) => !missing).flatMap(({ tree }) => {
    const named = [
      ...Object.entries(tree.locales).map(([code, folder]) => ({ key: `locales.${code}`, folder })),
      ...tree.versions.map((folder) => ({ key: "versions", folder })),
    ];
    return named.flatMap(({ key, folder }): readonly CheckIssue[] => {
      if (folder === "." || orAbsent(() => fs.kindOf(joinPath(tree.path, folder))) === "directory") return [];
      const message = `tree ${tree.name}: ${key} names ${JSON.stringify(folder)}, and there is no such folder`;
      return [{ level: "note", code: "folder-missing", message, path: tree.definedIn }];
    });
  });
}
