/** The line below the results that says how many of the matches they show. */
import type { QueryEntry, SearchResult } from "../../shapes/search.ts";
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

/** A result can be a section that several matches were merged into, or stand for other results of its document. */
function matchesIn({ constituents, more }: SearchResult): number {
  return (constituents?.length ?? 1) + (more?.length ?? 0);
}
