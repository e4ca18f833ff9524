/** What `ra rag eval` and `ra rag compare` answer. `npm run build:shapes` makes types and JSON Schemas. */
import { z } from "zod";
import { AnswerTokens, CitedAnswer } from "./answering.ts";
import { count, fromOne, text, texts } from "./parts.ts";

const share = z.number().min(0).max(1);
const seconds = z.number().min(0);

const measures = {
  ndcg: share.nullable().describe(
    "how well the rows are ordered, as nDCG@10; `null` where no path and no source is expected",
  ),
  recall: share.nullable().describe("share of the expected paths, or else sources, that the rows have"),
  citation_precision: share.nullable().describe("share of the citations that are expected; `null` without any"),
  citation_recall: share.nullable().describe("share of the expected paths, or else sources, that the answer cites"),
};

const ProblemCounts = z.strictObject({
  uncited: count,
  unknown_citation: count,
  misquote: count,
}).describe("How many problems of each kind there are.");

export const EvaluatedRow = z.strictObject({
  rank: fromOne,
  id: text.describe("what `ra get` takes"),
  source_id: text,
  path: text,
  start_line: fromOne,
  end_line: fromOne,
  page: fromOne.nullable(),
  title: text,
  score: z.number(),
  expected: z.boolean(),
  cited: z.boolean(),
  content: text.describe("what the model was given"),
}).describe("A row that was retrieved for a scenario.");

export const CheckedSentence = z.strictObject({
  text: text.describe("as it stands in the answer, with Markdown"),
  citations: z.array(count).describe("the numbers that it cites, or that are cited for all of its paragraph"),
  problems: z.array(z.enum(["uncited", "unknown_citation", "misquote"])),
}).describe("A sentence of an answer.");

export const ScenarioResult = z.strictObject({
  id: text,
  question: text,
  passed: z.boolean(),
  reasons: texts.describe("why it failed; empty if it passed"),
  ...measures,
  rows: z.array(EvaluatedRow).describe("best first"),
  sentences: z.array(CheckedSentence).describe("in the order of the answer"),
  answer: CitedAnswer.nullable().describe("`null` where asking failed"),
  seconds,
}).describe("What became of a scenario.");

export const ScenarioChange = z.strictObject({
  id: text,
  change: z.enum(["fixed", "broken", "same", "new", "gone"]),
  passed: z.boolean().nullable().describe("in the earlier run; `null` where it was not there"),
  ndcg: share.nullable().describe("in the earlier run"),
  recall: share.nullable().describe("in the earlier run"),
  citation_precision: share.nullable().describe("in the earlier run"),
  citation_recall: share.nullable().describe("in the earlier run"),
  answer: text.nullable().describe("in the earlier run"),
}).describe("A scenario beside an earlier run.");

export const EvaluationSummary = z.strictObject({
  passed: count,
  failed: count,
  ...measures,
  problems: ProblemCounts,
  tokens: AnswerTokens,
  seconds,
}).describe("All scenarios together; a measure is the mean of those that have it.");

export const EvaluationReport = z.strictObject({
  at: text.describe("when the run began: ISO 8601, UTC"),
  config: text,
  file: text.describe("the scenarios"),
  model: text.nullable().describe("the language model; `null` where the passages are the answer"),
  embedding_model: text.nullable().describe("`null` where no embedding took part"),
  reranker: text.nullable(),
  generation: text.nullable().describe("of the index"),
  summary: EvaluationSummary,
  scenarios: z.array(ScenarioResult).describe("in the order of the file"),
  baseline: z.strictObject({
    at: text,
    summary: EvaluationSummary,
    changes: z.array(ScenarioChange),
  }).optional().describe("with `--baseline`: the earlier run"),
}).describe("A run of scenarios.");

export const ComparedQuestion = z.strictObject({
  question: text,
  alone: z.strictObject({
    answer: text,
    tokens: AnswerTokens,
    finish: z.enum(["stop", "length", "cut"]),
    seconds,
  }).describe("what the model says without the documents"),
  retrieved: CitedAnswer.describe("what it says with them"),
  seconds: seconds.describe("of `retrieved`"),
}).describe("A question, answered twice.");

export const ComparisonReport = z.strictObject({
  config: text,
  file: text.describe("the questions"),
  model: text,
  questions: z.array(ComparedQuestion),
}).describe("Questions, each answered by the model alone and with retrieval.");
