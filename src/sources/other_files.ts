/** The files in the folder of a source that it does not take, and why. */
import type { RagProblem } from "../shapes/rag.ts";
import { createDocumentPlaces } from "../config/document_places.ts";
import { hasReader } from "../document/formats/registry.ts";
import type { FileSystem } from "../host/file_system.ts";
import { documentExtension } from "../store/files/document_kinds.ts";
import { walkTree } from "../store/files/walk.ts";

interface SourceFolder {
  /** Absolute. */
  readonly path: string;
  readonly exclude: readonly string[];
  readonly gitignore: boolean;
}

/** What `exclude` and ignore files leave out does not count: the user knows of it. Nor do hidden files. */
export function otherFiles(fs: FileSystem, folder: SourceFolder, taken: ReadonlySet<string>): readonly RagProblem[] {
  const tree = { ...folder, include: ["**/*"], boundary: null };
  const { files, skipped } = walkTree(fs, tree, createDocumentPlaces(fs, { root: null, trees: [tree] }));
  const others = files.map(({ path }) => ({ path, reason: whyNot(path) }));
  return [...others, ...skipped].filter(({ path }) => !taken.has(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function whyNot(path: string): string {
  const extension = documentExtension(path);
  if (extension === undefined) return "not a document";
  return hasReader(path) ? "not read: no include names it" : `not read: ra has no reader for .${extension}`;
}
