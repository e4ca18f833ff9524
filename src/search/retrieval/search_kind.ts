/** What kind of search it is. */
import type { IndexedChunk } from "../ports/catalogue.ts";
import type { QueryVectors, Unusable } from "../ports/meaning.ts";
import type { SearchRequest, SearchResponse, WeightedWords } from "../ports/request.ts";

export type SearchKind = TypedSearch | LikeSearch | FileSearch;

/** Somebody typed the query, so its text stands for itself: it has topics, and a meaning. */
export interface TypedSearch {
  readonly kind: "query";
}

/** More like a text or a section. The terms of the query are weighted words of it, and are not text. */
interface LikeSearch {
  readonly kind: "like";
  /** Tells which chunks to leave out. They are removed before the cut, and no results are merged into them. */
  readonly isHidden: (chunk: IndexedChunk) => boolean;
  /** The vectors of the example, or why it has none. Undefined where words alone count. */
  readonly vectors: QueryVectors | Unusable | undefined;
  /** Whether passages are found that have no term of the query, since no word tells texts apart. */
  readonly isByMeaning: boolean;
}

/** The context of source files: one query for each of them, made from its words. */
interface FileSearch {
  readonly kind: "files";
  /** As for `like`. */
  readonly isHidden: (chunk: IndexedChunk) => boolean;
  /** For each part of the query, words that a document as a whole should be about. */
  readonly about: readonly WeightedWords[];
  /** Changes the scores of the candidates, and with them their order. */
  readonly rescore: (response: SearchResponse, request: SearchRequest) => Promise<SearchResponse>;
}

export const TYPED: TypedSearch = { kind: "query" };
