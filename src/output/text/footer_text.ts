/** The line below the results that says how many of the matches they show. */
import type { QueryEntry, SearchAnswer, SearchResult } from "../../shapes/search.ts";
import { count } from "../quantity.ts";
import type { Palette } from "../terminal/color.ts";

/** Empty when all matches are shown, or none. `isCut`: low scores may have been cut off. */
export function formatFooter(
  { results, total_matches: total }: QueryEntry,
  { limit, isCut }: { readonly limit: number; readonly isCut: boolean },
  palette: Palette,
): string {
  const shown = results.reduce((sum, result) => sum + matchesIn(result), 0);
  if (results.length === 0 || shown >= total) return "";
  const options = results.length >= limit ? `--limit ${total}` : isCut ? "--cutoff-ratio 0" : undefined;
  const next = options === undefined ? "" : `; ${options} for more`;
  return `\n${palette.dim(`${shown} of ${count(total, "match", "matches")}${next}`)}\n`;
}

/** The line below a brief answer: what it leaves out, and how to have it. Empty where nothing is left out. */
export function formatBriefFooter(
  { queries }: SearchAnswer,
  { left, inPart, limit, isCut, isTerminal }: {
    /** Results without room. */
    readonly left: number;
    /** Results of which not all text is shown. */
    readonly inPart: number;
    readonly limit: number;
    readonly isCut: boolean;
    /** Whether people read it: a program that reads a pipe knows its own limit. */
    readonly isTerminal: boolean;
  },
  palette: Palette,
): string {
  const found = queries.reduce((sum, { results }) => sum + results.length, 0);
  const total = queries.reduce((sum, { total_matches: matches }) => sum + matches, 0);
  const merged = queries.flatMap(({ results }) => results).reduce((sum, result) => sum + matchesIn(result), 0);
  const isFull = queries.some(({ results }) => results.length >= limit);
  const more = isFull ? `--limit ${2 * limit}` : isCut ? "--cutoff-ratio 0" : undefined;
  const parts = [
    ...left === 0 ? [] : [`${count(left, "more result")} ${left === 1 ? "has" : "have"} no room: --list names them`],
    ...inPart === 0 ? [] : [`${count(inPart, "passage")} in part: --full shows all of it, ra get PLACE one`],
    ...!isTerminal || merged >= total || found === 0 ? [] : [
      `${count(found, "result")} of ${count(total, "match", "matches")}${
        more === undefined ? "" : `: ${more} for more`
      }`,
    ],
  ];
  return parts.length === 0 ? "" : `\n${palette.dim(`(${parts.join("; ")})`)}\n`;
}

/** A result can be a section that several matches were merged into, or stand for other results of its document. */
function matchesIn({ constituents, more }: SearchResult): number {
  return (constituents?.length ?? 1) + (more?.length ?? 0);
}
