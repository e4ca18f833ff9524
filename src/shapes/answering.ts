/** Made from schemas/answering.ts by `npm run build:shapes`; never edited. */
import type { UnreadFiles } from "./search.ts";
import type { TookPart } from "./took_part.ts";

/** A passage that an answer cites. */
export interface Citation {
  /** As in the text: `[1]`. */
  readonly number: number;
  /** What `ra get` takes. */
  readonly id: string;
  readonly source_id: string;
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly page: number | null;
  readonly url: string | null;
  readonly title: string;
}

/** What is wrong with the citations of an answer. */
export interface AnswerProblem {
  /**
   * `uncited`: the sentence claims something and cites nothing. `unknown_citation`: no passage of the prompt has the
   * number. `misquote`: the words in quotation marks stand in no passage that is cited for them.
   */
  readonly kind: "uncited" | "unknown_citation" | "misquote";
  /** The sentence, marker or quotation. */
  readonly text: string;
  /** Of `unknown_citation`. */
  readonly number?: number;
}

/**
 * Tokens of the prompt and the answer, as the model counted them; where its service does not say, as `cl100k_base`
 * counts them; `null` where no model was asked.
 */
export interface AnswerTokens {
  readonly input: number | null;
  readonly output: number | null;
}

/** An answer whose citations were checked. */
export interface CitedAnswer extends TookPart {
  readonly question: string;
  /** What was searched for: the question, and for a later turn the one before. */
  readonly searched: readonly string[];
  readonly answer: string;
  /** In the order of their numbers. */
  readonly citations: readonly Citation[];
  /** In the order of the answer. */
  readonly problems: readonly AnswerProblem[];
  /** What was found and is not in the prompt. */
  readonly left_out: {
    /** Ids of passages for which the prompt had no room. */
    readonly passages: readonly string[];
    /** Earlier turns for which it had no room. */
    readonly turns: number;
    /** Characters in the middle of the question for which it had no room. */
    readonly question?: number;
    /** Characters in the middle of what the program that asks tells the model. */
    readonly instructions?: number;
  };
  readonly session?: string;
  /** `null` where no model was asked. */
  readonly model: string | null;
  readonly provider: "openai" | "local" | null;
  readonly tokens: AnswerTokens;
  /**
   * `cut`: the answer ended early. `no_evidence`: nothing answers, so no model was asked. `extractive`: the passages
   * are the answer, as no model is there.
   */
  readonly finish: "stop" | "length" | "cut" | "no_evidence" | "extractive";
  /** With `no_evidence`, in `ask`: searched trees that hold nothing that ra reads. */
  readonly empty_trees?: readonly string[];
  /** With `no_evidence`, in `ask`: documents that ra does not read. */
  readonly unread?: readonly UnreadFiles[];
}

/** A question and its answer. */
export interface SessionTurn {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly question: string;
  readonly answer: string;
  /** Ids of the cited passages. */
  readonly citations: readonly string[];
  /** By which the answer cites each of `citations`. */
  readonly numbers?: readonly number[];
  readonly finish: string;
}

/** A conversation. */
export interface SessionSummary {
  readonly name: string;
  readonly turns: number;
  /** When the last turn was: ISO 8601, UTC. */
  readonly last: string | null;
}

/** All conversations of a configuration. */
export interface SessionList {
  readonly sessions: readonly SessionSummary[];
}

/** What was said in a conversation. */
export interface SessionTurns {
  readonly name: string;
  /** Oldest first. */
  readonly turns: readonly SessionTurn[];
}
