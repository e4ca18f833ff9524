/** `[chunking]` */
import { type Key, type KeyGroup, MAX_CHARS, MAX_LINES } from "./key.ts";

export const CHUNKING: KeyGroup = {
  sections: [
    { path: "chunking", meaning: "Sizes of chunks. The strategy `headings` uses only the last one." },
  ],
  keys: [
    {
      path: "chunking.max_leaf_chars",
      type: "integer",
      default: 1000,
      min: 1,
      max: MAX_CHARS,
      meaning: "`leaves`: a section with more characters is split at paragraphs, then at sentences.",
    },
    {
      path: "chunking.min_leaf_chars",
      type: "integer",
      default: 250,
      min: 0,
      max: MAX_CHARS,
      notAbove: "chunking.max_leaf_chars",
      meaning: "`leaves`: a piece with fewer characters joins its neighbour.",
    },
    {
      path: "chunking.min_document_chars",
      type: "integer",
      default: 1200,
      min: 0,
      max: MAX_CHARS,
      meaning: "`leaves`: a document with fewer characters stays whole.",
    },
    {
      path: "chunking.code_max_lines",
      type: "integer",
      default: 100,
      min: 1,
      max: MAX_LINES,
      meaning: "`code`: the most lines that a chunk may have.",
    },
    {
      path: "chunking.code_max_chars",
      type: "integer",
      optional: { unset: "no limit", example: 700 },
      min: 1,
      max: MAX_CHARS,
      meaning: "`code`: the most characters that a chunk of several lines may have.",
    },
    {
      path: "chunking.overlap_lines",
      type: "integer",
      default: 10,
      min: 0,
      max: MAX_LINES,
      below: "chunking.code_max_lines",
      meaning: "`code`: the number of lines that a chunk repeats from the one before.",
    },
    {
      path: "chunking.prose_max_chars",
      type: "integer",
      default: 1000,
      min: 1,
      max: MAX_CHARS,
      meaning: "`prose`: the most characters that a chunk may have.",
    },
    {
      path: "chunking.min_chunk_chars",
      type: "integer",
      default: 200,
      min: 0,
      max: MAX_CHARS,
      notAbove: "chunking.prose_max_chars",
      meaning: "`prose`: a chunk with fewer characters takes in the text after the next heading.",
    },
    {
      path: "chunking.max_tokens_per_chunk",
      type: "integer",
      optional: { unset: "as many as the model reads", example: 256 },
      min: 1,
      max: MAX_CHARS,
      meaning:
        "All strategies: the most tokens of a chunk's text that its vector is made of, as the embedding model counts them.",
    },
  ],
};

/** The same sizes for one tree. */
export const TREE_SIZES: KeyGroup = {
  sections: [
    { path: "tree.*.sizes", meaning: "Sizes for this tree, in place of those of `[chunking]`." },
  ],
  keys: CHUNKING.keys.map(({ path, type, default: value, optional, min, max, below, notAbove, meaning }): Key => ({
    path: ofTree(path),
    type,
    optional: { unset: `\`${path}\``, example: value ?? optional!.example },
    min,
    max,
    below: below === undefined ? undefined : ofTree(below),
    notAbove: notAbove === undefined ? undefined : ofTree(notAbove),
    meaning,
  })),
};

function ofTree(path: string): string {
  return path.replace("chunking", "tree.*.sizes");
}
