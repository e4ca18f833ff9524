/** Fits an answer into a number of tokens. */
import type { Work } from "../ports/work.ts";
import { createPassagesBefore, type PassagesBefore } from "./passages_before.ts";
import { excerptOf } from "./excerpt.ts";
import type { LeftOut, QueryEntry, SearchAnswer, SearchResult } from "../../shapes/search.ts";

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
  /** The tokens of a text. Those of the lines of a text, each with its line end, add up to those of the text. */
  readonly countTokens: (text: string) => number;
}

interface Item {
  readonly entry: number;
  readonly result: SearchResult;
}

/**
 * The most that a page of several matching sections takes while other results wait: a tenth of a large budget, a third
 * of a small one.
 */
function mostOfPage(maxTokens: number): number {
  return Math.min(maxTokens / 3, Math.max(maxTokens / 10, 300));
}

/** The length of the longest token of cl100k_base, in characters. */
const MAX_TOKEN_LENGTH = 128;
/** A longer line is cut around its matches, in UTF-16 code units. */
const LONGEST_LINE = 1_024;
/** Where less of a line has room, nothing of it is shown. */
const SHORTEST_LINE = 16;

/**
 * Takes results rank by rank from all entries, as long as their text fits. Of a result that does not fit, and of a page
 * of several matching sections that is longer than `mostOfPage` while others wait, the lines around the matches are
 * taken, and it is marked `truncated`. Each entry reports its tokens (`tokens`; the sum never exceeds the budget) and
 * what is missing from it (`left_out`).
 */
export async function fillBudget({ answer, maxTokens, costs, work, countTokens }: BudgetInput): Promise<SearchAnswer> {
  const entries = answer.queries;
  const costWith = (taken: readonly Item[], silent: ReadonlySet<number>): number => {
    work.check();
    return sum(tokensOf(compose(entries, taken, silent), costs, work));
  };
  // An entry with nothing to show prints the reason if that fits.
  const silent = new Set(entries.flatMap(({ results }, at) => (results.length === 0 ? [at] : [])));
  for (const at of [...silent]) {
    const fewer = new Set([...silent].filter((other) => other !== at));
    if (costWith([], fewer) <= maxTokens) silent.delete(at);
  }

  let taken: readonly Item[] = [];
  const costOf = (more: readonly Item[]): number => costWith([...taken, ...more], silent);
  const items = rankByRank(entries);
  // A text of a hundred megabytes takes ten seconds to count.
  const isTooLong = ({ content = "" }: SearchResult): boolean => content.length > maxTokens * MAX_TOKEN_LENGTH;
  const isLongPage = ({ result }: Item, at: number): boolean =>
    isTooLong(result) ||
    at < items.length - 1 && (result.constituents?.length ?? 0) > 1 &&
      costs.result(result, NOTHING_BEFORE, "result") > mostOfPage(maxTokens);
  for (let at = 0; at < items.length; at++) {
    const pageAt = items.findIndex((item, nth) => nth >= at && isLongPage(item, nth));
    const next = (pageAt < 0 ? items.length : pageAt) - at;
    const whole = largest(next, (count) => costOf(items.slice(at, at + count)) <= maxTokens);
    taken = [...taken, ...items.slice(at, at + whole)];
    at += whole;
    await work.goOn();
    const item = items[at];
    if (item === undefined) break;
    const most = Math.min(
      maxTokens,
      whole < next || at === items.length - 1 ? Infinity : mostOfPage(maxTokens) + costOf([]),
    );
    const part = inPart(item, (one) => costOf([one]), most, countTokens);
    if (part === undefined) break;
    taken = [...taken, part];
    if (whole < next) break;
  }
  return withCosts(entries, compose(entries, taken, silent), costs, work);
}

/** The lines of a result around its matches, with which the answer costs at most `most`. Undefined where none fit. */
function inPart(
  item: Item,
  costWith: (item: Item) => number,
  most: number,
  countTokens: (text: string) => number,
): Item | undefined {
  const { content, match_ranges: ranges = [], sections = [] } = item.result;
  if (content === undefined) return undefined;
  const withText = (shown: Pick<SearchResult, "content" | "match_ranges">): Item => ({
    ...item,
    result: { ...item.result, ...shown, truncated: true },
  });
  const own = costWith(withText({ content: "", match_ranges: [] }));
  for (let longest = LONGEST_LINE; longest >= SHORTEST_LINE; longest /= 2) {
    let room = most - own;
    while (room > 0) {
      const costOf = (line: string): number => countTokens(`${line}\n`);
      const excerpt = excerptOf({ content, ranges, sections, costOf, most: room, longest });
      if (excerpt === undefined) break;
      const part = withText({ content: excerpt.content, match_ranges: excerpt.match_ranges });
      const over = costWith(part) - most;
      if (over <= 0) return part;
      room -= over;
    }
  }
  return undefined;
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
