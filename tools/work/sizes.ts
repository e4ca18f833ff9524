export const DEFAULT_SIZES = {
  min_chunk_size: 2000,
  max_leaf_chars: 1000,
  min_leaf_chars: 250,
  min_document_chars: 1200,
  code_max_lines: 100,
  overlap_lines: 10,
  prose_max_chars: 1000,
  min_chunk_chars: 200,
};
