/** Answers queries: parse, rank, read passages. */
import { documentId } from "../../document/ids.ts";
import { nowMs } from "../../host/clock.ts";
import { type JoinedQuery, joinQueries } from "../../query/join.ts";
import { describeQuery } from "../../query/printer.ts";
import { modifiedSpan, parseSince, type TimeSpan } from "../../retrieval/date.ts";
import { explainResults } from "../../retrieval/explain_results.ts";
import { facetsOf } from "../../retrieval/facets.ts";
import { groupByDocument, groupEntry } from "../../retrieval/group_by_document.ts";
import { mergeAnswers } from "../../retrieval/merge_answers.ts";
import { type SearchParameters, searchParameters } from "../../retrieval/parameters.ts";
import type { NamedFilter } from "../../retrieval/plan.ts";
import { presentResult } from "../../retrieval/present.ts";
import {
  type RankedAnswer,
  type RankedResult,
  type RankInput,
  rankQuery,
  resultOf,
} from "../../retrieval/rank_query.ts";
import { byScoreThenId } from "../../retrieval/rank_order.ts";
import type { Constituent, Explanation, QueryEntry, SearchAnswer, ZeroHits } from "../../retrieval/result.ts";
import { whyNot } from "../../retrieval/why_not.ts";
import { synonymsUsed } from "../../retrieval/synonyms.ts";
import type { SearchOptions } from "../contract.ts";
import { createFitter, type PresentById } from "./fit_answer.ts";
import { requireFilteredTrees, requireTrees } from "./known_trees.ts";
import { requireRanges } from "./option_ranges.ts";
import type { IndexView, LiveIndex } from "../live/live_index.ts";
import type { Environment } from "../environment.ts";

type Options = SearchOptions & { readonly update: boolean };

/** One entry for all queries joined, or one for each with `groupBy: "query"`. */
export async function search(
  environment: Environment,
  index: LiveIndex,
  queries: readonly string[],
  options: Options,
): Promise<SearchAnswer> {
  const whole = join(queries);
  const joined = options.groupBy === "query" ? queries.map((query) => join([query])) : [whole];
  return await answer(environment, index, joined, options, (entries) => ({ queries: entries }));
}

/** Each query for itself, then one list. */
export async function searchMulti(
  environment: Environment,
  index: LiveIndex,
  queries: readonly string[],
  options: Options,
): Promise<SearchAnswer> {
  const whole = join(queries);
  const each = queries.map((query) => join([query]));
  return await answer(environment, index, [whole, ...each], options, ([all, ...entries]) => {
    const merged = mergeAnswers(all!, entries);
    return { queries: [options.groupBy === "doc" ? groupEntry(merged) : merged] };
  });
}

function join(queries: readonly string[]): JoinedQuery {
  // Half a surrogate pair has no UTF-8: it could not be in any file.
  return joinQueries(queries.map((query) => query.replace(/\p{Surrogate}/gu, "\uFFFD")));
}

async function answer(
  environment: Environment,
  index: LiveIndex,
  queries: readonly JoinedQuery[],
  options: Options,
  shape: (entries: readonly QueryEntry[]) => SearchAnswer,
): Promise<SearchAnswer> {
  requireTrees(environment, options.trees ?? []);
  queries.forEach(({ parts }) => parts.forEach((part) => requireFilteredTrees(environment, part)));
  requireRanges(options);
  const parameters = searchParameters(options, environment.config);
  const fit = await createFitter(options);
  return await index.answer(options.update, (view) => {
    const answered = queries.map(createAnswerer(environment, view, parameters, options));
    return fit(shape(answered.map(({ entry }) => entry)), answered.map(({ present }) => present));
  });
}

interface Answered {
  readonly entry: QueryEntry;
  /** Presents another chunk as a result of the same query. */
  readonly present: PresentById;
}

/** A ranked result with those of its document that it stands for. */
type Shown = RankedResult & { readonly more: readonly Constituent[] };

/** Answers queries one by one from the same view of the index; `isHidden` chunks are no results. */
export function createAnswerer(
  environment: Environment,
  view: IndexView,
  parameters: SearchParameters,
  options: Options,
  { isHidden, rescore }: Pick<RankInput, "isHidden" | "rescore"> = {},
): (query: JoinedQuery) => Answered {
  const { config } = environment;
  const now = nowMs();
  const { engine, reader, index, readDocument } = view;
  const modifiedMs = (tree: string, path: string): number =>
    (index.manifest().get(tree)?.get(path)?.fingerprint?.mtimeNs ?? 0) / 1e6;
  const within = (span: TimeSpan): readonly string[] => documentsWithin(view, span);
  const fixed: Omit<RankInput, "query"> = {
    reader,
    parameters,
    filters: optionFilters(options, now, within),
    scope: servedTrees(environment, view),
    factors: Object.fromEntries(
      config.trees.filter((tree) => !tree.global).map((tree) => [tree.name, config.settings.local_boost]),
    ),
    modified: (filter) => within(modifiedSpan(filter, now)),
    facets: Boolean(options.facets),
    explain: options.explain === true,
    ...(isHidden === undefined ? {} : { isHidden }),
    ...(rescore === undefined ? {} : { rescore }),
  };
  return (query) => {
    const ranked = rankQuery({ ...fixed, query });
    const ordered = sorted(grouped(ranked.results, options.groupBy === "doc"), options.sort ?? "score", modifiedMs);
    const shown = ordered.slice(0, parameters.limit);
    const input = { engine, highlight: ranked.response.highlight, readDocument, list: options.list === true };
    const results = shown.map((result) => ({
      ...presentResult(result, input),
      ...(result.more.length === 0 ? {} : { more: result.more }),
    }));
    for (const { stale, id } of results) {
      if (stale && options.update) {
        environment.options.onWarning?.({
          code: "file-changed",
          message: `${id} changed while it was searched; its text is left out`,
        });
      }
    }
    const { total, relaxation, documents = [] } = ranked.response;
    const entry: QueryEntry = {
      query: query.text,
      relaxed: relaxation !== null,
      total_matches: total,
      results,
      ...(total === 0 ? { zero_hits: zeroHits(ranked) } : {}),
      ...(relaxation === null ? {} : { relaxation }),
      ...(options.facets ? { facets: facetsOf(documents, reader.documents(), options.facets) } : {}),
      ...(options.explain ? { explain: explanation(query, ranked, parameters, shown) } : {}),
      ...(options.whyNot === undefined ? {} : {
        why_not: whyNot(options.whyNot, {
          reader,
          ranked,
          cutoffRatio: parameters.cutoffRatio,
          ordered: ordered.map(({ chunk: { id }, score, more }) => ({ id, score, more })),
          limit: parameters.limit,
        }),
      }),
    };
    const present: PresentById = ({ id, score }) => {
      const chunk = reader.find(id);
      return chunk === undefined ? undefined : presentResult(resultOf(chunk, score), input);
    };
    return { entry, present };
  };
}

/** As they are, or one for each document. */
function grouped(results: readonly RankedResult[], byDocument: boolean): readonly Shown[] {
  if (!byDocument) return results.map((result) => ({ ...result, more: [] }));
  return groupByDocument(results, ({ chunk }) => chunk.docId, ({ chunk: { id }, score }) => ({ id, score }))
    .map(({ result, more }) => ({ ...result, more }));
}

function optionFilters(
  options: Options,
  now: number,
  within: (span: TimeSpan) => readonly string[],
): readonly NamedFilter[] {
  const { trees = [], tags = [], since } = options;
  return [
    ...(trees.length === 0 ? [] : [{ text: `--tree ${trees.join(",")}`, filter: { trees } }]),
    ...tags.map((tag) => ({ text: `--tag ${tag}`, filter: { tag } })),
    ...(since === undefined
      ? []
      : [{ text: `--since ${since}`, filter: { documents: within({ from: parseSince(since, now) }) } }]),
  ];
}

/** Documents of missing trees stay indexed and out of results; so do those of trees an old index still holds. */
function servedTrees({ config }: Environment, { index, missingTrees }: IndexView): RankInput["scope"] {
  const served = config.trees.map(({ name }) => name).filter((name) => !missingTrees.includes(name));
  const indexed = index.head.trees.map(({ name }) => name);
  return indexed.every((name) => served.includes(name)) ? [] : [{ trees: served }];
}

function documentsWithin({ index }: IndexView, { from = -Infinity, until = Infinity }: TimeSpan): readonly string[] {
  const ids: string[] = [];
  for (const [tree, files] of index.manifest()) {
    for (const [path, { fingerprint, chunks }] of files) {
      const modified = (fingerprint?.mtimeNs ?? 0) / 1e6;
      if (chunks > 0 && modified >= from && modified < until) ids.push(documentId(tree, path));
    }
  }
  return ids;
}

function sorted<R extends RankedResult>(
  results: readonly R[],
  by: NonNullable<SearchOptions["sort"]>,
  modifiedMs: (tree: string, path: string) => number,
): readonly R[] {
  if (by === "score") return results;
  const byRank = (a: RankedResult, b: RankedResult): number =>
    byScoreThenId({ id: a.chunk.id, score: a.score }, { id: b.chunk.id, score: b.score });
  if (by === "date") {
    return [...results].sort((a, b) =>
      modifiedMs(b.chunk.tree, b.chunk.path) - modifiedMs(a.chunk.tree, a.chunk.path) || byRank(a, b)
    );
  }
  const key = ({ chunk }: RankedResult): string => `${chunk.tree}\0${chunk.path}`;
  return [...results].sort((
    a,
    b,
  ) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.chunk.position - b.chunk.position));
}

function zeroHits({ response, filters }: RankedAnswer): ZeroHits {
  return {
    terms: response.words.map(({ word, df, nearest: near }) => ({ term: word, df, nearest: near })),
    filters: filters.map(({ text }, at) => ({ filter: text, removed: response.removed[at] ?? 0 })),
  };
}

function explanation(
  query: JoinedQuery,
  ranked: RankedAnswer,
  parameters: SearchParameters,
  shown: readonly RankedResult[],
): Explanation {
  const {
    limit,
    candidateLimit,
    maxResults,
    cutoffRatio,
    aggregation,
    aggregationThreshold,
    merge,
    relax,
    fuzzy,
    boosts,
    synonyms,
  } = parameters;
  const used = synonymsUsed(query.node, synonyms);
  return {
    ast: describeQuery(query.node),
    parameters: {
      limit,
      candidate_limit: candidateLimit,
      max_results: maxResults,
      cutoff_ratio: cutoffRatio,
      aggregation,
      ...(merge === undefined ? { aggregation_threshold: aggregationThreshold } : {
        merge_threshold: merge.mergeThreshold,
        merge_bonus: merge.mergeBonus,
        max_merge_depth: merge.maxMergeDepth,
      }),
      relax,
      fuzzy_distance: fuzzy,
      boost: boosts,
      ...(Object.keys(used).length === 0 ? {} : { synonyms: used }),
    },
    phases: {
      candidates: ranked.response.hits.length,
      cut: ranked.cutAt,
      aggregated: ranked.results.length,
      returned: shown.length,
    },
    scores: ranked.response.hits.map(({ base }) => base).sort((a, b) => b - a),
    cut_at: ranked.cutAt,
    results: ranked.response.explained === undefined ? [] : explainResults(shown, ranked.response),
  };
}
