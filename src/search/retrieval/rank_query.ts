/** The phases of one search: candidates, cutoff, and aggregation block by block. */
import type { ChunkRef, IndexedChunk } from "../ports/catalogue.ts";
import type { QueryVectors } from "../ports/meaning.ts";
import type { MeaningOfHit, SearchRequest, SearchResponse, WeightedWords } from "../ports/request.ts";
import { hasScoringTerms, isOneGroup } from "../query/words.ts";
import type { JoinedQuery } from "../query/join.ts";
import { rankBlocks } from "./blocks.ts";
import { elbowCutoff } from "./cutoff.ts";
import { fuse, type Fused, type Fusion } from "./fuse.ts";
import type { SearchParameters } from "./parameters.ts";
import { type ModifiedDocuments, type NamedFilter, planQuery } from "./plan.ts";
import { byScoreThenId } from "./rank_order.ts";
import { type Rerank, type Reranked, rerankHits } from "./rerank.ts";
import { alone, chunkHits, type RankedResult } from "./ranked_result.ts";
import type { Snapshot } from "../ports/snapshot.ts";

export interface RankedAnswer {
  /** The request to the retriever. */
  readonly request: SearchRequest;
  readonly response: SearchResponse;
  readonly filters: readonly NamedFilter[];
  /** Best first: `limit` of them or more, unless there are fewer. */
  readonly results: readonly RankedResult[];
  /** How many candidates the results come from. */
  readonly cutAt: number;
  /** What the scores of the candidates are made of, by words and by meaning. */
  readonly fused?: Fused["parts"] | undefined;
  /** What the reranker said about the best candidates. */
  readonly reranked?: ReadonlyMap<ChunkRef, Reranked> | undefined;
}

export interface RankInput {
  readonly snapshot: Pick<Snapshot, "retriever" | "catalogue">;
  readonly query: JoinedQuery;
  readonly parameters: SearchParameters;
  /** Conditions beside the query. */
  readonly filters: readonly NamedFilter[];
  /** The score factor of each tree. */
  readonly factors: Readonly<Record<string, number>>;
  readonly modified: ModifiedDocuments;
  /** Also return the ids of all documents that match. */
  readonly facets?: boolean | undefined;
  /** Whether the limit counts documents rather than results. */
  readonly byDocument?: boolean | undefined;
  /** Whether the best chunk of each topic comes first. */
  readonly topics?: boolean | undefined;
  /** Also return the parts of the hits' scores. */
  readonly explain?: boolean | undefined;
  /** The vectors of the query, and how to fuse what they find with the matches by words. */
  readonly meaning?: { readonly vectors: QueryVectors; readonly fusion: Fusion } | undefined;
  /** Puts the best candidates in another order. */
  readonly rerank?: Rerank | undefined;
  /** For each part of the query, words that a document as a whole should be about. */
  readonly about?: readonly WeightedWords[] | undefined;
  /** Tells which chunks to leave out. They are removed before the cut, and no results are merged into them. */
  readonly isHidden?: ((chunk: IndexedChunk) => boolean) | undefined;
  /** Changes the scores of the candidates, and with them their order. */
  readonly rescore?: ((response: SearchResponse, request: SearchRequest) => Promise<SearchResponse>) | undefined;
}

/**
 * Runs the query. Phases 2 and 3 are skipped when every score is 0, as for a query of filters only. Ids then decide the
 * order.
 */
export async function rankQuery(input: RankInput): Promise<RankedAnswer> {
  const { snapshot, query, parameters, byDocument = false, meaning, rerank, isHidden, rescore } = input;
  const { retriever, catalogue } = snapshot;
  const isRanked = hasScoringTerms(query.node);
  const { request, named } = requestOf(input, isRanked);
  // Beyond the usual candidates, blocks do not begin at multiples of `cut`.
  const hasCut = isRanked && rescore === undefined && rerank === undefined && request.limit <= parameters.blocksAt;
  const asked = hasCut ? { ...request, cut: parameters.maxResults } : request;
  const found = isHidden === undefined
    ? await retriever.search(asked)
    : await searchAround(snapshot, request, isHidden);
  const fused = meaning === undefined ? undefined : fuse(found, meaning.fusion, request.limit);
  const scored = rescore === undefined ? fused?.response ?? found : await rescore(found, request);
  const moved = rerank === undefined || !isRanked ? undefined : await rerankHits(scored, rerank);
  const response = moved?.response ?? scored;
  const parts = { fused: fused?.parts, reranked: moved?.reranked };
  if (!isRanked || response.hits.every(({ score }) => score === 0)) {
    return {
      request,
      response,
      filters: named,
      results: (await chunkHits(catalogue, response.hits)).sort(byScoreThenId).map(alone),
      cutAt: response.hits.length,
      ...parts,
    };
  }
  // A candidate with a lift always stays.
  const lifted = new Set(response.hits.slice(0, parameters.blocksAt).filter((hit) => hit.score > hit.base));
  const blocks = { catalogue, parameters, byDocument, isHidden: isHidden ?? (() => false) };
  const ranked = await rankBlocks(cutHits(response.hits, parameters), lifted, blocks);
  return { request, response, filters: named, ...ranked, ...parts };
}

/** The request, and the filters that can be reported. */
function requestOf(
  { query, parameters, filters, factors, modified, facets, topics, explain, meaning, about }: RankInput,
  isRanked: boolean,
): { readonly request: SearchRequest; readonly named: readonly NamedFilter[] } {
  // With a single query, its filters can be reported. With several, each filter belongs to its own part.
  const plans = query.parts.map(({ node }) => planQuery(node, modified, parameters.synonyms));
  const single = plans.length === 1 ? plans[0] : undefined;
  const named = [...filters, ...(single?.filters ?? [])];
  const request: SearchRequest = {
    queries: query.parts.map((part, at) => ({
      query: single?.query ?? withFilters(plans[at]!),
      all: parameters.match === "all" || isOneGroup(part),
      ...(about?.[at] === undefined ? {} : { about: about[at] }),
    })),
    filters: named.map(({ filter }) => filter),
    limit: parameters.candidateLimit,
    boosts: parameters.boosts,
    fuzzy: parameters.fuzzy,
    factors,
    ...(parameters.feedback ? { feedback: true } : {}),
    ...(parameters.weights.length > 0 && isRanked ? { weights: parameters.weights } : {}),
    ...(isRanked ? {} : { roots: true }),
    ...(topics === true && isRanked ? { topics } : {}),
    ...(facets === true ? { facets } : {}),
    ...(explain === true ? { explain } : {}),
    ...(meaning !== undefined && isRanked ? { meaning: { ...meaning.vectors, candidates: parameters.blocksAt } } : {}),
  };
  return { request, named };
}

/**
 * Cuts by the scores without the lift of exact headings. A limit above the usual number of candidates does not change
 * what those of the usual number become, so they are cut by themselves.
 */
function cutHits(
  hits: SearchResponse["hits"],
  { blocksAt, cutoffRatio }: SearchParameters,
): SearchResponse["hits"] {
  const cut = (some: SearchResponse["hits"]): SearchResponse["hits"] =>
    elbowCutoff(some.map((hit) => ({ score: hit.base, hit })), cutoffRatio).map(({ hit }) => hit);
  const usual = cut(hits.slice(0, blocksAt));
  const lowest = usual.at(-1);
  if (lowest === undefined || usual.length < Math.min(blocksAt, hits.length)) return usual;
  const further = new Set(cut([lowest, ...hits.slice(blocksAt)]));
  return [...usual, ...hits.slice(blocksAt).filter((hit) => further.has(hit))];
}

/**
 * Asks for more candidates when hidden chunks take the places of others. It counts the hidden chunks that came back.
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
    const meaning = response.meaning === undefined
      ? undefined
      : { ...response.meaning, of: response.meaning.of.filter(isShown) };
    const isCounted = ({ lex }: MeaningOfHit): boolean => lex !== null;
    // What is near but does not match by words is not in the total.
    const uncounted = response.meaning?.of
      .filter((candidate, at) => !isShown(candidate, at) && !isCounted(candidate)).length;
    const explained = response.explained?.filter(isShown);
    const missing = response.missing?.filter(isShown);
    return {
      ...response,
      total: response.total - (response.hits.length - hits.length) + (uncounted ?? 0),
      hits: hits.slice(0, Math.max(request.limit, meaning?.of.length ?? 0)),
      ...(meaning === undefined ? {} : { meaning }),
      ...(explained === undefined ? {} : { explained }),
      ...(missing === undefined ? {} : { missing }),
    };
  }
}

function withFilters({ query, filters }: ReturnType<typeof planQuery>): ReturnType<typeof planQuery>["query"] {
  return { and: [...query.and, ...filters.map(({ filter }) => ({ filter }))] };
}
