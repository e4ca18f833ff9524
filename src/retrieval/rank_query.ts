/** The three phases of one search: candidates, cutoff, aggregation. */
import type { Catalogue, ChunkRef, IndexedChunk } from "../ports/catalogue.ts";
import type { PlanFilter, SearchRequest, SearchResponse } from "../ports/request.ts";
import { hasGroups, hasScoringTerms } from "../query/words.ts";
import type { JoinedQuery } from "../query/join.ts";
import { aggregate, type FindPositions, type Hit, type Ranked, type TreePosition } from "./aggregate.ts";
import { elbowCutoff } from "./cutoff.ts";
import { mergeSiblings } from "./merge_siblings.ts";
import type { SearchParameters } from "./parameters.ts";
import { type ModifiedDocuments, type NamedFilter, planQuery } from "./plan.ts";
import { byScoreThenId } from "./rank_order.ts";
import type { Snapshot } from "../ports/snapshot.ts";

/** A candidate with its stored chunk. */
interface ChunkHit extends Hit {
  readonly chunk: IndexedChunk;
}

export interface RankedResult {
  readonly score: number;
  /** The chunk that is shown: the hit itself or what stands for several. */
  readonly chunk: IndexedChunk;
  readonly ranked: Ranked<ChunkHit>;
}

export interface RankedAnswer {
  /** What the retriever was asked; its filters are `filters`, then those of the scope. */
  readonly request: SearchRequest;
  readonly response: SearchResponse;
  readonly filters: readonly NamedFilter[];
  /** Best first, before `limit`. */
  readonly results: readonly RankedResult[];
  /** Candidates that survived the cut. */
  readonly cutAt: number;
}

export interface RankInput {
  readonly snapshot: Pick<Snapshot, "retriever" | "catalogue">;
  readonly query: JoinedQuery;
  readonly parameters: SearchParameters;
  /** Conditions beside the query. */
  readonly filters: readonly NamedFilter[];
  /** Conditions that are no choice of the user's and never reported. */
  readonly scope: readonly PlanFilter[];
  /** Score factor by tree. */
  readonly factors: Readonly<Record<string, number>>;
  readonly modified: ModifiedDocuments;
  /** Ask for the ids of all documents that match. */
  readonly facets?: boolean;
  /** Ask what the hits' scores are made of. */
  readonly explain?: boolean;
  /** Chunks that are left out before the cut, and that nothing is merged into. */
  readonly isHidden?: (chunk: IndexedChunk) => boolean;
  /** Gives the candidates other scores, and with them another order. */
  readonly rescore?: (response: SearchResponse, request: SearchRequest) => Promise<SearchResponse>;
}

/**
 * Runs the query. Phases 2 and 3 are skipped where every score is 0, as for a query of filters only; ids decide then.
 */
export async function rankQuery(
  {
    snapshot,
    query,
    parameters,
    filters,
    scope,
    factors,
    modified,
    facets = false,
    explain = false,
    isHidden,
    rescore,
  }: RankInput,
): Promise<RankedAnswer> {
  const { retriever, catalogue } = snapshot;
  // Filters of one query alone can be reported; those of several belong to their part.
  const plans = query.parts.map(({ node }) => planQuery(node, modified, parameters.synonyms));
  const single = plans.length === 1 ? plans[0] : undefined;
  const named = [...filters, ...(single?.filters ?? [])];
  const request: SearchRequest = {
    queries: query.parts.map(({ text }, at) => ({
      query: single?.query ?? withFilters(plans[at]!),
      relax: parameters.relax && !hasGroups(text),
    })),
    filters: [...named.map(({ filter }) => filter), ...scope],
    limit: parameters.candidateLimit,
    boosts: parameters.boosts,
    fuzzy: parameters.fuzzy,
    factors,
    ...(facets ? { facets } : {}),
    ...(explain ? { explain } : {}),
  };
  const isRanked = hasScoringTerms(query.node);
  const asked = isRanked && rescore === undefined ? { ...request, cut: parameters.maxResults } : request;
  const found = isHidden === undefined
    ? await retriever.search(asked)
    : await searchAround(snapshot, request, isHidden);
  const response = rescore === undefined ? found : await rescore(found, request);
  if (!isRanked || response.hits.every(({ score }) => score === 0)) {
    return {
      request,
      response,
      filters: named,
      results: (await chunkHits(catalogue, response.hits)).sort(byScoreThenId).map(alone),
      cutAt: response.hits.length,
    };
  }
  // The cut compares scores without the boost of exact headings, and what is boosted stays. Only what survives is read.
  const cut = elbowCutoff(response.hits.map((hit) => ({ score: hit.base, hit })), parameters);
  const surviving = new Set(cut.map(({ hit }) => hit));
  const kept = await chunkHits(catalogue, response.hits.filter((hit) => surviving.has(hit) || hit.score > hit.base));
  return {
    request,
    response,
    filters: named,
    results: await combine(kept, catalogue, parameters, isHidden),
    cutAt: cut.length,
  };
}

/**
 * Asks for more where hidden chunks take the place of candidates. They are counted so far as they are among what came
 * back.
 */
async function searchAround(
  { retriever, catalogue }: RankInput["snapshot"],
  request: SearchRequest,
  isHidden: (chunk: IndexedChunk) => boolean,
): Promise<SearchResponse> {
  for (let limit = request.limit + 32;; limit *= 4) {
    const response = await retriever.search({ ...request, limit });
    const chunks = await catalogue.chunksAt(response.hits.map(({ ref }) => ref));
    const isShown = (_: unknown, at: number): boolean => !isHidden(chunks[at]!);
    const hits = response.hits.filter(isShown);
    if (hits.length < request.limit && response.hits.length === limit) continue;
    const explained = response.explained?.filter(isShown);
    return {
      ...response,
      total: response.total - (response.hits.length - hits.length),
      hits: hits.slice(0, request.limit),
      ...(explained === undefined ? {} : { explained }),
    };
  }
}

async function chunkHits(catalogue: Catalogue, hits: SearchResponse["hits"]): Promise<ChunkHit[]> {
  const chunks = await catalogue.chunksAt(hits.map(({ ref }) => ref));
  return hits.map(({ score }, index) => ({ ...positionOf(chunks[index]!), score, chunk: chunks[index]! }));
}

function withFilters({ query, filters }: ReturnType<typeof planQuery>): ReturnType<typeof planQuery>["query"] {
  return filters.length === 0 ? query : { and: [query, ...filters.map(({ filter }) => ({ filter }))] };
}

function positionOf(chunk: IndexedChunk): TreePosition {
  return {
    id: chunk.id,
    depth: chunk.depth,
    ancestors: chunk.ancestors.map(({ id }) => id),
    sibling_count: chunk.siblingCount,
  };
}

/** A chunk as a result that stands for nothing but itself. */
export function resultOf(chunk: IndexedChunk, score: number): RankedResult {
  return alone({ ...positionOf(chunk), score, chunk });
}

function alone(hit: ChunkHit): RankedResult {
  return { score: hit.score, chunk: hit.chunk, ranked: { ...positionOf(hit.chunk), score: hit.score, hits: [hit] } };
}

async function combine(
  hits: readonly ChunkHit[],
  catalogue: Catalogue,
  { aggregation, aggregationThreshold, merge }: SearchParameters,
  isHidden: (chunk: IndexedChunk) => boolean = () => false,
): Promise<readonly RankedResult[]> {
  if (!aggregation) return [...hits].sort(byScoreThenId).map(alone);
  const chunks = new Map(hits.map(({ chunk }) => [chunk.id, chunk]));
  const refs = new Map<string, ChunkRef>(hits.flatMap(({ chunk }) => chunk.ancestors.map(({ id, ref }) => [id, ref])));
  const find: FindPositions = async (ids) => {
    const unread = ids.flatMap((id) => (chunks.has(id) ? [] : refs.get(id) ?? []));
    for (const chunk of unread.length === 0 ? [] : await catalogue.chunksAt(unread)) chunks.set(chunk.id, chunk);
    return ids.map((id) => {
      const chunk = chunks.get(id);
      return chunk === undefined || isHidden(chunk) ? undefined : positionOf(chunk);
    });
  };
  const merged = merge === undefined
    ? await aggregate(hits, find, aggregationThreshold)
    : await mergeSiblings(hits, find, merge);
  return merged.map((ranked) => ({ score: ranked.score, chunk: chunks.get(ranked.id)!, ranked }));
}
