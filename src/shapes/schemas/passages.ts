/** The passages that `ra rag` finds. `npm run build:shapes` makes types and JSON Schemas from it. */
import { z } from "zod";
import { count, fromOne, sourceType, text, texts } from "./parts.ts";
import { SearchResult } from "./search.ts";
import { TookPart } from "./took_part.ts";

const share = z.number().nullable();

export const RagRow = SearchResult.omit({ url: true, source_id: true }).extend({
  source_id: text.describe("id of the source"),
  source_type: z.enum([...sourceType.options, "attachment"]),
  repo: text.nullable().describe("the address of a git source's repository"),
  page: count.nullable().describe("the first page, of a document with pages"),
  url: text.nullable(),
  rank: fromOne,
  scores: z.strictObject({
    semantic: share,
    bm25: share,
    identifier: share,
    rerank: share,
  }).describe(
    "what the score is made of, before the weights: 0 to 1, and the reranker's on its own scale; `null` for what took no part",
  ),
}).describe("A row of an answer.");

export const RagLeftOut = z.strictObject({
  what: z.enum(["semantic", "bm25", "reranker", "attachment"]),
  why: text,
}).describe("What took no part in an answer.");

export const RagAttached = z.strictObject({ files: count, chunks: count }).describe("What was attached to a question.");

export const RagRetrieveAnswer = z.strictObject({
  question: text,
  chosen_words: texts.optional().describe("of a long question: the words that were searched for, best first"),
  ...TookPart.shape,
  results: z.array(RagRow).describe("best first"),
  left_out: z.array(RagLeftOut),
  unknown_words: texts.describe("words of the question that no document has"),
  attached: RagAttached.nullable().describe("`null` without `--attach`"),
  parameters: z.strictObject({
    bm25: z.boolean(),
    weights: z.strictObject({ semantic: z.number(), bm25: z.number(), identifier: z.number() }),
    initial_k: fromOne.describe("how many candidates each list has"),
    final_k: fromOne,
    reranker: text.nullable(),
    device: z.enum(["cpu", "gpu", "mps"]),
    model: text.nullable(),
    generation: text.nullable().describe("`null` with `--attach-only`"),
  }),
}).describe("The answer of `ra rag retrieve`.");
