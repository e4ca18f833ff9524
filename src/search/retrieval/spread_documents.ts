/** Keeps one long document from filling the first places. */
import type { RankedHit, SearchResponse } from "../ports/request.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

const DECAY = 0.6;

/**
 * Lowers the scores of a document's further candidates: the second is multiplied by the decay, the third by its square,
 * and so on. Returns all candidates, best first.
 */
export function spreadDocuments(response: SearchResponse, documentOf: (hit: RankedHit) => string): SearchResponse {
  const seen = new Map<string, number>();
  const hits = response.hits.map((hit, index) => {
    const document = documentOf(hit);
    const before = seen.get(document) ?? 0;
    seen.set(document, before + 1);
    const factor = DECAY ** before;
    return { index, hit: { ...hit, score: hit.score * factor, base: hit.base * factor } };
  });
  hits.sort((a, b) => b.hit.score - a.hit.score || a.index - b.index);
  const { explained } = response;
  return withoutUndefined<SearchResponse>({
    ...response,
    hits: hits.map(({ hit }) => hit),
    explained: explained && hits.map(({ index }) => explained[index]!),
  });
}
