/** Answers a turn of a conversation: searches, asks the model, checks what it cites. */
import type { AnswerProblem, CitedAnswer } from "../shapes/answering.ts";
import type { CheckedSentence } from "../shapes/evaluation.ts";
import type { Warning } from "../errors.ts";
import { monotonicMs } from "../host/clock.ts";
import { answerQuestion, type AnswerWatcher } from "./answer_question.ts";
import type { UnitMarker } from "./citations/unit_text.ts";
import { markProblems } from "./citations/mark_problems.ts";
import { boundedGenerators } from "../models/generate/bounded_generator.ts";
import type { Generator } from "../models/generate/generator.ts";
import type { Generators } from "../models/generate/open_generators.ts";
import { DEFAULT_INPUT_TOKENS, type GenerationSettings } from "../models/generate/settings.ts";
import type { ScoredPassage } from "./passage.ts";
import type { PromptRules } from "./prompt/build_prompt.ts";
import type { Turn } from "./prompt/earlier_turns.ts";
import { type FoundEvidence, searchTurn } from "./search_turn.ts";
import { withoutUndefined } from "../shapes/without_undefined.ts";

/** How passages are found for the model. */
interface TurnSearch<F> {
  /** Throws what searching throws. */
  readonly search: (question: string) => Promise<FoundEvidence<F>>;
  /** How many passages the model is given. */
  readonly most: number;
  /** A passage that scores less is not evidence. */
  readonly floor: number;
  /** Whether the model restates a follow-up. */
  readonly rewrite: boolean;
}

export interface TurnParts<F> {
  readonly searching: TurnSearch<F>;
  readonly prompt: Omit<PromptRules, "most">;
  readonly settings: GenerationSettings | undefined;
  readonly generators: Generators;
  readonly warn: (warning: Warning) => void;
}

export interface TurnOptions<F> extends AnswerWatcher {
  /** Told what was found before the model is asked. */
  readonly onFound?: ((found: F, searched: readonly string[]) => void) | undefined;
  /** What the program that asks tells the model, such as a client's system message. The rules of the prompt win. */
  readonly instructions?: string | undefined;
}

export interface MadeAnswer<F = unknown> {
  readonly answer: CitedAnswer;
  /** The text of the answer, with its problems marked. */
  readonly marked: string;
  /** Where its citations stand. */
  readonly markers: readonly UnitMarker[];
  readonly sentences: readonly CheckedSentence[];
  /** What was found, best first. */
  readonly passages: readonly ScoredPassage[];
  readonly found: F;
}

/** Answers a question after `turns`, oldest first. */
export type AnswerTurn<F> = (
  question: string,
  turns: readonly Turn[],
  options: TurnOptions<F>,
) => Promise<MadeAnswer<F>>;

/** Throws what searching throws, `generation-failed`, `key-refused` and `interrupted`. */
export async function answerTurn<F>(
  parts: TurnParts<F>,
  question: string,
  turns: readonly Turn[],
  { onFound, instructions, ...watcher }: TurnOptions<F>,
): Promise<MadeAnswer<F>> {
  const { searching: { search, most, floor, rewrite }, settings, warn } = parts;
  const generators = withinTime(parts.generators, settings);
  const { passages, searched, found } = await searchTurn(search, {
    question,
    turns,
    rewriter: rewrite ? generators.generator : undefined,
    most,
    signal: watcher.signal,
  });
  onFound?.(found.answer, searched);
  const made = await answerQuestion({
    asked: { question: question.trim(), turns, instructions },
    evidence: {
      passages: passages.filter(({ score }) => score >= floor).map((passage, at) => ({ ...passage, number: at + 1 })),
      lacking: found.lacking,
    },
    prompt: { ...parts.prompt, most: settings?.max_input_tokens ?? DEFAULT_INPUT_TOKENS },
    generators: boundedGenerators(generators, watcher.bounds),
    warn,
    watcher,
  });
  const { answer: text, problems, leftOut, citations, markers, sentences, finish, model, provider, tokens } = made;
  const answer: CitedAnswer = {
    question,
    searched,
    ...found.took,
    answer: text,
    citations: citations.map(({ number, id, source_id, path, start_line, end_line, page, url, title }) => ({
      number,
      id,
      source_id,
      path,
      start_line,
      end_line,
      page,
      url,
      title,
    })),
    problems: problems.map(({ kind, text, number }) => withoutUndefined<AnswerProblem>({ kind, text, number })),
    left_out: leftOut,
    model,
    provider,
    tokens,
    finish,
  };
  return { answer, markers, sentences, passages, found: found.answer, marked: markProblems(text, problems) };
}

/** All that the models are asked for a turn takes `max_time` together. */
function withinTime({ generator, fallback }: Generators, settings: GenerationSettings | undefined): Generators {
  if (settings === undefined || generator === undefined) return { generator, fallback };
  let left = 1000 * settings.max_time;
  const timed = (model: Generator): Generator => ({
    ...model,
    close: () => model.close(),
    async generate(prompt, options) {
      const begun = monotonicMs();
      try {
        return await model.generate(prompt, { ...options, within: left });
      } finally {
        left -= monotonicMs() - begun;
      }
    },
  });
  return {
    generator: timed(generator),
    fallback: fallback && (async (why) => {
      const local = await fallback(why);
      return local && timed(local);
    }),
  };
}
