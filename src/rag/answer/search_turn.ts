/** What is searched for a turn of a conversation. */
import type { RagRetrieveAnswer, RagRow } from "../../answers/rag.ts";
import type { Generator } from "../../answering/generation/generator.ts";
import type { Turn } from "../../answering/prompt/build_prompt.ts";
import { RaError } from "../../errors.ts";
import type { RagRetriever } from "../retrieve/retriever.ts";
import type { RetrieveOptions } from "../retrieve/retrieve_options.ts";

/** How much a row counts that the question before finds. */
const EARLIER_WEIGHT = 0.3;
/** Turns that a model needs to restate a question. */
const TURNS_TO_RESTATE = 3;

export interface SearchedTurn {
  /** Best first, with their scores and ranks in this turn. */
  readonly rows: readonly RagRow[];
  /** What was searched for. */
  readonly searched: readonly string[];
  /** The answer to the question itself. */
  readonly retrieved: RagRetrieveAnswer;
}

/**
 * Searches for the question. With a model that restates it, only for what that model says; else also for the question
 * before, whose rows add a part of their score. Throws what retrieving throws.
 */
export async function searchTurn(
  retriever: RagRetriever,
  options: RetrieveOptions,
  { question, turns, rewriter, signal }: {
    readonly question: string;
    /** Oldest first. */
    readonly turns: readonly Turn[];
    readonly rewriter: Generator | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<SearchedTurn> {
  const before = turns.at(-1);
  if (before === undefined) return searchedFor(await retriever.retrieve(question, options));
  if (rewriter !== undefined) {
    const restated = await restate(rewriter, turns, question, signal);
    return searchedFor(await retriever.retrieve(restated, options));
  }
  const retrieved = await retriever.retrieve(question, options);
  const earlier = await retriever.retrieve(before.question, options);
  const scores = new Map<string, { readonly row: RagRow; readonly score: number }>();
  for (const [rows, weight] of [[retrieved.results, 1], [earlier.results, EARLIER_WEIGHT]] as const) {
    for (const row of rows) {
      const score = (scores.get(row.id)?.score ?? 0) + weight * (row.score ?? 0);
      scores.set(row.id, { row: scores.get(row.id)?.row ?? row, score });
    }
  }
  const rows = [...scores.values()]
    .sort((a, b) => b.score - a.score || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, options.finalK)
    .map(({ row, score }, at) => ({ ...row, score, rank: at + 1 }));
  return { rows, searched: [retrieved.question, earlier.question], retrieved };
}

function searchedFor(retrieved: RagRetrieveAnswer): SearchedTurn {
  return { rows: retrieved.results, searched: [retrieved.question], retrieved };
}

/** The question so that it stands alone; as it is where the model gives none. */
async function restate(
  rewriter: Generator,
  turns: readonly Turn[],
  question: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const earlier = turns.slice(-TURNS_TO_RESTATE).map((turn) => `Question: ${turn.question}\nAnswer: ${turn.answer}\n`);
  const prompt =
    "Restate the last question so that it can be understood without the others. Write only the question.\n\n" +
    `${earlier.join("\n")}\nLast question: ${question}\nRestated question:`;
  try {
    const made = await rewriter.generate(prompt, { signal });
    const line = made === "too-long"
      ? ""
      : made.text.split("\n").map((line) => line.trim()).find((line) => line !== "");
    return line === undefined || line === "" ? question : line;
  } catch (error) {
    // The answer itself will say what is wrong with the service.
    if (error instanceof RaError && error.code === "generation-failed") return question;
    throw error;
  }
}
