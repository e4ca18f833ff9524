/** What `ra rag chat`, `ra rag sessions` and `ra ask` answer. `npm run build:shapes` makes types and JSON Schemas. */
import { z } from "zod";
import { count, fromOne, text, texts } from "./parts.ts";
import { UnreadFiles } from "./search.ts";
import { TookPart } from "./took_part.ts";

export const Citation = z.strictObject({
  number: fromOne.describe("as in the text: `[1]`"),
  id: text.describe("what `ra get` takes"),
  source_id: text,
  path: text,
  start_line: fromOne,
  end_line: fromOne,
  page: fromOne.nullable(),
  url: text.nullable(),
  title: text,
}).describe("A passage that an answer cites.");

export const AnswerProblem = z.strictObject({
  kind: z.enum(["uncited", "unknown_citation", "misquote"]).describe(
    "`uncited`: the sentence claims something and cites nothing. `unknown_citation`: no passage of the prompt has the " +
      "number. `misquote`: the words in quotation marks stand in no passage that is cited for them",
  ),
  text: text.describe("the sentence, marker or quotation"),
  number: count.optional().describe("of `unknown_citation`"),
}).describe("What is wrong with the citations of an answer.");

const AnswerLeftOut = z.strictObject({
  passages: texts.describe("ids of passages for which the prompt had no room"),
  turns: count.describe("earlier turns for which it had no room"),
  question: count.optional().describe("characters in the middle of the question for which it had no room"),
  instructions: count.optional().describe("characters in the middle of what the program that asks tells the model"),
}).describe("What was found and is not in the prompt.");

export const AnswerTokens = z.strictObject({
  input: count.nullable(),
  output: count.nullable(),
}).describe(
  "Tokens of the prompt and the answer, as the model counted them; where its service does not say, as `cl100k_base` counts " +
    "them; `null` where no model was asked.",
);

export const CitedAnswer = z.strictObject({
  question: text,
  searched: texts.describe("what was searched for: the question, and for a later turn the one before"),
  ...TookPart.shape,
  answer: text,
  citations: z.array(Citation).describe("in the order of their numbers"),
  problems: z.array(AnswerProblem).describe("in the order of the answer"),
  left_out: AnswerLeftOut,
  session: text.optional(),
  model: text.nullable().describe("`null` where no model was asked"),
  provider: z.enum(["openai", "local"]).nullable(),
  tokens: AnswerTokens,
  finish: z.enum(["stop", "length", "cut", "no_evidence", "extractive"]).describe(
    "`cut`: the answer ended early. `no_evidence`: nothing answers, so no model was asked. `extractive`: the passages " +
      "are the answer, as no model is there",
  ),
  empty_trees: texts.optional().describe(
    "with `no_evidence`, in `ask`: searched trees that hold nothing that ra reads",
  ),
  unread: z.array(UnreadFiles).optional().describe("with `no_evidence`, in `ask`: documents that ra does not read"),
}).describe("An answer whose citations were checked.");

export const SessionTurn = z.strictObject({
  at: text.describe("ISO 8601, UTC"),
  question: text,
  answer: text,
  citations: texts.describe("ids of the cited passages"),
  numbers: z.array(count).optional().describe("by which the answer cites each of `citations`"),
  finish: text,
}).describe("A question and its answer.");

export const SessionSummary = z.strictObject({
  name: text,
  turns: count,
  last: text.nullable().describe("when the last turn was: ISO 8601, UTC"),
}).describe("A conversation.");

export const SessionList = z.strictObject({
  sessions: z.array(SessionSummary),
}).describe("All conversations of a configuration.");

export const SessionTurns = z.strictObject({
  name: text,
  turns: z.array(SessionTurn).describe("oldest first"),
}).describe("What was said in a conversation.");
