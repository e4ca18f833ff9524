/** Why a passage is not among the results. */
import { z } from "zod";
import { text, texts } from "./parts.ts";

export const LossPhase = z.enum([
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
]).describe("The phase in which a chunk was lost, in the order in which a search runs them.");

export const WhyNot = z.strictObject({
  id: text.describe("the chunk that was asked about"),
  phase: LossPhase.describe("the phase that lost it"),
  score: z.number().nullable().describe("its own score; `null` when it has none"),
  needed: z.number().nullable().describe(
    "the score that would have kept it in this phase; `null` where scores do not decide",
  ),
  filters: texts.optional().describe("the filters and negations that exclude it"),
  missing: texts.optional().describe(
    "words and other parts of the query that would have found it, and that it does not have",
  ),
  lists: z.array(z.enum(["words", "meaning"])).optional().describe(
    "with semantic search: the lists of candidates that held it",
  ),
  cosine: z.number().nullable().optional().describe("with semantic search: its nearness to the query, if it is known"),
  into: text.optional().describe("id of the result that contains it, or that stands for it"),
  reason: z.enum(["copy", "translation", "version"]).optional().describe(
    "what it is of `into`: in the phase `copy`, and where `into` stands for it and was lost in this phase",
  ),
}).describe("Why a chunk is not among the results.");
