/** Reads documents back for results, and only as they were indexed. */
import type { FileSystem } from "../host/file_system.ts";
import type { Config } from "../config/config.ts";
import type { ReadDocument } from "../search/present.ts";
import { sameStamp, stampOf } from "../store/stamp.ts";
import type { OpenIndex } from "../store/open_index.ts";
import { joinPath } from "../text/paths.ts";

/** Each file is read once; undefined when it is gone or no longer has the size and times it was indexed with. */
export function createDocumentReader(fs: FileSystem, config: Config, index: OpenIndex): ReadDocument {
  const roots = new Map(config.trees.map((tree) => [tree.name, tree.path]));
  const read = new Map<string, Uint8Array | undefined>();
  return (tree, path) => {
    const key = `${tree}\0${path}`;
    if (!read.has(key)) read.set(key, readDocument(tree, path));
    return read.get(key);
  };

  function readDocument(tree: string, path: string): Uint8Array | undefined {
    const root = roots.get(tree);
    const stamp = index.manifest().get(tree)?.get(path)?.stamp;
    if (root === undefined || stamp === undefined || stamp === null) return undefined;
    const file = joinPath(root, path);
    const stat = fs.stat(file);
    if (stat === undefined || !sameStamp(stampOf(stat), stamp)) return undefined;
    return fs.readFile(file);
  }
}
