/** What to say when nothing was found. */
import type { QueryEntry } from "../../retrieval/result.ts";
import type { Palette } from "../terminal/colour.ts";
import { count } from "../quantity.ts";
import { sanitiseLine } from "../terminal/sanitise.ts";

/** `no results for …`, then what is known about each term and filter. */
export function formatZeroHits(entry: QueryEntry, palette: Palette): string {
  const lines = [`no results for ${sanitiseLine(entry.query)}`];
  for (const { term, df, nearest } of entry.zero_hits?.terms ?? []) {
    const found = df === 0 ? "is in no section" : `is in ${count(df, "section")}`;
    const near = nearest.length === 0
      ? ""
      : `; nearest: ${nearest.map((other) => palette.match(sanitiseLine(other))).join(", ")}`;
    lines.push(`  ${palette.heading(sanitiseLine(term))} ${found}${near}`);
  }
  for (const { filter, removed } of entry.zero_hits?.filters ?? []) {
    lines.push(`  ${palette.heading(sanitiseLine(filter))} removed ${count(removed, "match", "matches")}`);
  }
  return `${lines.join("\n")}\n`;
}
