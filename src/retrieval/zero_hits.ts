/** Why nothing was found. */
import type { RankedAnswer } from "./rank_query.ts";
import type { ZeroHits } from "./result.ts";

/** What the index holds of each word, and what each filter removed. */
export function zeroHits({ response, filters }: RankedAnswer): ZeroHits {
  return {
    terms: response.words.map(({ word, df, nearest: near }) => ({ term: word, df, nearest: near })),
    filters: filters.map(({ text }, at) => ({ filter: text, removed: response.removed[at] ?? 0 })),
  };
}
