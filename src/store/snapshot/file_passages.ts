/** The text of documents from the files they were indexed from. */
import type { FileSystem } from "../../host/file_system.ts";
import { RaError } from "../../errors.ts";
import { contentHash } from "../../host/hash.ts";
import type { SourceMap } from "../../document/formats/format.ts";
import { sourceSpan } from "../../document/formats/source_map.ts";
import type { PassageSource } from "../../ports/passage_source.ts";
import { type Fingerprint, fingerprintOf, isRacy, sameFingerprint } from "../files/fingerprint.ts";
import type { OpenIndex } from "../published/open_index.ts";
import { joinPath } from "../../text/paths.ts";

/** Bytes of the documents that are kept from one answer to the next. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** The files of a workspace. Those read last are kept, and looked at again with a stat alone. */
export interface FilePassages {
  /**
   * For one answer from this index: each file is looked at once. It has changed when its size and times say so before
   * or after it is read or, where they are too young to tell, the hash of its content.
   */
  of(index: OpenIndex): PassageSource;
}

interface Kept {
  readonly fingerprint: Fingerprint;
  readonly hash: string | null;
  readonly text: DocumentText;
}

/** The whole text of a document; the map is null when the text is the file itself. */
interface DocumentText {
  readonly text: Uint8Array;
  readonly map: SourceMap | null;
}

type FoundText = DocumentText | "changed" | "gone";

/** The files below these folders. */
export function createFilePassages(
  fs: FileSystem,
  trees: readonly { readonly name: string; readonly path: string }[],
): FilePassages {
  const roots = new Map(trees.map(({ name, path }) => [name, path]));
  /** By path, those read last at the end. */
  const kept = new Map<string, Kept>();
  let keptBytes = 0;

  function keep(file: string, document: Kept): void {
    drop(file);
    kept.set(file, document);
    keptBytes += document.text.text.length;
    for (const oldest of kept.keys()) {
      if (keptBytes <= KEPT_BYTES) break;
      drop(oldest);
    }
  }

  function drop(file: string): void {
    keptBytes -= kept.get(file)?.text.text.length ?? 0;
    kept.delete(file);
  }

  function read(index: OpenIndex, tree: string, path: string): FoundText {
    const root = roots.get(tree);
    const entry = index.manifest().get(tree)?.get(path);
    const fingerprint = entry?.fingerprint;
    if (root === undefined || entry === undefined || fingerprint === undefined || fingerprint === null) return "gone";
    const file = joinPath(root, path);
    const lookAt = (): "unchanged" | "changed" | "gone" => {
      const stat = fs.stat(file);
      if (stat === undefined) return "gone";
      return sameFingerprint(fingerprintOf(stat), fingerprint) ? "unchanged" : "changed";
    };
    const before = lookAt();
    if (before !== "unchanged") return before;
    const racy = isRacy(fingerprint, entry.checkedAt * 1e6);
    const known = kept.get(file);
    if (!racy && known !== undefined && known.hash === entry.hash && sameFingerprint(known.fingerprint, fingerprint)) {
      return known.text;
    }
    // A text that was extracted lies beside the index, and is no longer there when a later index has taken its place.
    const extracted = entry.text === null ? undefined : index.text(entry);
    if (extracted === null) return "changed";
    const bytes = racy || extracted === undefined ? fs.readFile(file) : undefined;
    if (bytes === undefined && extracted === undefined) return "gone";
    const after = lookAt();
    if (after !== "unchanged") return after;
    if (racy && (bytes === undefined || contentHash(bytes) !== entry.hash)) return "changed";
    const text = extracted ?? { text: bytes!, map: null };
    if (!racy) keep(file, { fingerprint, hash: entry.hash, text });
    return text;
  }

  /** One file that may no longer be read must not cost the whole answer. */
  function readable(index: OpenIndex, tree: string, path: string): FoundText {
    try {
      return read(index, tree, path);
    } catch (error) {
      if (error instanceof RaError && error.code === "io") return "gone";
      throw error;
    }
  }

  return {
    of(index) {
      const seen = new Map<string, FoundText>();
      return {
        async read({ tree, path }, { start, end }) {
          const key = `${tree}\0${path}`;
          const found = seen.get(key) ?? readable(index, tree, path);
          seen.set(key, found);
          if (typeof found === "string") return found;
          const { text, map } = found;
          return { bytes: text.subarray(start, end), source: map === null ? null : sourceSpan(map, start, end) };
        },
      };
    },
  };
}
