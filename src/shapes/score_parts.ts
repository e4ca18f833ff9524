/** The parts that a score adds up, before its factors, in the order shown. */
import type { ExplainedResult } from "./explanation.ts";

export const SCORE_PARTS = ["words", "neighbours", "document", "heading", "feedback"] as const satisfies readonly (
  keyof ExplainedResult
)[];
