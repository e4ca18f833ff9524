/** Says why nothing was found. */
import type { QueryEntry } from "../../shapes/search.ts";
import type { Palette } from "../terminal/color.ts";
import { count } from "../quantity.ts";
import { signsNote } from "../signs_note.ts";
import { emptyTreesNote, unreadNote } from "../unread_note.ts";
import { sanitizeLine } from "../../text/sanitize.ts";

/** Characters of a query that are repeated. */
const MAX_QUERY = 200;

/** Prints `no results for …`, then what is known about each term and filter. */
export function formatZeroHits(entry: QueryEntry, palette: Palette): string {
  const { query, zero_hits } = entry;
  const { terms = [], filters = [] } = zero_hits ?? {};
  const removing = filters.filter(({ removed }) => removed > 0);
  const lines = [query === "" ? "no results" : `no results for ${beginning(sanitizeLine(query))}`];
  for (const { term, df, nearest } of terms) {
    const signs = signsNote(term);
    if (signs !== undefined) {
      lines.push(`  ${palette.heading(sanitizeLine(term))} ${sanitizeLine(signs)}`);
      continue;
    }
    const found = df === 0 ? "is in no section" : `is in ${count(df, "section")}`;
    const near = nearest.length === 0
      ? ""
      : `; nearest: ${nearest.map((other) => palette.match(sanitizeLine(other))).join(", ")}`;
    lines.push(`  ${palette.heading(sanitizeLine(term))} ${found}${near}`);
  }
  for (const { filter, removed } of removing) {
    lines.push(`  ${palette.heading(sanitizeLine(filter))} removed ${count(removed, "match", "matches")}`);
  }
  if (terms.length > 1 && removing.length === 0 && terms.every(({ df }) => df > 0)) {
    lines.push("  no section has all of them together");
  }
  return `${lines.join("\n")}\n${formatUnread(entry)}`;
}

/** A pasted message is named by its beginning. */
function beginning(query: string): string {
  return query.length > MAX_QUERY ? `${query.slice(0, MAX_QUERY).replace(/\S*$/, "").trimEnd()} …` : query;
}

/** What an answer that finds nothing says of documents that ra does not read: a line for each note, indented. */
export function formatUnread(
  { empty_trees = [], unread = [] }: Pick<QueryEntry, "empty_trees" | "unread">,
): string {
  return [emptyTreesNote(empty_trees), unreadNote(unread)].map((note) => note === undefined ? "" : `  ${note}\n`)
    .join("");
}
