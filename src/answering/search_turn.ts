/** What is searched for a turn of a conversation. */
import { RaError } from "../errors.ts";
import type { Generator } from "../models/generate/generator.ts";
import type { ScoredPassage } from "./passage.ts";
import type { TookPart } from "../shapes/took_part.ts";
import { answerIn, readTurns, type Turn } from "./prompt/earlier_turns.ts";
import { withoutMiddle } from "./prompt/shorten_text.ts";

/** How much a passage counts that the question before finds. */
const EARLIER_WEIGHT = 0.3;
/** A longer line is not a question. */
const MAX_QUESTION_LENGTH = 1000;
/** Turns that a model needs to restate a question. */
const TURNS_TO_RESTATE = 3;
/** What it needs of a question and of an answer, in characters. */
const TO_RESTATE = 8000;

/** What a search found. `F` is the search's own answer. */
export interface FoundEvidence<F> {
  /** As it was searched. */
  readonly question: string;
  /** Best first. */
  readonly passages: readonly ScoredPassage[];
  /** Words of the question that no document has. */
  readonly lacking: readonly string[];
  /** What it was searched by. */
  readonly took: TookPart;
  readonly answer: F;
}

export interface SearchedTurn<F> {
  /** Best first, with their scores in this turn. */
  readonly passages: readonly ScoredPassage[];
  /** What was searched for. */
  readonly searched: readonly string[];
  /** What the question itself found. */
  readonly found: FoundEvidence<F>;
}

/**
 * Searches for the question. With a model that restates it, only for what that model says; else also for the question
 * before, whose passages add a part of their score. Throws what searching throws.
 */
export async function searchTurn<F>(
  search: (question: string) => Promise<FoundEvidence<F>>,
  { question, turns, rewriter, most, signal }: {
    readonly question: string;
    /** Oldest first. */
    readonly turns: readonly Turn[];
    readonly rewriter: Generator | undefined;
    /** The number of passages. */
    readonly most: number;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<SearchedTurn<F>> {
  const before = turns.at(-1);
  if (before === undefined) return searchedFor(await search(question));
  if (rewriter !== undefined) return searchedFor(await search(await restate(rewriter, turns, question, signal)));
  const found = await search(question);
  const earlier = await search(before.question);
  const scored = new Map<string, ScoredPassage>();
  for (const [passages, weight] of [[found.passages, 1], [earlier.passages, EARLIER_WEIGHT]] as const) {
    for (const passage of passages) {
      const same = scored.get(passage.id);
      scored.set(passage.id, { ...(same ?? passage), score: (same?.score ?? 0) + weight * passage.score });
    }
  }
  const passages = [...scored.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, most);
  return { passages, searched: [found.question, earlier.question], found };
}

function searchedFor<F>(found: FoundEvidence<F>): SearchedTurn<F> {
  return { passages: found.passages, searched: [found.question], found };
}

/** The question so that it stands alone; as it is where the model gives none. */
async function restate(
  rewriter: Generator,
  turns: readonly Turn[],
  question: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const shortened = turns.slice(-TURNS_TO_RESTATE).map((turn) => ({
    question: turn.question.slice(0, TO_RESTATE),
    answer: turn.answer.slice(0, TO_RESTATE),
  }));
  const earlier = (await readTurns(shortened)).map((turn) =>
    `Question: ${turn.question}\nAnswer: ${answerIn(turn, new Map())}\n`
  );
  const last = withoutMiddle(question, TO_RESTATE).text;
  const prompt = {
    system: "Restate the last question so that it can be understood without the others. Write only the question.",
    user: `${earlier.join("\n")}\nLast question: ${last}\nRestated question:`,
  };
  try {
    const made = await rewriter.generate(prompt, { signal });
    const line = made === "too-long"
      ? ""
      : made.text.split("\n").map((line) => line.trim()).find((line) => line !== "");
    return line === undefined || line === "" || line.length > MAX_QUESTION_LENGTH ? question : line;
  } catch (error) {
    // The answer itself will say what is wrong with the service.
    if (error instanceof RaError && error.code === "generation-failed") return question;
    throw error;
  }
}
