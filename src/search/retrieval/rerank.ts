/** Puts the best candidates in the order in which a reranker sees them (docs/ranking.md). */
import type { ChunkRef } from "../ports/catalogue.ts";
import type { SearchResponse } from "../ports/request.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

export interface Rerank {
  /** How many of the best candidates. */
  readonly count: number;
  /**
   * How well chunks answer the query, in their order, on any scale; undefined for a chunk without text. Undefined as a
   * whole where nothing can be reranked.
   */
  score(refs: readonly ChunkRef[]): Promise<readonly (number | undefined)[] | undefined>;
}

/** What the reranker said about a candidate. */
export interface Reranked {
  readonly score: number;
  /** The candidate's place before, from 1. */
  readonly before: number;
}

/** Best first. Equal scores keep their order. */
export function rerankOrder<T extends { readonly score: number }>(scored: readonly T[]): readonly T[] {
  return scored.toSorted((a, b) => b.score - a.score);
}

/**
 * The candidates change places, and the scores stay with the places: a reranker's scores have another scale, and the
 * elbow compares the scores from before. A chunk whose heading is the query keeps its place, and so does one that the
 * reranker could not read.
 */
export async function rerankHits(
  response: SearchResponse,
  { count, score }: Rerank,
): Promise<{ readonly response: SearchResponse; readonly reranked: ReadonlyMap<ChunkRef, Reranked> } | undefined> {
  const { hits } = response;
  const candidates = [...hits.keys()].slice(0, count).filter((at) => hits[at]!.score === hits[at]!.base);
  const given = candidates.length === 0 ? undefined : await score(candidates.map((at) => hits[at]!.ref));
  if (given === undefined) return undefined;
  const scored = candidates.flatMap((at, place) => {
    const score = given[place];
    return score === undefined ? [] : [{ at, score }];
  });
  const order = rerankOrder(scored);
  const from = [...hits.keys()];
  scored.forEach(({ at }, place) => from[at] = order[place]!.at);
  const { explained, missing } = response;
  return {
    response: withoutUndefined<SearchResponse>({
      ...response,
      hits: hits.map((hit, at) => ({ ...hit, ref: hits[from[at]!]!.ref })),
      explained: explained && from.map((at) => explained[at]!),
      missing: missing && from.map((at) => missing[at]!),
    }),
    reranked: new Map(scored.map(({ at, score }) => [hits[at]!.ref, { score, before: at + 1 }])),
  };
}
