/** What took part in an answer. `npm run build:shapes` makes types and JSON Schemas from it. */
import { z } from "zod";
import { text } from "./parts.ts";

export const ListName = z.enum(["words", "meaning", "rerank"]).describe(
  "What orders passages: their words, their meaning, a reranker.",
);

export const MissingList = z.strictObject({
  list: ListName,
  reason: text.describe("why, and what to do about it where ra knows that"),
}).describe("What was asked for and took no part in an answer, or not with all sections.");

export const TookPart = z.strictObject({
  lists: z.array(ListName).describe("what took part in the answer; empty where nothing was searched for"),
  lists_missing: z.array(MissingList).optional().describe(
    "what was asked for, by an option or by `[semantic]`, and took no part; of what is in `lists`, what it lacks",
  ),
}).describe("What took part in an answer.");
