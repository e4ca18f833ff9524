/** Fits an answer into a number of tokens. */
import type { Work } from "../ports/work.ts";
import { createPassagesBefore, type PassagesBefore } from "./passages_before.ts";
import type { LeftOut, MatchRange, QueryEntry, SearchAnswer, SearchResult } from "../../shapes/search.ts";

const NOTHING_BEFORE = createPassagesBefore();

/** What comes after a piece of a printed answer. */
export type Following = "result" | "entry" | "nothing";

/**
 * The tokens of the pieces of a printed answer. They add up to the tokens of the whole text, because each piece
 * includes the blank line after it.
 */
export interface AnswerCosts {
  /** The tokens of a result that is printed after the passages in `before`. */
  readonly result: (result: SearchResult, before: PassagesBefore, follows: Following) => number;
  /**
   * The tokens that an entry needs beside its results. It prints the query when there are several, and the reason when
   * there is nothing to show.
   */
  readonly frame: (entry: QueryEntry, isOneOfSeveral: boolean, follows: Following) => number;
}

export interface BudgetInput {
  /** Every result in full, after `limit`. */
  readonly answer: SearchAnswer;
  /** How many tokens the text of the answer may have; 0 or more. */
  readonly maxTokens: number;
  readonly costs: AnswerCosts;
  readonly work: Pick<Work, "check" | "goOn">;
  /** Presents the best constituent of a result. Undefined when that is the result itself. */
  readonly instead: (result: SearchResult, entry: number) => Promise<SearchResult | undefined>;
}

interface Item {
  readonly entry: number;
  readonly result: SearchResult;
}

/**
 * Takes results rank by rank from all entries, as long as their text fits. A result that does not fit is replaced by
 * its best constituent. If that does not fit either, it is cut short and marked `truncated`, and it is the last. Each
 * entry reports its tokens (`tokens`; the sum never exceeds the budget) and what is missing from it (`left_out`).
 */
export async function fillBudget({ answer, maxTokens, costs, work, instead }: BudgetInput): Promise<SearchAnswer> {
  const entries = answer.queries;
  const fits = (taken: readonly Item[], silent: ReadonlySet<number>): boolean => {
    work.check();
    return sum(tokensOf(compose(entries, taken, silent), costs, work)) <= maxTokens;
  };
  // An entry with nothing to show prints the reason if that fits.
  const silent = new Set(entries.flatMap(({ results }, at) => (results.length === 0 ? [at] : [])));
  for (const at of [...silent]) {
    const fewer = new Set([...silent].filter((other) => other !== at));
    if (fits([], fewer)) silent.delete(at);
  }

  let taken: readonly Item[] = [];
  const fitsWith = (more: readonly Item[]): boolean => fits([...taken, ...more], silent);
  const items = rankByRank(entries);
  for (let at = 0; at < items.length; at++) {
    const whole = largest(items.length - at, (count) => fitsWith(items.slice(at, at + count)));
    taken = [...taken, ...items.slice(at, at + whole)];
    at += whole;
    await work.goOn();
    const item = items[at];
    if (item === undefined) break;
    const part = await instead(item.result, item.entry);
    // In merged queries, the best part of a result may also be a result of its own.
    if (part !== undefined && entries[item.entry]!.results.some(({ id }) => id === part.id)) continue;
    const next = { entry: item.entry, result: part ?? item.result };
    if (part !== undefined && fitsWith([next])) {
      taken = [...taken, next];
      continue;
    }
    const clipped = clip(next.result, maxTokens, (result) => fitsWith([{ ...next, result }]));
    if (clipped !== undefined) taken = [...taken, { ...next, result: clipped }];
    break;
  }
  return withCosts(entries, compose(entries, taken, silent), costs, work);
}

function rankByRank(entries: readonly QueryEntry[]): readonly Item[] {
  const ranks = Math.max(0, ...entries.map(({ results }) => results.length));
  return Array.from({ length: ranks }, (_, rank) =>
    entries.flatMap(({ results }, entry) => {
      const result = results[rank];
      return result === undefined ? [] : [{ entry, result }];
    })).flat();
}

/**
 * The largest count up to `most` for which `holds` is true. It doubles the count and then bisects, so it tests only a
 * few.
 */
function largest(most: number, holds: (count: number) => boolean): number {
  let good = 0;
  let bad = most + 1;
  for (let step = 1; good + 1 < bad; step *= 2) {
    const next = Math.min(good + step, bad - 1);
    if (holds(next)) good = next;
    else {
      bad = next;
      break;
    }
  }
  return bisect(good, bad, holds);
}

/** The largest count for which `holds` is true, between `good`, where it is, and `bad`, where it is not. */
function bisect(good: number, bad: number, holds: (count: number) => boolean): number {
  while (good + 1 < bad) {
    const middle = Math.floor((good + bad) / 2);
    if (holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** The entries with only the results that were taken. An entry that prints nothing has `tokens: 0`. */
function compose(
  entries: readonly QueryEntry[],
  taken: readonly Item[],
  silent: ReadonlySet<number>,
): readonly QueryEntry[] {
  const taking = entries.map((): SearchResult[] => []);
  for (const { entry, result } of taken) taking[entry]!.push(result);
  return entries.map((entry, at) => {
    const results = taking[at]!;
    const isSilent = silent.has(at) || (results.length === 0 && entry.results.length > 0);
    const { tokens: _, ...rest } = entry;
    return isSilent ? { ...rest, results, tokens: 0 } : { ...rest, results };
  });
}

/** The tokens of each entry as it is printed. */
function tokensOf(
  entries: readonly QueryEntry[],
  costs: AnswerCosts,
  { check }: Pick<Work, "check">,
): readonly number[] {
  const isOneOfSeveral = entries.length > 1;
  const last = entries.findLastIndex(({ tokens }) => tokens !== 0);
  const before = createPassagesBefore();
  return entries.map((entry, at) => {
    if (entry.tokens === 0) return 0;
    const after: Following = at === last ? "nothing" : "entry";
    const { results } = entry;
    const tokens = [costs.frame(entry, isOneOfSeveral, results.length > 0 ? "result" : after)];
    for (const [rank, result] of results.entries()) {
      check();
      tokens.push(costs.result(result, before, rank + 1 < results.length ? "result" : after));
      before.add(result);
    }
    return sum(tokens);
  });
}

/** The answer with the tokens of each entry and what is missing from it. */
function withCosts(
  entries: readonly QueryEntry[],
  composed: readonly QueryEntry[],
  costs: AnswerCosts,
  work: Pick<Work, "check">,
): SearchAnswer {
  const tokens = tokensOf(composed, costs, work);
  return {
    queries: composed.map((entry, at) => ({
      ...entry,
      tokens: tokens[at]!,
      left_out: leftOut(entries[at]!, entry, costs, work),
    })),
  };
}

function leftOut(
  before: QueryEntry,
  after: QueryEntry,
  costs: AnswerCosts,
  { check }: Pick<Work, "check">,
): readonly LeftOut[] {
  const shown = new Set(after.results.map(({ id }) => id));
  return before.results.filter(({ id }) => !shown.has(id)).map((result) => {
    check();
    return { id: result.id, title: result.title, tokens: costs.result(result, NOTHING_BEFORE, "nothing") };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The length of the longest token of cl100k_base, in characters. */
const MAX_TOKEN_LENGTH = 128;

/** As many whole words of a result's text as fit. Undefined when not even one does. */
function clip(
  result: SearchResult,
  maxTokens: number,
  fits: (clipped: SearchResult) => boolean,
): SearchResult | undefined {
  const { content, match_ranges = [] } = result;
  if (content === undefined) return undefined;
  const text = content.slice(0, maxTokens * MAX_TOKEN_LENGTH);
  // Long words are cut inside, and so is text in languages without blanks between words.
  const ends = [...text.matchAll(/\S{1,40}\p{M}*/gu)].map(({ 0: word, index }) => index + word.length);
  if (content.slice(ends.at(-1)).trim() === "") ends.pop();
  const cut = (words: number): SearchResult => {
    const shown = withoutLastHeading(content.slice(0, ends[words - 1]));
    const bytes = new TextEncoder().encode(shown).length;
    return {
      ...result,
      content: shown,
      match_ranges: match_ranges.filter(({ end }: MatchRange) => end <= bytes),
      truncated: true,
    };
  };
  const words = bisect(0, ends.length + 1, (count) => fits(cut(count)));
  return words === 0 ? undefined : cut(words);
}

/** A heading at the end says nothing when the text below it is cut off. */
function withoutLastHeading(content: string): string {
  const lastLine = content.lastIndexOf("\n") + 1;
  if (!/^\s*#{1,6}(?: |$)/.test(content.slice(lastLine))) return content;
  const before = content.slice(0, lastLine).trimEnd();
  return before === "" ? content : before;
}
