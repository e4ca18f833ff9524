/** What `ra model` answers. */
import { z } from "zod";
import { count, text, texts } from "./parts.ts";

export const ModelReport = z.strictObject({
  name: text,
  kind: z.enum(["encoder", "cross-encoder", "ocr-language"]).nullable()
    .describe("an encoder finds, a cross-encoder reranks, a language reads pictures"),
  source: text.nullable().describe("the repository or folder of its files"),
  revision: text.nullable(),
  dtype: z.enum(["f32", "int8"]).nullable(),
  bytes: count.describe("on disk"),
  floor: z.number().nullable().describe("of an encoder: the cosine below which nothing is near"),
  weight: z.number().nullable().describe("of an encoder: the share of the meaning in scores that suits it"),
  languages: texts.nullable().describe("codes of those that it reads, as its maker or a measurement says"),
  licence: text.nullable(),
  origin: text.nullable().describe("where its files came from, as `ra model add` takes it"),
  problem: text.nullable().describe("why it cannot be used; the keys above that are unknown are then `null`"),
}).describe("An installed model or OCR language.");

export const TestedPair = z.strictObject({
  sentences: texts.describe("two sentences that say the same"),
  related: z.number().describe("their cosine; of a cross-encoder its score"),
  unrelated: z.number().describe("the same for the first one and a sentence that says something else"),
  expected: z.array(z.number()).optional().describe("both for the full weights of a known model"),
}).describe("What a model gives for sentences that say the same, and for others.");

export const ModelTestReport = z.strictObject({
  name: text,
  pairs: z.array(TestedPair),
  passed: z.boolean(),
}).describe("What a model gives for ten sentences.");
