/** The phases that can lose a chunk, in their order. Made from schemas/ by `npm run build:shapes`; never edited. */
import type { LossPhase } from "./why_not.ts";

export const LOSS_PHASES: readonly LossPhase[] = [
  "unknown",
  "filtered",
  "not matched",
  "copy",
  "candidates",
  "cutoff",
  "aggregated",
  "grouped",
  "limit",
  "budget",
  "returned",
];
