/** Made from schemas/literal.ts by `npm run build:shapes`; never edited. */

/** A part of a query that looks like syntax and is searched as words. */
export interface TakenLiterally {
  /** Where it begins in `query`, in UTF-16 code units from 0. */
  readonly start: number;
  /** Where it ends, exclusive; beyond the end of `query` for what a limit cuts off. */
  readonly end: number;
  /** The part, at most its first 200 code units and `…`. */
  readonly text: string;
  /** Why it cannot be meant as syntax. */
  readonly reason: string;
}
