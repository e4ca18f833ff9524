/** Merges several answers into one list. */
import { byScoreThenId } from "./rank_order.ts";
import { joinSnippets } from "./snippet.ts";
import { LOSS_PHASES } from "../../shapes/loss_phases.ts";
import type { Constituent, MatchRange, QueryEntry, SearchResult } from "../../shapes/search.ts";
import type { TookPart } from "../../shapes/took_part.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/** Shows each chunk once: with its higher score, all its match ranges, and its snippets joined with ` … `. */
export function mergeAnswers(
  whole: Pick<QueryEntry, "query" | "total_matches" | "full_matches" | "facets" | "empty_topics" | keyof TookPart>,
  entries: readonly QueryEntry[],
): QueryEntry {
  const byId = new Map<string, SearchResult>();
  for (const result of entries.flatMap((entry) => entry.results)) {
    const known = byId.get(result.id);
    byId.set(result.id, known === undefined ? result : mergeResults(known, result));
  }
  const results = [...byId.values()].sort((a, b) =>
    byScoreThenId({ id: a.id, score: a.score ?? 0 }, { id: b.id, score: b.score ?? 0 })
  );
  const why = furthest(entries);
  const zero = entries.flatMap((entry) => entry.zero_hits ?? []);
  return withoutUndefined<QueryEntry>({
    query: whole.query,
    total_matches: whole.total_matches,
    full_matches: whole.full_matches,
    ...mergeTookPart([whole, ...entries]),
    results,
    empty_topics: whole.empty_topics,
    zero_hits: results.length === 0 && zero.length > 0
      ? { terms: zero.flatMap(({ terms }) => terms), filters: zero[0]!.filters }
      : undefined,
    facets: whole.facets,
    why_not: why,
  });
}

/** What took part in any of the answers, and each thing that was missing once. */
function mergeTookPart(all: readonly TookPart[]): TookPart {
  const lists = [...new Set(all.flatMap((one) => one.lists))];
  const missing = new Map(
    all.flatMap(({ lists_missing: some = [] }) => some.map((one) => [`${one.list} ${one.reason}`, one] as const)),
  );
  return withoutUndefined<TookPart>({ lists, lists_missing: missing.size === 0 ? undefined : [...missing.values()] });
}

/** The report of the query in which the chunk came furthest. */
function furthest(entries: readonly QueryEntry[]): QueryEntry["why_not"] {
  return entries.flatMap(({ why_not }) => why_not ?? []).toSorted((a, b) =>
    LOSS_PHASES.indexOf(b.phase) - LOSS_PHASES.indexOf(a.phase)
  )[0];
}

function mergeResults(a: SearchResult, b: SearchResult): SearchResult {
  const snippets = [a.snippet, b.snippet].filter((snippet) => snippet !== undefined);
  const ranges = [a.match_ranges, b.match_ranges].filter((list) => list !== undefined);
  const constituents = [a.constituents, b.constituents].filter((list) => list !== undefined);
  const more = [a.more, b.more].filter((list) => list !== undefined);
  const { missing, ...kept } = a;
  return withoutUndefined<SearchResult>({
    ...kept,
    // It lacks words only if it lacks words of each query.
    missing: missing && b.missing && [...new Set([...missing, ...b.missing])],
    score: Math.max(a.score ?? 0, b.score ?? 0),
    snippet: snippets.length === 0 ? undefined : joinSnippets(snippets),
    match_ranges: ranges.length === 0 ? undefined : uniteRanges(ranges.flat()),
    constituents: constituents.length === 0 ? undefined : uniteConstituents(constituents.flat()),
    more: more.length === 0 ? undefined : uniteConstituents(more.flat()),
  });
}

function uniteRanges(ranges: readonly MatchRange[]): readonly MatchRange[] {
  const out: { start: number; end: number }[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = out.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else out.push({ start, end });
  }
  return out;
}

/** Each id once, with its higher score. */
export function uniteConstituents(constituents: readonly Constituent[]): readonly Constituent[] {
  const best = new Map<string, Constituent>();
  for (const constituent of constituents) {
    if ((best.get(constituent.id)?.score ?? -Infinity) < constituent.score) best.set(constituent.id, constituent);
  }
  return [...best.values()].sort(byScoreThenId);
}
