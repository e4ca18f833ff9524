/** Reads documents back for results, and only as they were indexed. */
import type { FileSystem } from "../../host/file_system.ts";
import type { Config } from "../../config/config.ts";
import { RaError } from "../../errors.ts";
import { contentHash } from "../../host/hash.ts";
import type { ReadDocument } from "../../retrieval/present.ts";
import { type Fingerprint, fingerprintOf, isRacy, sameFingerprint } from "../../store/files/fingerprint.ts";
import type { OpenIndex } from "../../store/published/open_index.ts";
import { joinPath } from "../../text/paths.ts";

/** Bytes of the documents that are kept from one answer to the next. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** Documents of a workspace; those read last are kept, and looked at again with a stat alone. */
export interface DocumentReader {
  /**
   * For one answer from this index: each file is looked at once; undefined when it is gone or no longer what was
   * indexed: its size and times say so before and after it is read or, where they are too young to tell, the hash of
   * its content.
   */
  of(index: OpenIndex): ReadDocument;
}

interface Kept {
  readonly fingerprint: Fingerprint;
  readonly hash: string | null;
  readonly bytes: Uint8Array;
}

export function createDocumentReader(fs: FileSystem, config: Config): DocumentReader {
  const roots = new Map(config.trees.map((tree) => [tree.name, tree.path]));
  /** By path, those read last at the end. */
  const kept = new Map<string, Kept>();
  let keptBytes = 0;

  function keep(file: string, document: Kept): void {
    drop(file);
    kept.set(file, document);
    keptBytes += document.bytes.length;
    for (const oldest of kept.keys()) {
      if (keptBytes <= KEPT_BYTES) break;
      drop(oldest);
    }
  }

  function drop(file: string): void {
    keptBytes -= kept.get(file)?.bytes.length ?? 0;
    kept.delete(file);
  }

  function read(index: OpenIndex, tree: string, path: string): Uint8Array | undefined {
    const root = roots.get(tree);
    const entry = index.manifest().get(tree)?.get(path);
    const fingerprint = entry?.fingerprint;
    if (root === undefined || entry === undefined || fingerprint === undefined || fingerprint === null) {
      return undefined;
    }
    const file = joinPath(root, path);
    const unchanged = (): boolean => {
      const stat = fs.stat(file);
      return stat !== undefined && sameFingerprint(fingerprintOf(stat), fingerprint);
    };
    if (!unchanged()) return undefined;
    const racy = isRacy(fingerprint, entry.checkedAt * 1e6);
    const known = kept.get(file);
    if (!racy && known !== undefined && known.hash === entry.hash && sameFingerprint(known.fingerprint, fingerprint)) {
      return known.bytes;
    }
    const text = (): Uint8Array | undefined => entry.text === null ? undefined : index.text(entry)?.text;
    if (racy) {
      const bytes = fs.readFile(file);
      if (bytes === undefined || !unchanged() || contentHash(bytes) !== entry.hash) return undefined;
      return entry.text === null ? bytes : text();
    }
    const bytes = entry.text === null ? fs.readFile(file) : text();
    if (bytes === undefined || !unchanged()) return undefined;
    keep(file, { fingerprint, hash: entry.hash, bytes });
    return bytes;
  }

  /** One file that may no longer be read must not cost the whole answer. */
  function readable(index: OpenIndex, tree: string, path: string): Uint8Array | undefined {
    try {
      return read(index, tree, path);
    } catch (error) {
      if (error instanceof RaError && error.code === "io") return undefined;
      throw error;
    }
  }

  return {
    of(index) {
      const seen = new Map<string, Uint8Array | undefined>();
      return (tree, path) => {
        const key = `${tree}\0${path}`;
        if (!seen.has(key)) seen.set(key, readable(index, tree, path));
        return seen.get(key);
      };
    },
  };
}
