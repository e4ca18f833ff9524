/**
 * The request to a retriever and its response: the core's (`plan.ts`), but for the hits, which belong to a snapshot
 * here.
 */
import type { ChunkRef } from "./catalogue.ts";
import type { CoreResponse } from "./plan.ts";

export type {
  Highlight,
  MeaningOfHit,
  PathWeight,
  PlanFilter,
  PlanNode,
  SearchRequest,
  WeightedWords,
} from "./plan.ts";

export interface SearchResponse extends Omit<CoreResponse, "hits"> {
  /** Best first. Ids break ties where `cut` says so. */
  readonly hits: readonly RankedHit[];
}

export interface RankedHit {
  readonly score: number;
  /** The score without the lift of an exact heading. The cutoff compares this score. */
  readonly base: number;
  readonly ref: ChunkRef;
}
