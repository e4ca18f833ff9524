/** The port through which retrieval finds candidates. */
import type { ByteRange } from "../../document/document.ts";
import type { FormCandidate } from "./plan.ts";
import type { Highlight, SearchRequest, SearchResponse } from "./request.ts";

/** How common a word is in the snapshot. */
export interface TermStatistics {
  /** The number of chunks that hold the word or a form of it. */
  readonly df: number;
  /** Whether it is a stop word or a question word. */
  readonly stop: boolean;
}

/** Finds candidates in one snapshot. */
export interface Retriever {
  /** The candidates of a request, best first. */
  search(request: SearchRequest): Promise<SearchResponse>;
  /**
   * The statistics of each word, over all trees. `boosts` are the weights of the text fields. A field without a weight
   * does not count.
   */
  termStatistics(
    words: readonly string[],
    boosts: Readonly<Record<string, number>>,
  ): Promise<ReadonlyMap<string, TermStatistics>>;
  /** The other forms of words that count, the most frequent first: a list for each candidate. */
  knownForms(
    candidates: readonly FormCandidate[],
    boosts: Readonly<Record<string, number>>,
  ): Promise<readonly (readonly string[])[]>;
  /**
   * The matches of a query in a text of a document with this stemmer, as disjoint, ascending byte ranges. The text is
   * as a reader sees it.
   */
  highlight(text: Uint8Array, stemmer: string, highlight: Highlight): Promise<readonly ByteRange[]>;
}
