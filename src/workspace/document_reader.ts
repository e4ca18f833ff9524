/** Reads documents back for results, and only as they were indexed. */
import type { FileSystem } from "../host/file_system.ts";
import type { Config } from "../config/config.ts";
import { RaError } from "../errors.ts";
import { hashBytes } from "../host/hash.ts";
import type { ReadDocument } from "../search/present.ts";
import { isRacy, sameStamp, stampOf } from "../store/stamp.ts";
import type { OpenIndex } from "../store/open_index.ts";
import { joinPath } from "../text/paths.ts";

/**
 * Each file is read once; undefined when it is gone or no longer what was indexed: its size and times say so before and after
 * it is read or, where they are too young to tell, the hash of its content.
 */
export function createDocumentReader(fs: FileSystem, config: Config, index: OpenIndex): ReadDocument {
  const roots = new Map(config.trees.map((tree) => [tree.name, tree.path]));
  const read = new Map<string, Uint8Array | undefined>();
  return (tree, path) => {
    const key = `${tree}\0${path}`;
    if (!read.has(key)) read.set(key, readable(tree, path));
    return read.get(key);
  };

  /** One file that may no longer be read must not cost the whole answer. */
  function readable(tree: string, path: string): Uint8Array | undefined {
    try {
      return readDocument(tree, path);
    } catch (error) {
      if (error instanceof RaError && error.code === "io") return undefined;
      throw error;
    }
  }

  function readDocument(tree: string, path: string): Uint8Array | undefined {
    const root = roots.get(tree);
    const entry = index.manifest().get(tree)?.get(path);
    const stamp = entry?.stamp;
    if (root === undefined || entry === undefined || stamp === undefined || stamp === null) return undefined;
    const file = joinPath(root, path);
    const unchanged = (): boolean => {
      const stat = fs.stat(file);
      return stat !== undefined && sameStamp(stampOf(stat), stamp);
    };
    if (!unchanged()) return undefined;
    const bytes = fs.readFile(file);
    if (bytes === undefined || !unchanged()) return undefined;
    return isRacy(stamp, entry.checkedAt * 1e6) && hashBytes(bytes) !== entry.hash ? undefined : bytes;
  }
}
