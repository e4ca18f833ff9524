/** All parameters of one search, with the defaults filled in. */
import type { Match, SearchSettings, SemanticSettings, Settings } from "../../config/config.ts";
import type { PathWeight } from "../ports/request.ts";
import { ruleGlobParts } from "../../text/globs.ts";
import type { FusionWish } from "./fuse.ts";
import type { MergeParameters } from "./merge_siblings.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import { createSynonyms, type Synonyms } from "./synonyms.ts";

/** How many candidates and results there are. */
export interface SearchCounts {
  /** How many results are shown. `-n` cuts last. */
  readonly limit: number;
  readonly candidateLimit: number;
  /** How many candidates the first block has, and every further one. */
  readonly maxResults: number;
  /** A block also ends after so many candidates: those that there are when the limit is not higher. */
  readonly blocksAt: number;
  readonly cutoffRatio: number;
}

/** Whether and when a section replaces its parts. */
export interface Aggregation {
  readonly enabled: boolean;
  readonly threshold: number;
  /** Replaces aggregation when it is set. */
  readonly merge: MergeParameters | undefined;
}

/** Which chunks match the words of a query, and how much each place of a word counts. */
export interface WordMatching {
  readonly match: Match;
  readonly feedback: boolean;
  readonly fuzzy: number;
  readonly synonyms: Synonyms;
  readonly boosts: Readonly<Record<string, number>>;
  readonly weights: readonly PathWeight[];
}

export interface SearchParameters {
  readonly counts: SearchCounts;
  readonly aggregation: Aggregation;
  readonly matching: WordMatching;
  /** Undefined where words alone count. `isChosen` tells whether the caller chose the weight. */
  readonly fusion: (FusionWish & { readonly isChosen: boolean }) | undefined;
  /** Undefined where no reranker orders the best candidates. */
  readonly rerank: { readonly model: string; readonly candidates: number } | undefined;
}

/** For words that come from a text itself: they have no typing mistakes and need no synonyms. */
export function asWritten(matching: WordMatching): WordMatching {
  return { ...matching, feedback: false, fuzzy: 0, synonyms: () => [] };
}

/** The options that a caller can set. The configuration gives the others. */
export type ParameterOptions =
  & {
    readonly [K in "limit" | "candidateLimit" | "maxResults" | "cutoffRatio" | "aggregationThreshold"]?:
      | number
      | undefined;
  }
  & {
    readonly aggregation?: boolean | undefined;
    readonly match?: Match | undefined;
    readonly lexical?: boolean | undefined;
    readonly semantic?: boolean | undefined;
    readonly weight?: number | undefined;
    readonly rerank?: boolean | undefined;
  };

type UsedSettings = Pick<
  SemanticSettings,
  "enabled" | "weight" | "fusion" | "floor" | "rerank" | "rerank_candidates"
>;

/** A limit above `candidateLimit` raises it to whole blocks. */
export function searchParameters(
  options: ParameterOptions,
  config: {
    readonly settings: Settings;
    readonly search: SearchSettings;
    readonly semantic: UsedSettings;
  },
): SearchParameters {
  const { settings, search } = config;
  const limit = options.limit ?? settings.default_limit;
  const blocksAt = options.candidateLimit ?? search.candidate_limit;
  const maxResults = options.maxResults ?? search.max_results;
  const more = Math.ceil(Math.max(0, limit - blocksAt) / maxResults) * maxResults;
  return {
    counts: {
      limit,
      candidateLimit: blocksAt + more,
      maxResults,
      blocksAt,
      cutoffRatio: options.cutoffRatio ?? search.cutoff_ratio,
    },
    aggregation: {
      enabled: options.aggregation ?? true,
      threshold: options.aggregationThreshold ?? search.aggregation_threshold,
      merge: mergeParameters(search),
    },
    matching: {
      match: options.match ?? search.match,
      feedback: search.feedback,
      fuzzy: search.fuzzy_distance,
      synonyms: synonymsOf(search.synonyms),
      boosts: { ...search.boost },
      weights: weightsOf(search.weight),
    },
    fusion: fusionOf(options, config.semantic),
    rerank: rerankOf(options, config.semantic),
  };
}

/** A configuration never changes, and a process may answer many queries with it. */
const weightsOf = onceFor((weight: SearchSettings["weight"]): WordMatching["weights"] =>
  Object.entries(weight).flatMap(([glob, weight]) => ruleGlobParts(glob).map((part) => ({ glob: part, weight })))
);
const synonymsOf = onceFor(createSynonyms);

/** Computes what follows from an object once for each object. */
function onceFor<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

function fusionOf(
  { lexical, semantic, weight }: ParameterOptions,
  settings: UsedSettings,
): SearchParameters["fusion"] {
  const share = lexical === true ? 0 : semantic === true ? 1 : weight ?? settings.weight;
  if (!settings.enabled || share === 0) return undefined;
  const isChosen = semantic === true || weight !== undefined;
  return withoutUndefined<NonNullable<SearchParameters["fusion"]>>({
    weight: share,
    method: settings.fusion,
    floor: settings.floor,
    isChosen,
  });
}

function rerankOf({ rerank }: ParameterOptions, settings: UsedSettings): SearchParameters["rerank"] {
  if (rerank !== true || !settings.enabled || settings.rerank === undefined) return undefined;
  return { model: settings.rerank, candidates: settings.rerank_candidates };
}

/** Any of the merge settings turns merging on. The others then have their defaults. */
function mergeParameters(
  { merge_threshold, merge_bonus, max_merge_depth }: SearchSettings,
): MergeParameters | undefined {
  if (merge_threshold === undefined && merge_bonus === undefined && max_merge_depth === undefined) return undefined;
  return { mergeThreshold: merge_threshold ?? 2, mergeBonus: merge_bonus ?? 0.1, maxMergeDepth: max_merge_depth ?? 2 };
}
