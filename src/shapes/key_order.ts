/** Keys in their published order. Made from schemas/ by `npm run build:shapes`; never edited. */
import type { QueryEntry, SearchResult } from "./search.ts";

interface KeyOrder {
  readonly SearchResult: readonly (keyof SearchResult)[];
  readonly QueryEntry: readonly (keyof QueryEntry)[];
}

export const KEY_ORDER: KeyOrder = {
  SearchResult: [
    "id",
    "doc_id",
    "parent_id",
    "tree",
    "path",
    "file",
    "title",
    "breadcrumb",
    "depth",
    "position",
    "byte_start",
    "byte_end",
    "start_line",
    "end_line",
    "extracted",
    "source",
    "source_id",
    "url",
    "score",
    "missing",
    "also_in",
    "definitions",
    "resolved",
    "by",
    "snippet",
    "content",
    "match_ranges",
    "includes",
    "constituents",
    "more",
    "truncated",
    "stale",
    "gone",
    "included",
  ],
  QueryEntry: [
    "query",
    "total_matches",
    "full_matches",
    "results",
    "empty_topics",
    "zero_hits",
    "empty_trees",
    "unread",
    "facets",
    "tokens",
    "left_out",
    "explain",
    "files",
    "why_not",
  ],
};
