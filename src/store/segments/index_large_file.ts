/** Reads a large file of Markdown straight into the core, so that memory holds it once. */
import { documentId } from "../../document/ids.ts";
import { markupWarnings } from "../../document/limits.ts";
import { hasTitleAtAGlance } from "../../document/given_title.ts";
import { isMarkdown } from "../../document/formats/registry.ts";
import { mayInclude } from "../../document/includes/find_includes.ts";
import type { Batch } from "../engine/engine.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { contentHash } from "../../host/hash.ts";
import { MAX_BYTES } from "../../host/read_limits.ts";
import { isBinary, isUtf16 } from "../../text/encoding.ts";
import type { FileTask } from "../update/change_plan.ts";
import { documentStemmer } from "./document_stemmer.ts";
import { type FileIndexing, limitWarnings, ofTree } from "./index_file.ts";
import { editionIn } from "../../document/edition.ts";

type IndexedLargeFile = Extract<FileIndexing, { kind: "indexed" }>;

/** Smaller files are cheaper to read as a whole. */
const MIN_BYTES = 8 * 1024 * 1024;

/** Whether a file may be read straight into the core. */
export function isLarge(
  { tree, path, fingerprint: { size } }: Pick<FileTask, "tree" | "path" | "fingerprint">,
): boolean {
  return !tree.source_records && size >= MIN_BYTES && size <= MAX_BYTES.document && tree.chunking === "headings" &&
    isMarkdown(path, tree);
}

/**
 * Indexes a file that `isLarge`, and calls `onHash` with its hash before. Undefined where it has to be read as others
 * are: it is absent or not text, or only the host can read it. Nothing has been added then.
 */
export function indexLargeFile(
  batch: Batch,
  source: FileSystem,
  { tree, path, absolutePath }: Pick<FileTask, "tree" | "path" | "absolutePath">,
  onHash: (hash: string) => void,
): Pick<IndexedLargeFile, "chunks" | "longest" | "warnings" | "date"> | undefined {
  const loaded = load(batch, source, absolutePath);
  if (loaded === undefined) return undefined;
  onHash(loaded.hash);
  const stated = editionIn(tree, path);
  const file = { docId: documentId(tree.name, path), tree: tree.name, path, metadata: ofTree(tree), ...stated };
  const added = batch.addMarkdown(file, documentStemmer(stated.lang, tree.stemmer));
  if (added === undefined) return undefined;
  const { chunks, longest, date } = added;
  return { chunks, longest, warnings: [...markupWarnings(loaded.size), ...limitWarnings(added)], date };
}

/** The hash and the bytes of a file that is in the core now; undefined for one that is absent or not text. */
function load(batch: Batch, source: FileSystem, path: string): { hash: string; size: number } | undefined {
  let loaded: { hash: string; size: number } | undefined;
  try {
    const file = source.open(path, { noLink: true });
    if (file === undefined || file.size > MAX_BYTES.document) {
      file?.close();
      return undefined;
    }
    try {
      batch.loadFrom(file.size, (into) => {
        file.read(0, into);
        // Where it may have no title, or take in other files, its text is looked at more closely.
        const isPlain = !isUtf16(into) && !isBinary(into) && hasTitleAtAGlance(into);
        if (isPlain && !mayInclude(into)) loaded = { hash: contentHash(into), size: file.size };
      });
    } finally {
      file.close();
    }
  } catch (error) {
    // The file is read again, which tells the reason.
    if (error instanceof RaError && (error.code === "not-text" || error.code === "io")) return undefined;
    throw error;
  }
  return loaded;
}
