/** The phases of one search: candidates, cutoff, and aggregation block by block. */
import type { ChunkRef, IndexedChunk } from "../ports/catalogue.ts";
import type { QueryVectors } from "../ports/meaning.ts";
import type { MeaningOfHit, RankedHit, SearchRequest, SearchResponse } from "../ports/request.ts";
import { hasScoringTerms, isOneGroup } from "../query/words.ts";
import type { JoinedQuery } from "../query/join.ts";
import { rankBlocks } from "./blocks.ts";
import { elbowCutoff } from "./cutoff.ts";
import { fuse, type Fused, type Fusion } from "./fuse.ts";
import type { SearchCounts, SearchParameters } from "./parameters.ts";
import { type NamedFilter, planQuery, type PlanSources } from "./plan.ts";
import { byScoreThenId } from "./rank_order.ts";
import { type Rerank, type Reranked, rerankHits } from "./rerank.ts";
import { alone, chunkHits, type RankedResult } from "./ranked_result.ts";
import type { SearchKind } from "./search_kind.ts";
import { searchWider } from "./search_wider.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

export interface RankedAnswer {
  /** The request to the retriever. */
  readonly request: SearchRequest;
  readonly response: SearchResponse;
  readonly filters: readonly NamedFilter[];
  /** Best first: `limit` of them or more, unless there are fewer. */
  readonly results: readonly RankedResult[];
  /** The candidates that the cut left. */
  readonly left: readonly RankedHit[];
  /** How many of them the results come from. */
  readonly cutAt: number;
  /** What the scores of the candidates are made of, by words and by meaning. */
  readonly fused: Fused["parts"] | undefined;
  /** How they were fused. */
  readonly fusion: Fusion | undefined;
  /** What the reranker said about the best candidates. */
  readonly reranked: ReadonlyMap<ChunkRef, Reranked> | undefined;
}

/** What takes part in a search beside the query. */
export interface RankScope {
  /** Conditions beside the query. */
  readonly filters: readonly NamedFilter[];
  /** The score factor of each tree. */
  readonly factors: Readonly<Record<string, number>>;
  readonly sources: PlanSources;
}

/** What is wanted beside the results. */
interface RankWishes {
  /** Also return the ids of all documents that match. */
  readonly facets?: boolean | undefined;
  /** Whether the limit counts documents rather than results. */
  readonly byDocument?: boolean | undefined;
  /** Whether the best chunk of each topic comes first. */
  readonly topics?: boolean | undefined;
  /** Also return the parts of the hits' scores. */
  readonly explain?: boolean | undefined;
  /** Whether equal texts, translations and versions of a page are results of their own. */
  readonly allCopies?: boolean | undefined;
}

export interface RankInput {
  readonly snapshot: Pick<Snapshot, "retriever" | "catalogue">;
  readonly query: JoinedQuery;
  readonly kind: SearchKind;
  readonly parameters: SearchParameters;
  readonly scope: RankScope;
  readonly wishes: RankWishes;
  /** The vectors of the query, and how to fuse what they find with the matches by words. */
  readonly meaning?: { readonly vectors: QueryVectors; readonly fusion: Fusion } | undefined;
  /** Puts the best candidates in another order. */
  readonly rerank?: Rerank | undefined;
}

/**
 * Runs the query. Phases 2 and 3 are skipped when every score is 0, as for a query of filters only. Ids then decide the
 * order.
 */
export async function rankQuery(input: RankInput): Promise<RankedAnswer> {
  const { snapshot: { catalogue }, query, kind, parameters, wishes: { byDocument = false }, meaning, rerank } = input;
  const { counts } = parameters;
  const isRanked = hasScoringTerms(query.node);
  const { request, filters } = requestOf(input, isRanked);
  const found = await searchAs(input, request, isRanked);
  const fused = meaning === undefined ? undefined : fuse(found, meaning.fusion, request.limit);
  const scored = kind.kind === "files" ? await kind.rescore(found, request) : fused?.response ?? found;
  const moved = rerank === undefined || !isRanked ? undefined : await rerankHits(scored, rerank);
  const response = moved?.response ?? scored;
  const answer = {
    request,
    response,
    filters,
    fused: fused?.parts,
    fusion: fused && meaning?.fusion,
    reranked: moved?.reranked,
  };
  if (!isRanked || response.hits.every(({ score }) => score === 0)) {
    const results = (await chunkHits(catalogue, response.hits)).sort(byScoreThenId).map(alone);
    return { ...answer, results, left: response.hits, cutAt: response.hits.length };
  }
  // A candidate with a lift always stays.
  const lifted = new Set(response.hits.slice(0, counts.blocksAt).filter((hit) => hit.score > hit.base));
  const isHidden = kind.kind === "query" ? () => false : kind.isHidden;
  const blocks = { catalogue, parameters, byDocument, isHidden };
  const left = cutHits(response.hits, counts);
  return { ...answer, left, ...await rankBlocks(left, lifted, blocks) };
}

/** The request to the retriever, and the filters that it can report. */
function requestOf(
  { query, kind, parameters: { counts, matching }, scope: { filters, factors, sources }, wishes, meaning }: RankInput,
  isRanked: boolean,
): { readonly request: SearchRequest; readonly filters: readonly NamedFilter[] } {
  // With a single query, its filters can be reported. With several, each filter belongs to its own part.
  const plans = query.parts.map(({ node }) => planQuery(node, sources, matching.synonyms));
  const single = plans.length === 1 ? plans[0] : undefined;
  const named = [...filters, ...(single?.filters ?? [])];
  const about = kind.kind === "files" ? kind.about : [];
  const queries = query.parts.map((part, at) =>
    withoutUndefined<SearchRequest["queries"][number]>({
      query: single?.query ?? withFilters(plans[at]!),
      all: matching.match === "all" || isOneGroup(part),
      about: about[at],
    })
  );
  const request = withoutUndefined<SearchRequest>({
    queries: kind.kind === "like" && kind.isByMeaning ? [...queries, ANYTHING_NEAR] : queries,
    filters: named.map(({ filter }) => filter),
    limit: counts.candidateLimit,
    boosts: matching.boosts,
    fuzzy: matching.fuzzy,
    factors,
    feedback: matching.feedback || undefined,
    weights: matching.weights.length > 0 && isRanked ? matching.weights : undefined,
    roots: isRanked ? undefined : true,
    topics: wishes.topics && isRanked || undefined,
    facets: wishes.facets || undefined,
    explain: wishes.explain || undefined,
    copies: wishes.allCopies || undefined,
    meaning: meaning === undefined || !isRanked ? undefined : nearTo(meaning.vectors, counts.blocksAt),
  });
  return { request, filters: named };
}

function nearTo({ model, vectors }: QueryVectors, candidates: number): SearchRequest["meaning"] {
  return { model, vectors, candidates };
}

/**
 * What is found must hold one of the terms of an example, unless a query has bare words alone. This word stands
 * nowhere, so that nothing matches by it.
 */
const ANYTHING_NEAR: SearchRequest["queries"][number] = {
  query: { and: [{ any: [[1, "nowhere7f3a91c2d4"]] }] },
  all: false,
};

async function searchAs(
  { snapshot, kind, parameters: { counts }, rerank }: RankInput,
  request: SearchRequest,
  isRanked: boolean,
): Promise<SearchResponse> {
  if (kind.kind !== "query") return await searchAround(snapshot, request, kind.isHidden);
  // Beyond the usual candidates, blocks do not begin at multiples of `cut`.
  const hasCut = isRanked && rerank === undefined && request.limit <= counts.blocksAt;
  return await snapshot.retriever.search(hasCut ? { ...request, cut: counts.maxResults } : request);
}

/**
 * Cuts by the scores without the lift of exact headings. A limit above the usual number of candidates does not change
 * what those of the usual number become, so they are cut by themselves.
 */
function cutHits(
  hits: SearchResponse["hits"],
  { blocksAt, cutoffRatio }: SearchCounts,
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
  return await searchWider(request.limit, async (limit) => {
    const response = await retriever.search({ ...request, limit });
    const chunks = await catalogue.chunksAt(response.hits.map(({ ref }) => ref));
    const isShown = (_: unknown, at: number): boolean => !isHidden(chunks[at]!);
    const hits = response.hits.filter(isShown);
    if (hits.length < request.limit && response.hits.length === limit) return undefined;
    const meaning = response.meaning === undefined
      ? undefined
      : { ...response.meaning, of: response.meaning.of.filter(isShown) };
    const isCounted = ({ lex }: MeaningOfHit): boolean => lex !== null;
    // What is near but does not match by words is not in the total.
    const uncounted = response.meaning?.of
      .filter((candidate, at) => !isShown(candidate, at) && !isCounted(candidate)).length;
    const explained = response.explained?.filter(isShown);
    const missing = response.missing?.filter(isShown);
    return withoutUndefined<SearchResponse>({
      ...response,
      total: response.total - (response.hits.length - hits.length) + (uncounted ?? 0),
      hits: hits.slice(0, Math.max(request.limit, meaning?.of.length ?? 0)),
      meaning,
      explained,
      missing,
    });
  });
}

function withFilters({ query, filters }: ReturnType<typeof planQuery>): ReturnType<typeof planQuery>["query"] {
  return { and: [...query.and, ...filters.map(({ filter }) => ({ filter }))] };
}
