/** Which signals of a file are searched for, and with what weight (docs/context.md). */
import type { Signal, Source } from "./signals.ts";

export interface WordStatistics {
  /** Chunks of the searched trees that hold the word. */
  readonly df: number;
  readonly stop: boolean;
}

export interface ContextTerm {
  readonly term: string;
  /** Where it comes from, the source that weighs most first. */
  readonly sources: readonly Source[];
  /** Damped count of its occurrences, each with the weight of what it stands in; path and configuration included. */
  readonly tf: number;
  /** Chunks of the searched trees that hold it. */
  readonly df: number;
  readonly idf: number;
  /** 0–1; the term with the most weight has 1. */
  readonly weight: number;
}

export interface ChoiceOptions {
  /** Chunks in the searched trees. */
  readonly chunks: number;
  /** Terms at most; those that a configuration file asks for come first. */
  readonly limit: number;
  /** Words of the text that stand there less often do not count. */
  readonly minCount: number;
}

/** What the file's name or a rule adds to the damped count of a term. */
const GIVEN_WEIGHT = 8;
/** Words in a larger share of the chunks are too common; in fewer chunks than this nothing is. */
const COMMON_SHARE = 0.5;
const SMALLEST_CORPUS = 10;

/** The terms by weight, tf · idf, then by name; a word that the searched trees do not hold is none. */
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
    if (!required && (stop || (chunks >= SMALLEST_CORPUS && df > chunks * COMMON_SHARE))) return [];
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

/**
 * The damped count of a signal's occurrences, less where the files beside it have the word too, and what path and
 * configuration add.
 */
export function dampedFrequency({ weight, given, neighbourShare = 0 }: Signal): number {
  return GIVEN_WEIGHT * given + (1 - neighbourShare) * Math.log1p(weight);
}

/** Of forms of one word the first stands for all: those that begin alike and stand in as many chunks have one stem. */
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
