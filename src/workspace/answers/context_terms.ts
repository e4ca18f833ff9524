/** The terms of a source file, weighed by what the searched trees hold. */
import { chooseTerms, type ContextTerm, signalStrength, type WordStatistics } from "../../context/choose_terms.ts";
import type { Config } from "../../config/config.ts";
import type { MatchedRules } from "../../context/rules.ts";
import type { Signal } from "../../context/signals.ts";
import { isPhrase } from "../../context/term_query.ts";
import type { SegmentReader } from "../../engine/engine.ts";
import type { PlanNode } from "../../engine/request.ts";
import { summarizeTree } from "../../store/published/manifest.ts";
import type { IndexView } from "../live/live_index.ts";

/** Words whose document frequencies are looked up. */
const LOOKED_UP = 250;
/** Of those, words that are looked up again in the selected trees. */
const LOOKED_UP_BY_TREE = 60;
/** Words whose document frequencies are remembered. */
const MOST_REMEMBERED = 50_000;

export interface TermInput {
  readonly boosts: Readonly<Record<string, number>>;
  readonly limit: number;
  readonly minCount: number;
  /** Trees whose documents count; absent for all. */
  readonly trees?: readonly string[] | undefined;
}

/** The terms to search for. */
export function termsOf(
  signals: readonly Signal[],
  view: IndexView,
  { boosts, limit, minCount, trees: asked }: TermInput,
): readonly ContextTerm[] {
  const counted = signals
    .filter(({ count, given }) => count >= minCount || given > 0)
    .sort((a, b) => Number(b.required) - Number(a.required) || signalStrength(b) - signalStrength(a))
    .slice(0, LOOKED_UP);
  if (counted.length === 0) return [];
  const trees = view.index.head.trees.every(({ name }) => asked?.includes(name)) ? undefined : asked;
  const chunks = chunksIn(view, trees);
  const sections = (query: PlanNode): number =>
    view.reader.search({
      queries: [{ query, relax: false }],
      filters: trees === undefined ? [] : [{ trees }],
      limit: 0,
      boosts,
      fuzzy: 0,
      factors: {},
    }).total;

  const words = counted.flatMap(({ word }) => (isPhrase(word) ? [] : [word]));
  const statistics = new Map<string, WordStatistics>(wordStatistics(view, words, boosts));
  for (const { word } of counted) {
    if (isPhrase(word)) statistics.set(word, { df: sections({ phrase: word }), stop: false });
  }
  if (trees === undefined) return chooseTerms(counted, statistics, { chunks, limit, minCount });
  // What is rare in all trees may be common in these: the most promising words are counted again.
  const promising = chooseTerms(counted, statistics, {
    chunks: chunksIn(view),
    limit: Math.max(LOOKED_UP_BY_TREE, limit),
    minCount,
  });
  const names = new Set(promising.map(({ term }) => term));
  const kept = counted.filter(({ word }) => names.has(word));
  for (const { word } of kept) {
    if (isPhrase(word)) continue;
    const { df, stop } = statistics.get(word)!;
    // The sections without it are counted: for a word that is not there the core would look for near ones.
    statistics.set(word, { df: Math.min(df, chunks - sections({ not: { word } })), stop });
  }
  return chooseTerms(kept, statistics, { chunks, limit, minCount });
}

const remembered = new WeakMap<SegmentReader, Map<string, WordStatistics>>();

/** Document frequencies in the whole index, which are looked up once as long as it stays open. */
function wordStatistics(
  { reader }: IndexView,
  words: readonly string[],
  boosts: TermInput["boosts"],
): ReadonlyMap<string, WordStatistics> {
  let known = remembered.get(reader);
  if (known === undefined) remembered.set(reader, known = new Map());
  if (known.size > MOST_REMEMBERED) known.clear();
  const unknown = words.filter((word) => !known.has(word));
  if (unknown.length > 0) {
    const query: PlanNode = { and: unknown.map((word) => ({ word })) };
    const { words: found } = reader.search({
      queries: [{ query, relax: true }],
      filters: [],
      limit: 0,
      boosts,
      fuzzy: 0,
      factors: {},
    });
    for (const { word, df, stop } of found) known.set(word, { df, stop });
    for (const word of unknown) if (!known.has(word)) known.set(word, { df: 0, stop: false });
  }
  return new Map(words.map((word) => [word, known.get(word)!]));
}

/**
 * The trees that rules and options agree on; undefined where neither names any. Names that no tree has count for
 * nothing.
 */
export function searchedTrees(
  { trees: known }: Config,
  { trees: allowed }: MatchedRules,
  asked: readonly string[] | undefined,
): readonly string[] | undefined {
  const both = allowed === undefined ? asked : allowed.filter((tree) => asked?.includes(tree) ?? true);
  return both?.filter((tree) => known.some(({ name }) => name === tree));
}

function chunksIn({ index }: IndexView, trees?: readonly string[]): number {
  if (trees === undefined) return index.head.segments.reduce((sum, { stats }) => sum + stats.chunks, 0);
  return trees.reduce((sum, tree) => sum + summarizeTree(index.manifest().get(tree)).chunks, 0);
}
