/** What an answer may cite. */

/** A passage as the model sees it. */
export interface NumberedPassage {
  /** From 1, in the order of rank. */
  readonly number: number;
  /** What `ra get` takes. */
  readonly id: string;
  readonly source_id: string;
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly page: number | null;
  readonly url: string | null;
  readonly title: string;
  readonly text: string;
}

/** A passage as a search found it. */
export interface ScoredPassage extends Omit<NumberedPassage, "number"> {
  readonly score: number;
}
