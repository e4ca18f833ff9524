/** Says what was asked for and took no part in an answer, one sentence for each. */
import type { TookPart } from "../shapes/took_part.ts";

const WITHOUT = { words: "words took no part", meaning: "searched by words alone", rerank: "not reranked" } as const;

/** Empty where everything took part. */
export function listsNotes({ lists, lists_missing: missing = [] }: TookPart): readonly string[] {
  return missing.map(({ list, reason }) => (lists.includes(list) ? reason : `${WITHOUT[list]}: ${reason}`));
}
