/** Says that no result has all the words of its query. */
import type { QueryEntry, SearchResult } from "../answers/search.ts";
import { count } from "./quantity.ts";

/** Undefined where a result has all the words. */
export function missingNote({ results, full_matches }: QueryEntry): string | undefined {
  if (results.length === 0 || !results.every(({ missing }) => missing !== undefined)) return undefined;
  if (full_matches === 0) return "no section has all the words";
  return `none of these has all the words; ${count(full_matches, "other section does", "other sections do")}`;
}

/** Names the words that a result lacks: `without: API, token`. Undefined where it has all. */
export function missingWordsText({ missing }: Pick<SearchResult, "missing">): string | undefined {
  return missing === undefined ? undefined : `without: ${missing.join(", ")}`;
}
