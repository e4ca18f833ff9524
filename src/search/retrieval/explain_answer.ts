/** `--explain`: shows how an answer came about, and the parts of its results' scores. */
import type { SearchResponse } from "../ports/request.ts";
import type { JoinedQuery } from "../query/join.ts";
import { describeQuery } from "../query/printer.ts";
import type { SearchParameters } from "./parameters.ts";
import type { RankedAnswer } from "./rank_query.ts";
import type { RankedResult } from "./ranked_result.ts";
import type { ExplainedResult, Explanation } from "../../shapes/explanation.ts";
import { synonymsUsed } from "./synonyms.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/**
 * Each result with the parts of its best hit's score, as the retriever reports them. Results of a query of filters only
 * have none.
 */
function explainResults(
  results: readonly RankedResult[],
  { hits, explained = [] }: SearchResponse,
  { fused, reranked }: Pick<RankedAnswer, "fused" | "reranked">,
): readonly ExplainedResult[] {
  const parts = new Map(hits.map(({ ref }, index) => [ref, explained[index]]));
  return results.flatMap(({ chunk, ranked }) => {
    const best = ranked.hits.reduce((before, hit) => (hit.score > before.score ? hit : before));
    const found = parts.get(best.chunk.ref);
    if (found === undefined) return [];
    const moved = reranked?.get(best.chunk.ref);
    const result = withoutUndefined<ExplainedResult>({
      id: chunk.id,
      chunk: best.chunk.id,
      score: best.score,
      ...found,
      reranked: moved,
    });
    const candidate = fused?.get(best.chunk.ref);
    if (candidate === undefined) return [result];
    const { lex, cosine, words, meaning, scale } = candidate;
    // What was reranked has no lift, and the score of another place.
    const lift = moved === undefined ? Math.max(0, best.score - (words + meaning) * scale) : 0;
    return [{ ...result, lift, fused: { lex, cosine, words, meaning, scale } }];
  });
}

function explainParameters(
  query: JoinedQuery,
  ranked: RankedAnswer,
  parameters: SearchParameters,
  isVerbatim: boolean,
): Explanation["parameters"] {
  const { counts, aggregation: { enabled, threshold, merge }, matching, rerank } = parameters;
  const { fusion } = ranked;
  const { match, feedback, fuzzy, boosts, synonyms } = matching;
  const used = synonymsUsed(query.node, synonyms);
  return withoutUndefined<Explanation["parameters"]>({
    limit: counts.limit,
    candidate_limit: counts.candidateLimit,
    max_results: counts.maxResults,
    cutoff_ratio: counts.cutoffRatio,
    aggregation: enabled,
    ...(merge === undefined ? { aggregation_threshold: threshold } : {
      merge_threshold: merge.mergeThreshold,
      merge_bonus: merge.mergeBonus,
      max_merge_depth: merge.maxMergeDepth,
    }),
    match,
    feedback,
    fuzzy_distance: fuzzy,
    boost: boosts,
    semantic: isVerbatim
      ? { weight: 0, verbatim: true }
      : fusion === undefined
      ? undefined
      : { weight: fusion.weight, fusion: fusion.method, floor: fusion.floor },
    rerank: ranked.reranked === undefined || rerank === undefined
      ? undefined
      : { model: rerank.model, candidates: rerank.candidates },
    synonyms: Object.keys(used).length === 0 ? undefined : used,
  });
}

/** The query, its parameters, the counts of each phase and the scores of the candidates. */
export function explainAnswer(
  query: JoinedQuery,
  ranked: RankedAnswer,
  parameters: SearchParameters,
  { shown, response, lost }: {
    readonly shown: readonly RankedResult[];
    readonly response: SearchResponse;
    /** How many candidates `local_boost` pushed below the cut. */
    readonly lost: number;
  },
  isVerbatim: boolean,
): Explanation {
  return withoutUndefined<Explanation>({
    ast: describeQuery(query.node),
    parameters: explainParameters(query, ranked, parameters, isVerbatim),
    phases: {
      candidates: ranked.response.hits.length,
      cut: ranked.cutAt,
      aggregated: ranked.results.length,
      returned: shown.length,
    },
    scores: ranked.response.hits.map(({ base }) => base).sort((a, b) => b - a),
    cut_at: ranked.cutAt,
    lost_to_local_boost: lost === 0 ? undefined : lost,
    results: ranked.response.explained === undefined ? [] : explainResults(shown, response, ranked),
  });
}
