/** Chooses what to search for a source file, and weighs it by how rare it is in the searched trees. */
import {
  chooseTerms,
  type ContextTerm,
  dampedFrequency,
  isOfPath,
  weighPath,
  type WordStatistics,
} from "../../context/choose_terms.ts";
import type { Config } from "../../config/config.ts";
import type { MatchedRules } from "../../context/rules.ts";
import type { Signal } from "../../context/signals.ts";
import { isPhrase } from "../../context/term_query.ts";
import { wholeFileWords } from "../../context/whole_file.ts";
import type { PlanNode, WeightedWords } from "../../search/ports/request.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";

/** How many words have their document frequency looked up. */
const LOOKED_UP = 250;
/** How many of those words are looked up again in the selected trees. */
const LOOKED_UP_BY_TREE = 60;
/** How many small words have their document frequency looked up. */
const LOOKED_UP_SMALL = 100;

export interface TermInput {
  /** What only the comparison of the whole file with whole documents uses. */
  readonly small: readonly Signal[];
  readonly boosts: Readonly<Record<string, number>>;
  readonly limit: number;
  readonly minCount: number;
  /** The trees whose documents count. Absent for all. */
  readonly trees?: readonly string[] | undefined;
}

export interface FileQuery {
  /** The terms to search sections for. */
  readonly terms: readonly ContextTerm[];
  /** The words of the whole file, to compare documents with. */
  readonly about: WeightedWords;
}

/** The fields that name a document or a section. */
const NAMING_BOOSTS = { title: 1, path: 1, path_components: 1 };

/** What to search for a file with these signals. */
export async function termsOf(
  signals: readonly Signal[],
  { retriever, catalogue }: Pick<Snapshot, "retriever" | "catalogue">,
  { small, boosts, limit, minCount, trees: asked }: TermInput,
): Promise<FileQuery> {
  const looked = signals
    .filter(({ count, given }) => count >= minCount || given > 0)
    .sort((a, b) => Number(b.required) - Number(a.required) || dampedFrequency(b) - dampedFrequency(a))
    .slice(0, LOOKED_UP);
  if (looked.length === 0) return { terms: [], about: [] };
  const trees = (await catalogue.trees()).every((name) => asked?.includes(name)) ? undefined : asked;
  const chunks = await catalogue.countChunks(trees);
  const sections = async (query: PlanNode): Promise<number> => {
    const { total } = await retriever.search({
      queries: [{ query, all: true }],
      filters: trees === undefined ? [] : [{ trees }],
      limit: 0,
      boosts,
      fuzzy: 0,
      factors: {},
      copies: true,
    });
    return total;
  };

  const ofPath = looked.filter(isOfPath).map(({ word }) => word).filter((word) => !isPhrase(word));
  const naming = await retriever.termStatistics(ofPath, NAMING_BOOSTS);
  // Only a page that speaks of the file holds the end of its path.
  const counted = weighPath(looked, (word) => isPhrase(word) || (naming.get(word)?.df ?? 0) > 0);
  const words = counted.flatMap(({ word }) => (isPhrase(word) ? [] : [word]));
  const statistics = new Map<string, WordStatistics>(await retriever.termStatistics(words, boosts));
  for (const { word } of counted) {
    if (isPhrase(word)) statistics.set(word, { df: await sections({ phrase: word }), stop: false });
  }
  const common = [...small].sort((a, b) => b.count - a.count).slice(0, LOOKED_UP_SMALL);
  const others = common.filter(({ word }) => !statistics.has(word));
  const ofOthers = await retriever.termStatistics(others.map(({ word }) => word), boosts);
  const known = new Map([...ofOthers, ...statistics]);
  const about = wholeFileWords({ signals: counted, small: others }, known, chunks);
  if (trees === undefined) return { terms: chooseTerms(counted, statistics, { chunks, limit, minCount }), about };
  // A word that is rare in all trees may be common in these. So the most promising words are counted again.
  const promising = chooseTerms(counted, statistics, {
    chunks: await catalogue.countChunks(),
    limit: Math.max(LOOKED_UP_BY_TREE, limit),
    minCount,
  });
  const names = new Set(promising.map(({ term }) => term));
  const kept = counted.filter(({ word }) => names.has(word));
  for (const { word } of kept) {
    if (isPhrase(word)) continue;
    const { df, stop } = statistics.get(word)!;
    // Counts the sections without the word. If the word were absent, the core would search for near terms instead.
    statistics.set(word, { df: Math.min(df, chunks - (await sections({ not: { word } }))), stop });
  }
  return { terms: chooseTerms(kept, statistics, { chunks, limit, minCount }), about };
}

/**
 * Intersects the trees of the rules with those of the options. Returns undefined if neither names any. Ignores names
 * that no tree has.
 */
export function searchedTrees(
  { trees: known }: Config,
  { trees: allowed }: MatchedRules,
  asked: readonly string[] | undefined,
): readonly string[] | undefined {
  const both = allowed === undefined ? asked : allowed.filter((tree) => asked?.includes(tree) ?? true);
  return both?.filter((tree) => known.some(({ name }) => name === tree));
}
