/** The port through which retrieval finds candidates. */
import type { ByteRange } from "../document/document.ts";
import type { Highlight, SearchRequest, SearchResponse } from "./request.ts";

/** How common a word is in the snapshot. */
export interface TermStatistics {
  /** Chunks that hold the word or a form of it. */
  readonly df: number;
  /** It is a stop word or a question word. */
  readonly stop: boolean;
}

/** Finds candidates in one snapshot. */
export interface Retriever {
  /** The candidates of a request, best first. */
  search(request: SearchRequest): Promise<SearchResponse>;
  /**
   * Statistics of each word, in all trees. `boosts` are the weights by text field: a field without weight does not
   * count.
   */
  termStatistics(
    words: readonly string[],
    boosts: Readonly<Record<string, number>>,
  ): Promise<ReadonlyMap<string, TermStatistics>>;
  /** Where the matches of a query stand in a text of a document with this stemmer: disjoint, ascending byte ranges. */
  highlight(
    text: Uint8Array,
    stemmer: string,
    highlight: Highlight,
    hidden?: Uint32Array,
  ): Promise<readonly ByteRange[]>;
}
