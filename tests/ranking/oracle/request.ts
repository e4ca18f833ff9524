// The request and the answer. A request is the one of the port, because the oracle ranks what the core ranks.
import type { SearchRequest } from "../../../src/search/ports/request.ts";

export type OracleRequest = Pick<
  SearchRequest,
  "queries" | "filters" | "boosts" | "fuzzy" | "factors" | "weights" | "topics" | "roots" | "feedback"
>;

/** The parts of a score: `(words + neighbours + document + heading + feedback) · factor + lift`. */
export interface OracleHit {
  readonly id: string;
  readonly score: number;
  /** The score without `lift`. */
  readonly base: number;
  readonly words: number;
  readonly neighbours: number;
  readonly document: number;
  readonly heading: number;
  readonly feedback: number;
  readonly lift: number;
  /** The best among the queries that find the chunk; 1 for a query without bare words. */
  readonly coverage: number;
  /**
   * The required words that the chunk does not match, by their places among all words of the request; none where a
   * query without bare words finds it.
   */
  readonly missing: readonly number[];
}
