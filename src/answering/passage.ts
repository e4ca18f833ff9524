/** What an answer may cite. */
import type { Citation } from "../shapes/answering.ts";

/** A passage as the model sees it. Numbers begin at 1, in the order of rank. */
export interface NumberedPassage extends Citation {
  readonly text: string;
}

/** A passage as a search found it. */
export interface ScoredPassage extends Omit<NumberedPassage, "number"> {
  readonly score: number;
}
