/** Reports links to folders, which ra does not follow. */
import type { CheckIssue } from "../../shapes/reports.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { documentId } from "../../document/ids.ts";
import type { TreeScan } from "../../store/files/scan.ts";
import { isInside, joinPath } from "../../text/paths.ts";

/** A note for each link to a folder that is in no tree: its files are nowhere in the index. */
export function linkedFolders(fs: FileSystem, scans: readonly TreeScan[]): readonly CheckIssue[] {
  const trees = scans.map(({ tree }) => orAbsent(() => fs.realPath(tree.path)) ?? tree.path);
  return scans.flatMap(({ tree, links }) =>
    links.flatMap((path): readonly CheckIssue[] => {
      const link = joinPath(tree.path, path);
      if (orAbsent(() => fs.stat(link))?.kind !== "directory") return [];
      const target = orAbsent(() => fs.realPath(link));
      if (target === undefined || trees.some((tree) => isInside(target, tree))) return [];
      return [{
        level: "note",
        code: "linked-folder",
        message: "a link to a folder, which ra does not follow; name the folder as a tree of its own to search it",
        path: documentId(tree.name, path),
      }];
    })
  );
}
