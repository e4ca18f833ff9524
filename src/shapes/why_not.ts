/** Made from schemas/why_not.ts by `npm run build:shapes`; never edited. */

/** The phase in which a chunk was lost, in the order in which a search runs them. */
export type LossPhase =
  | "unknown"
  | "filtered"
  | "not matched"
  | "copy"
  | "candidates"
  | "cutoff"
  | "aggregated"
  | "grouped"
  | "limit"
  | "budget"
  | "returned";

/** Why a chunk is not among the results. */
export interface WhyNot {
  /** The chunk that was asked about. */
  readonly id: string;
  /** The phase that lost it. */
  readonly phase: LossPhase;
  /** Its own score; `null` when it has none. */
  readonly score: number | null;
  /** The score that would have kept it in this phase; `null` where scores do not decide. */
  readonly needed: number | null;
  /** The filters and negations that exclude it. */
  readonly filters?: readonly string[];
  /** Words and other parts of the query that would have found it, and that it does not have. */
  readonly missing?: readonly string[];
  /** With semantic search: the lists of candidates that held it. */
  readonly lists?: readonly ("words" | "meaning")[];
  /** With semantic search: its nearness to the query, if it is known. */
  readonly cosine?: number | null;
  /** Id of the result that contains it, or that stands for it. */
  readonly into?: string;
  /** What it is of `into`: in the phase `copy`, and where `into` stands for it and was lost in this phase. */
  readonly reason?: "copy" | "translation" | "version";
}
