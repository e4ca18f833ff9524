/** The SHA-256 of the files that were indexed, for the manifest. */
import { sha256 } from "../../host/hash.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { orAbsent } from "../../host/or_absent.ts";
import type { SourceTree } from "../../sources/source_trees.ts";
import { readSource } from "../../store/files/read_source.ts";
import { joinPath } from "../../text/paths.ts";
import type { ArtefactFile, ArtefactManifest } from "../artefacts/manifest.ts";

export interface HashedFile extends Pick<ArtefactFile, "source_id" | "index_hash" | "size"> {
  /** Relative to the tree of the source. */
  readonly path: string;
}

/** A file that the earlier generation has with the same content is not read again. */
export function createFileHashes(
  fs: FileSystem,
  trees: ReadonlyMap<string, Pick<SourceTree, "path" | "type">>,
  earlier: ArtefactManifest | undefined,
): (file: HashedFile) => string | null {
  const keyOf = (file: HashedFile): string => `${file.source_id}\0${file.path}\0${file.index_hash}`;
  const known = new Map(earlier?.files.map((file) => [keyOf({ ...file, path: file.text ?? file.path }), file.hash]));
  return (file) => {
    const before = known.get(keyOf(file));
    if (before !== undefined && before !== null) return before;
    const tree = trees.get(file.source_id)!;
    const hasRecord = tree.type === "web" || tree.type === "document";
    // A link counts as the file that it leads to.
    const place = orAbsent(() => fs.realPath(joinPath(tree.path, `./${file.path}`)));
    if (place === undefined) return null;
    const content = readSource(fs, place, file.size, hasRecord);
    return content.kind === "content" && content.hash === file.index_hash ? sha256(content.bytes) : null;
  };
}
