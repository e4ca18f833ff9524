/** The words of a documentation. */
import { paragraphsOf, wordsOf } from "../relevance/plain_text.ts";
import type { Documentation } from "./documentation.ts";

export interface Vocabulary {
  /** Every word of the pages' whole texts, in lower case → the documents that hold it. */
  readonly holders: ReadonlyMap<string, ReadonlySet<string>>;
  /** The words of the prose of at least four letters from a to z and of nothing else. Sorted. */
  readonly prose: readonly string[];
}

/**
 * A word of a text is a run of letters and digits, so `user_id` holds `user`. A word of the prose stands alone:
 * `user_id` and `built-in` have none.
 */
export function vocabularyOf({ documents, chunks }: Documentation): Vocabulary {
  const holders = new Map<string, Set<string>>();
  for (const { id, markdown } of documents) {
    for (const word of new Set(markdown.toLowerCase().match(/[\p{L}\p{N}]+/gu))) {
      holders.set(word, (holders.get(word) ?? new Set()).add(id));
    }
  }
  const alone = chunks.flatMap(({ body }) => paragraphsOf(body)).flatMap(wordsOf);
  const prose = new Set(alone.map((word) => word.toLowerCase()).filter((word) => /^[a-z]{4,}$/.test(word)));
  return { holders, prose: [...prose].filter((word) => holders.has(word)).sort() };
}
