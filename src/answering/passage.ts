/** What an answer may cite. */
import type { Citation } from "../shapes/answering.ts";
import type { SearchResult } from "../shapes/search.ts";

/** A passage as the model sees it. Numbers begin at 1, in the order of rank. */
export interface NumberedPassage extends Citation {
  readonly text: string;
}

/** A passage as a search found it. `source_id` is that of its tree where no source brought it in. */
export interface ScoredPassage extends Omit<NumberedPassage, "number"> {
  readonly score: number;
}

/** A result of a search, or a row of a generation. */
type PassageRow = Omit<SearchResult, "url"> & { readonly url?: string | null };

/** Undefined for a result without text: its file has changed since it was indexed. */
export function passageOf(result: PassageRow): ScoredPassage | undefined {
  const { id, tree, path, start_line, end_line, title, content, source, source_id = tree, url, score = 0 } = result;
  if (content === undefined) return undefined;
  const page = source?.unit === "page" ? source.first : null;
  return { id, source_id, path, start_line, end_line, page, url: url ?? null, title, text: content, score };
}
