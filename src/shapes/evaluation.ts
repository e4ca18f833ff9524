/** Made from schemas/evaluation.ts by `npm run build:shapes`; never edited. */
import type { AnswerTokens, CitedAnswer } from "./answering.ts";

/** A row that was retrieved for a scenario. */
export interface EvaluatedRow {
  readonly rank: number;
  /** What `ra get` takes. */
  readonly id: string;
  readonly source_id: string;
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly page: number | null;
  readonly title: string;
  readonly score: number;
  readonly expected: boolean;
  readonly cited: boolean;
  /** What the model was given. */
  readonly content: string;
}

/** A sentence of an answer. */
export interface CheckedSentence {
  /** As it stands in the answer, with Markdown. */
  readonly text: string;
  /** The numbers that it cites, or that are cited for all of its paragraph. */
  readonly citations: readonly number[];
  readonly problems: readonly ("uncited" | "unknown_citation" | "misquote")[];
}

/** What became of a scenario. */
export interface ScenarioResult {
  readonly id: string;
  readonly question: string;
  readonly passed: boolean;
  /** Why it failed; empty if it passed. */
  readonly reasons: readonly string[];
  /** How well the rows are ordered, as nDCG@10; `null` where no path and no source is expected. */
  readonly ndcg: number | null;
  /** Share of the expected paths, or else sources, that the rows have. */
  readonly recall: number | null;
  /** Share of the citations that are expected; `null` without any. */
  readonly citation_precision: number | null;
  /** Share of the expected paths, or else sources, that the answer cites. */
  readonly citation_recall: number | null;
  /** Best first. */
  readonly rows: readonly EvaluatedRow[];
  /** In the order of the answer. */
  readonly sentences: readonly CheckedSentence[];
  /** `null` where asking failed. */
  readonly answer: CitedAnswer | null;
  readonly seconds: number;
}

/** A scenario beside an earlier run. */
export interface ScenarioChange {
  readonly id: string;
  readonly change: "fixed" | "broken" | "same" | "new" | "gone";
  /** In the earlier run; `null` where it was not there. */
  readonly passed: boolean | null;
  /** In the earlier run. */
  readonly ndcg: number | null;
  /** In the earlier run. */
  readonly recall: number | null;
  /** In the earlier run. */
  readonly citation_precision: number | null;
  /** In the earlier run. */
  readonly citation_recall: number | null;
  /** In the earlier run. */
  readonly answer: string | null;
}

/** All scenarios together; a measure is the mean of those that have it. */
export interface EvaluationSummary {
  readonly passed: number;
  readonly failed: number;
  /** How well the rows are ordered, as nDCG@10; `null` where no path and no source is expected. */
  readonly ndcg: number | null;
  /** Share of the expected paths, or else sources, that the rows have. */
  readonly recall: number | null;
  /** Share of the citations that are expected; `null` without any. */
  readonly citation_precision: number | null;
  /** Share of the expected paths, or else sources, that the answer cites. */
  readonly citation_recall: number | null;
  /** How many problems of each kind there are. */
  readonly problems: {
    readonly uncited: number;
    readonly unknown_citation: number;
    readonly misquote: number;
  };
  readonly tokens: AnswerTokens;
  readonly seconds: number;
}

/** A run of scenarios. */
export interface EvaluationReport {
  /** When the run began: ISO 8601, UTC. */
  readonly at: string;
  readonly config: string;
  /** The scenarios. */
  readonly file: string;
  /** The language model; `null` where the passages are the answer. */
  readonly model: string | null;
  /** `null` where no embedding took part. */
  readonly embedding_model: string | null;
  readonly reranker: string | null;
  /** Of the index. */
  readonly generation: string | null;
  readonly summary: EvaluationSummary;
  /** In the order of the file. */
  readonly scenarios: readonly ScenarioResult[];
  /** With `--baseline`: the earlier run. */
  readonly baseline?: {
    readonly at: string;
    readonly summary: EvaluationSummary;
    readonly changes: readonly ScenarioChange[];
  };
}

/** A question, answered twice. */
export interface ComparedQuestion {
  readonly question: string;
  /** What the model says without the documents. */
  readonly alone: {
    readonly answer: string;
    readonly tokens: AnswerTokens;
    readonly finish: "stop" | "length" | "cut";
    readonly seconds: number;
  };
  /** What it says with them. */
  readonly retrieved: CitedAnswer;
  /** Of `retrieved`. */
  readonly seconds: number;
}

/** Questions, each answered by the model alone and with retrieval. */
export interface ComparisonReport {
  readonly config: string;
  /** The questions. */
  readonly file: string;
  readonly model: string;
  readonly questions: readonly ComparedQuestion[];
}
