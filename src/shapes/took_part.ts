/** Made from schemas/took_part.ts by `npm run build:shapes`; never edited. */

/** What orders passages: their words, their meaning, a reranker. */
export type ListName = "words" | "meaning" | "rerank";

/** What was asked for and took no part in an answer, or not with all sections. */
export interface MissingList {
  readonly list: ListName;
  /** Why, and what to do about it where ra knows that. */
  readonly reason: string;
}

/** What took part in an answer. */
export interface TookPart {
  /** What took part in the answer; empty where nothing was searched for. */
  readonly lists: readonly ListName[];
  /** What was asked for, by an option or by `[semantic]`, and took no part; of what is in `lists`, what it lacks. */
  readonly lists_missing?: readonly MissingList[];
}
