/** Everything outside a file that shapes its stored chunks: when it changes, the tree is indexed anew. */
import type { ChunkingStrategy, TreeConfig } from "../../config/config.ts";
import type { ChunkSizes } from "../../document/chunking/section.ts";

/**
 * Schema version, stemmer, chunking strategy and the sizes that this strategy uses (no globs, no boosts), as one text.
 */
export function treeSettings(
  schemaVersion: string,
  tree: Pick<TreeConfig, "chunking" | "stemmer">,
  sizes: ChunkSizes,
): string {
  return [schemaVersion, tree.stemmer, tree.chunking, ...sizesOf(tree.chunking, sizes)].join(" ");
}

function sizesOf(strategy: ChunkingStrategy, sizes: ChunkSizes): readonly number[] {
  const code = [sizes.code_max_lines, sizes.overlap_lines];
  const prose = [sizes.prose_max_chars, sizes.min_chunk_chars];
  switch (strategy) {
    case "headings":
      return [];
    case "adaptive":
      return [sizes.min_chunk_size];
    case "leaves":
      return [sizes.max_leaf_chars, sizes.min_leaf_chars, sizes.min_document_chars];
    case "code":
      return code;
    case "prose":
      return prose;
    case "auto":
      return [...code, ...prose];
  }
}
