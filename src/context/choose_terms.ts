/** Chooses the signals of a file to search for, and their weights (docs/context.md). */
import type { Signal, SignalSource } from "./signals.ts";

export interface WordStatistics {
  /** How many chunks of the searched trees hold the word. */
  readonly df: number;
  readonly stop: boolean;
}

export interface ContextTerm {
  readonly term: string;
  /** Where it comes from. The source that weighs most comes first. */
  readonly sources: readonly SignalSource[];
  /** The damped count of its occurrences, weighted by their source. Path and configuration add to it. */
  readonly tf: number;
  /** How many chunks of the searched trees hold it. */
  readonly df: number;
  readonly idf: number;
  /** From 0 to 1. The term with the most weight has 1. */
  readonly weight: number;
}

export interface ChoiceOptions {
  /** How many chunks the searched trees have. */
  readonly chunks: number;
  /** The most terms. Those that a configuration file names come first. */
  readonly limit: number;
  /** A word of the text has to occur this often. */
  readonly minCount: number;
}

/** What the file's name or a rule adds to a term's damped count. */
const GIVEN_WEIGHT = 20;
/** How much less a word of the path counts as given if it stands in no title and no path of the searched documents. */
const UNKNOWN_SHARE = 1 / 3;
/** A word in more than this share of the chunks is too common. In a very small corpus, no word counts as too common. */
const COMMON_SHARE = 0.5;
const MIN_CORPUS = 10;

/** Orders the terms by weight (tf · idf), then by name. Leaves out words that the searched trees do not hold. */
export function chooseTerms(
  signals: readonly Signal[],
  statistics: ReadonlyMap<string, WordStatistics>,
  options: ChoiceOptions,
): readonly ContextTerm[] {
  const { chunks, limit, minCount } = options;
  const scored = signals.flatMap((signal) => {
    const { word, count, given, required, sources } = signal;
    const { df, stop } = statistics.get(word) ?? { df: 0, stop: false };
    if (df === 0 || (count < minCount && given === 0)) return [];
    if (!required && (stop || (chunks >= MIN_CORPUS && df > chunks * COMMON_SHARE))) return [];
    const idf = Math.log(1 + (chunks - df + 0.5) / (df + 0.5));
    const tf = dampedFrequency(signal);
    return [{ term: word, sources, required, tf, df, idf, weight: tf * idf }];
  });
  const byWeight = (a: ContextTerm, b: ContextTerm): number => b.weight - a.weight || (a.term < b.term ? -1 : 1);
  const distinct = mergeForms(scored.sort((a, b) => Number(b.required) - Number(a.required) || byWeight(a, b)));
  const best = distinct.slice(0, limit).sort(byWeight);
  const most = best[0]?.weight ?? 1;
  return best.map(({ required, ...term }) => ({ ...term, weight: term.weight / most }));
}

/** Tells whether only the path gives a signal, and not the configuration. */
export function isOfPath({ given, sources }: Signal): boolean {
  return given > 0 && !sources.includes("rule") && !sources.includes("pattern");
}

/**
 * Lowers what the path gives to words that no title and no path of the searched documents holds: names such as
 * `example_01` say little. `isNamed` tells whether one holds a word.
 */
export function weighPath(signals: readonly Signal[], isNamed: (word: string) => boolean): readonly Signal[] {
  return signals.map((signal) =>
    isOfPath(signal) && !isNamed(signal.word) ? { ...signal, given: signal.given * UNKNOWN_SHARE } : signal
  );
}

/**
 * Computes a signal's damped count. Words that the neighbours hold too count less; path and configuration add to the
 * count.
 */
export function dampedFrequency({ weight, given, neighbourShare = 0 }: Signal): number {
  return GIVEN_WEIGHT * given + (1 - neighbourShare) * Math.log1p(weight);
}

/**
 * Keeps the first of several forms of one word. Terms that begin alike and stand in the same number of chunks share a
 * stem.
 */
function mergeForms<T extends { readonly term: string; readonly df: number }>(terms: readonly T[]): readonly T[] {
  const kept: T[] = [];
  for (const term of terms) if (!kept.some((other) => isForm(term, other))) kept.push(term);
  return kept;
}

const ENDING = 4;

function isForm(
  a: { readonly term: string; readonly df: number },
  b: { readonly term: string; readonly df: number },
): boolean {
  if (a.df !== b.df || Math.abs(a.term.length - b.term.length) > ENDING) return false;
  const start = a.term.slice(0, Math.max(3, a.term.length - ENDING)).toLowerCase();
  return b.term.toLowerCase().startsWith(start);
}
