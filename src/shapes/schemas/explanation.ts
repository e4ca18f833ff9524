/** What `--explain` adds to an answer. `docs/ranking.md` has the formula. */
import { z } from "zod";
import { count, fromOne, text } from "./parts.ts";

export const ScoredField = z.strictObject({
  field: text,
  frequency: count.describe("how often the term stands in it"),
  length: count.describe("terms in the field"),
  weight: z.number().describe("the field's boost"),
}).describe("What one field adds to a term's score.");

export const ScoredTerm = z.strictObject({
  term: text,
  idf: z.number().describe("how rare it is; lowered where the term is not the typed one"),
  score: z.number(),
  fields: z.array(ScoredField),
}).describe("A term that the chunk holds for a clause.");

export const ScoredClause = z.strictObject({
  word: text.nullable().describe("the word as typed; `null` for phrases, fields and groups"),
  score: z.number(),
  terms: z.array(ScoredTerm).describe(
    "the terms that the chunk holds, the typed one and near ones; of one word's terms under one stemmer, only the best counts",
  ),
}).describe("One clause of the query.");

export const ScoreParts = z.strictObject({
  words: z.number().describe("the clauses' scores together, as far as the chunk holds them"),
  neighbours: z.number().describe("what words side by side add"),
  document: z.number().describe("what the rest of the document adds"),
  heading: z.number().describe("what the query's words in the chunk's own title add"),
  feedback: z.number().describe("what the terms of the best documents add"),
  coverage: z.number().describe("0 to 1; the share of the words' weight that the chunk holds"),
  factor: z.number().describe("the factor of the chunk's tree"),
  weight: z.number().describe("the weight of the document's path"),
  lift: z.number().describe("what an exact heading or file name adds"),
  clauses: z.array(ScoredClause),
}).describe(
  "What a score is made of: `(words + neighbours + document + heading + feedback) · factor · weight + lift`.",
);

export const FusedScore = z.strictObject({
  lex: z.number().nullable().describe("the score by words, before factor, weight and lift; `null` without a match"),
  cosine: z.number().nullable().describe("the nearness to the query, -1 to 1; `null` without a vector"),
  words: z.number().describe("what the words give: their share of the best score by words, times 1 - weight"),
  meaning: z.number().describe("what the meaning gives: the scaled cosine, times weight"),
  scale: z.number().describe("the factor of the tree times the weight of the path"),
}).describe("With semantic search: `score = (words + meaning) · scale`, plus what an exact heading adds.");

export const RerankedScore = z.strictObject({
  score: z.number().describe("what the reranker gave; more is better, on any scale"),
  before: fromOne.describe("the place that the chunk had before, from 1; its `score` is that of its new place"),
}).describe("What a reranker made of one of the best candidates.");

export const ExplainedResult = z.strictObject({
  id: text,
  chunk: text.describe("the chunk that was found: the result itself or one that went into it"),
  score: z.number(),
  ...ScoreParts.shape,
  fused: FusedScore.optional(),
  reranked: RerankedScore.optional(),
}).describe("A result, and the parts of its best chunk's score.");

export const SearchPhases = z.strictObject({
  candidates: count,
  cut: count,
  aggregated: count,
  returned: count,
}).describe("How many chunks each phase left.");

export const Explanation = z.strictObject({
  ast: text.describe("how the query was understood, as ra prints queries"),
  parameters: z.record(text, z.unknown()).describe("the settings in force"),
  phases: SearchPhases,
  scores: z.array(z.number()).describe("scores of the candidates, best first"),
  cut_at: count.describe("how many candidates the cut left"),
  lost_to_local_boost: count.min(1).optional().describe(
    "how many candidates of global trees the cut would have left without `settings.local_boost`",
  ),
  results: z.array(ExplainedResult),
}).describe("How the answer came about.");

export const TermSource = z.enum([
  "path",
  "rule",
  "pattern",
  "heading",
  "definition",
  "comment",
  "string",
  "text",
  "code",
]).describe("Where a term of a file comes from.");

export const ExplainedTerm = z.strictObject({
  term: text,
  sources: z.array(TermSource).describe("the most important first"),
  tf: z.number().describe("how often it occurs, weighted by where"),
  df: fromOne.describe("sections that hold it"),
  idf: z.number().describe("how rare it is"),
  weight: z.number().min(0).max(1).describe("0 to 1; the most distinctive term has 1"),
}).describe("A term that a file is searched with.");

export const ExplainedFile = z.strictObject({
  file: text,
  query: text,
  terms: z.array(ExplainedTerm),
}).describe("A source file, its query and the query's terms.");
