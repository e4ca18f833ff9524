/** The hash of everything outside a file that shapes its stored chunks: when it changes, the tree is indexed anew. */
import type { ChunkingStrategy, TreeConfig } from "../config/config.ts";
import type { ChunkSizes } from "../document/chunking/section.ts";
import { hashBytes } from "../host/hash.ts";

/** Hash of schema version, stemmer, chunking strategy and the sizes that this strategy uses (no globs, no boosts). */
export function settingsHash(schemaVersion: string, tree: Pick<TreeConfig, "chunking" | "stemmer">, sizes: ChunkSizes): string {
  const shape = { schemaVersion, stemmer: tree.stemmer, chunking: tree.chunking, sizes: sizesOf(tree.chunking, sizes) };
  return hashBytes(new TextEncoder().encode(JSON.stringify(shape)));
}

function sizesOf(strategy: ChunkingStrategy, sizes: ChunkSizes): readonly number[] {
  const code = [sizes.code_max_lines, sizes.overlap_lines, sizes.min_chunk_chars];
  const prose = [sizes.prose_max_chars, sizes.min_chunk_chars];
  switch (strategy) {
    case "headings": return [];
    case "adaptive": return [sizes.min_chunk_size];
    case "leaves": return [sizes.max_leaf_chars, sizes.min_leaf_chars, sizes.min_document_chars];
    case "code": return code;
    case "prose": return prose;
    case "auto": return [...code, ...prose];
  }
}
