/** Says what the results of a query lack: words that none has, and topics of which nothing was found. */
import type { QueryEntry, SearchResult } from "../shapes/search.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import { count } from "./quantity.ts";

/** Undefined where a result has all the words, and each topic has a result. */
export function missingNote(entry: QueryEntry): string | undefined {
  const notes = [missingWordsNote(entry), emptyTopicsNote(entry)].filter((note) => note !== undefined);
  return notes.length === 0 ? undefined : notes.join("; ");
}

function emptyTopicsNote({ results, empty_topics: topics = [] }: QueryEntry): string | undefined {
  if (results.length === 0 || topics.length === 0) return undefined;
  return `nothing found for ${topics.map(sanitizeLine).join(", ")}`;
}

function missingWordsNote({ results, full_matches }: QueryEntry): string | undefined {
  if (results.length === 0 || !results.every(({ missing }) => missing !== undefined)) return undefined;
  if (full_matches === 0) return "no section has all the words";
  return `none of these has all the words; ${count(full_matches, "other section does", "other sections do")}`;
}

/** Names the words that a result lacks: `without: API, token`. Undefined where it has all. */
export function missingWordsText({ missing, by }: Pick<SearchResult, "missing" | "by">): string | undefined {
  if (by === "meaning") return "found by its meaning";
  return missing === undefined ? undefined : `without: ${missing.join(", ")}`;
}
