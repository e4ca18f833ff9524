/** The terms of a source file, weighed by what the searched trees hold. */
import { chooseTerms, type ContextTerm, type WordStatistics } from "../context/choose_terms.ts";
import type { Config } from "../config/config.ts";
import type { MatchedRules } from "../context/rules.ts";
import type { Signal } from "../context/signals.ts";
import { isPhrase } from "../context/term_query.ts";
import type { PlanFilter, PlanNode } from "../engine/request.ts";
import { summarizeTree } from "../store/manifest.ts";
import type { IndexView } from "./live_index.ts";

/** Words whose document frequencies are looked up. */
const LOOKED_UP = 400;
/** Of those, words that are looked up again in the selected trees. */
const LOOKED_UP_BY_TREE = 120;

export interface TermInput {
  readonly boosts: Readonly<Record<string, number>>;
  readonly limit: number;
  readonly minCount: number;
  /** Trees whose documents count; absent for all. */
  readonly trees?: readonly string[] | undefined;
}

/** The terms to search for. */
export function termsOf(signals: readonly Signal[], view: IndexView, { boosts, limit, minCount, trees }: TermInput): readonly ContextTerm[] {
  const counted = signals
    .filter(({ count, given }) => count >= minCount || given > 0)
    .sort((a, b) => Number(b.required) - Number(a.required) || b.given - a.given || b.weight - a.weight)
    .slice(0, LOOKED_UP);
  if (counted.length === 0) return [];
  const request = { filters: [], limit: 0, boosts, fuzzy: 0, factors: {} };
  const words = counted.filter(({ word }) => !isPhrase(word));
  const { words: known } = view.reader.search({ ...request, queries: [{ query: { and: words.map(({ word }) => ({ word })) }, relax: true }] });
  const statistics = new Map<string, WordStatistics>(known.map(({ word, df, stop }) => [word, { df, stop }]));
  const recount = (signal: Signal, node: PlanNode, filters: readonly PlanFilter[]): void => {
    const { total } = view.reader.search({ ...request, queries: [{ query: node, relax: false }], filters });
    statistics.set(signal.word, { df: total, stop: statistics.get(signal.word)?.stop ?? false });
  };
  const filters = trees === undefined ? [] : [{ trees }];
  for (const signal of counted) if (isPhrase(signal.word)) recount(signal, { phrase: signal.word }, filters);
  const chunks = chunksIn(view, trees);
  if (trees === undefined) return chooseTerms(counted, statistics, { chunks, limit, minCount });
  // Trees may differ in what they call common: the most promising words are counted again in those that are searched.
  const promising = chooseTerms(counted, statistics, { chunks: chunksIn(view), limit: Math.max(LOOKED_UP_BY_TREE, limit), minCount });
  const names = new Set(promising.map(({ term }) => term));
  const kept = counted.filter(({ word }) => names.has(word));
  for (const signal of kept) if (!isPhrase(signal.word)) recount(signal, { word: signal.word }, filters);
  return chooseTerms(kept, statistics, { chunks, limit, minCount });
}

/** The trees that rules and options agree on; undefined where neither names any. Names that no tree has count for nothing. */
export function searchedTrees({ trees: known }: Config, { trees: allowed }: MatchedRules, asked: readonly string[] | undefined): readonly string[] | undefined {
  const both = allowed === undefined ? asked : allowed.filter((tree) => asked?.includes(tree) ?? true);
  return both?.filter((tree) => known.some(({ name }) => name === tree));
}

function chunksIn({ index }: IndexView, trees?: readonly string[]): number {
  if (trees === undefined) return index.head.segments.reduce((sum, { stats }) => sum + stats.chunks, 0);
  return trees.reduce((sum, tree) => sum + summarizeTree(index.manifest().get(tree)).chunks, 0);
}
