// The request and the answer. A request is the one of the port, because the oracle ranks what the core ranks.
import type { SearchRequest } from "../../../src/ports/request.ts";

export type OracleRequest = Pick<SearchRequest, "queries" | "filters" | "boosts" | "fuzzy" | "factors">;

export interface OracleHit {
  readonly id: string;
  readonly score: number;
}
