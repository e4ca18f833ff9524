/**
 * Reports files of a tree that are not text and that no include names: images, archives, documents of other programs.
 */
import type { CheckIssue } from "../../shapes/reports.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { TreeScan } from "../../store/files/scan.ts";
import { walkTree } from "../../store/files/walk.ts";
import { isBinary, LOOKED_AT } from "../../text/encoding.ts";
import { fileExtension, joinPath } from "../../text/paths.ts";

const MAX_EXTENSIONS = 5;

/** Makes one note for each tree that holds such files, with the count of each extension. */
export function binaryNotes(fs: FileSystem, scans: readonly TreeScan[]): readonly CheckIssue[] {
  return scans.flatMap(({ tree, files, missing }): CheckIssue[] => {
    if (missing) return [];
    const included = new Set(files.map(({ path }) => path));
    const counts = new Map<string, number>();
    for (const { path } of walkTree(fs, { ...tree, include: ["**/*"] }).files) {
      if (included.has(path) || !holdsBinary(fs, joinPath(tree.path, path))) continue;
      const extension = fileExtension(path) === "" ? "no extension" : `.${fileExtension(path)}`;
      counts.set(extension, (counts.get(extension) ?? 0) + 1);
    }
    if (counts.size === 0) return [];
    const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
    const sorted = [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
    const kinds = sorted.slice(0, MAX_EXTENSIONS).map(([extension, one]) => `${one} ${extension}`);
    return [{
      level: "note",
      code: "binary-files",
      message: `tree ${tree.name}: ${total} ${
        total === 1 ? "file is" : "files are"
      } not text, and no include matches: ${kinds.join(", ")}${sorted.length > MAX_EXTENSIONS ? ", …" : ""}`,
      path: tree.path,
    }];
  });
}

function holdsBinary(fs: FileSystem, path: string): boolean {
  try {
    const handle = fs.open(path);
    if (handle === undefined) return false;
    try {
      const bytes = new Uint8Array(Math.min(LOOKED_AT, handle.size));
      handle.read(0, bytes);
      return isBinary(bytes);
    } finally {
      handle.close();
    }
  } catch (error) {
    // Nobody asked for this file, so it does not matter that ra cannot read it.
    if (error instanceof RaError && error.code === "io") return false;
    throw error;
  }
}
