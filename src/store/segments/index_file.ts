/**
 * The work of one file: bytes in, chunks into the batch. Needs nothing but its arguments, so that it can run in a
 * worker.
 */
import type { TreeConfig } from "../../config/config.ts";
import type { ChunkSizes } from "../../document/chunking/section.ts";
import type { Chunk, DocumentWarning } from "../../document/document.ts";
import { parseDocument } from "../../document/parse.ts";
import type { Batch } from "../../engine/engine.ts";
import { RaError } from "../../errors.ts";
import { countCharacters } from "../../text/characters.ts";
import { documentStemmer } from "./document_stemmer.ts";
import type { LongestBody } from "../published/manifest.ts";
import { isBinary } from "../files/read_source.ts";

export type IndexedFile =
  | {
    readonly kind: "indexed";
    readonly chunks: number;
    readonly longest: LongestBody | null;
    readonly warnings: readonly DocumentWarning[];
  }
  | { readonly kind: "skipped"; readonly reason: "binary" | "not UTF-8" };

/** Parses a file and adds it to the batch; content that is not text is left out. */
export function indexFile(
  batch: Batch,
  bytes: Uint8Array,
  tree: Pick<TreeConfig, "name" | "chunking" | "stemmer">,
  path: string,
  sizes: ChunkSizes,
): IndexedFile {
  if (isBinary(bytes)) return { kind: "skipped", reason: "binary" };
  try {
    batch.load(bytes);
  } catch (error) {
    if (error instanceof RaError && error.code === "not-text") return { kind: "skipped", reason: "not UTF-8" };
    throw error;
  }
  const document = parseDocument({
    bytes,
    tree: tree.name,
    path,
    chunking: tree.chunking,
    sizes,
    // Nothing of a link is indexed but its text.
    readOutline: (from) => ({ headings: batch.headings(from), links: [] }),
  });
  batch.add(document, documentStemmer(document.lang, tree.stemmer));
  return {
    kind: "indexed",
    chunks: document.chunks.length,
    longest: longestBody(bytes, document.chunks),
    warnings: document.warnings,
  };
}

function longestBody(bytes: Uint8Array, chunks: readonly Chunk[]): LongestBody | null {
  let longest: Chunk | undefined;
  let most = 0;
  for (const chunk of chunks) {
    const length = chunk.bodyRanges.reduce((sum, range) => sum + range.end - range.start, 0);
    if (length > most) [longest, most] = [chunk, length];
  }
  if (longest === undefined) return null;
  const characters = longest.bodyRanges.reduce((sum, { start, end }) => sum + countCharacters(bytes, start, end), 0);
  return { characters, line: longest.startLine };
}
