/** Presents the results of one answer. */
import type { Highlight } from "../ports/request.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import type { SearchResult } from "../../shapes/search.ts";
import { createMissingWords } from "./missing_words.ts";
import { presentResult } from "./present.ts";
import type { RankedResult } from "./ranked_result.ts";
import type { RankedAnswer } from "./rank_query.ts";

/** What results have beside their record. */
export interface Presenting {
  /** Whether they have no text. */
  readonly list: boolean;
  /** Whether they say which sections in their text match. */
  readonly sections?: boolean | undefined;
}

export function createPresenter(
  ranked: RankedAnswer,
  { retriever, catalogue, passages }: Snapshot,
  { list, sections }: Presenting,
): (result: RankedResult) => Promise<SearchResult> {
  const presenting = { retriever, passages, catalogue, highlight: ranked.response.highlight, list, sections };
  const missingWords = createMissingWords(ranked.response, catalogue);
  return async (result) => {
    if (isByMeaning(result, ranked)) {
      const { match_ranges: _, ...presented } = await presentResult(result, { ...presenting, highlight: NOTHING });
      return { ...presented, by: "meaning" };
    }
    const missing = await missingWords(result);
    const presented = await presentResult(result, presenting);
    return missing.length === 0 ? presented : { ...presented, missing };
  };
}

/** Whether no chunk of the result matches by words. */
function isByMeaning({ ranked: { hits } }: RankedResult, { fused }: RankedAnswer): boolean {
  return fused !== undefined && hits.every(({ chunk }) => fused.get(chunk.ref)?.lex === null);
}

const NOTHING: Highlight = { terms: [], phrases: [] };
