/** Answers questions from the rows of a generation, with citations that were checked. */
import type { CitedAnswer } from "../../answers/answering.ts";
import type { RagRetrieveAnswer, RagRow } from "../../answers/rag.ts";
import { answerQuestion } from "../../answering/answer_question.ts";
import type { CheckedSentence } from "../../answers/evaluation.ts";
import type { UnitMarker } from "../../answering/citations/answer_units.ts";
import { markProblems } from "../../answering/citations/mark_problems.ts";
import type { NumberedPassage } from "../../answering/passage.ts";
import type { Turn } from "../../answering/prompt/build_prompt.ts";
import { readTemplate } from "../../answering/prompt/template.ts";
import { loadTokenCounter } from "../../retrieval/token_count.ts";
import type { EmbedderHost } from "../../semantic/host.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import { openRetriever } from "../retrieve/retriever.ts";
import type { RetrieveOptions } from "../retrieve/retrieve_options.ts";
import { openGenerators } from "./generators.ts";
import { searchTurn } from "./search_turn.ts";

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** In place of the answerer's own. */
  readonly retrieve?: RetrieveOptions | undefined;
  readonly onText?: ((piece: string) => void) | undefined;
  /** Told what was found before the model is asked. */
  readonly onFound?: ((found: RagRetrieveAnswer, searched: readonly string[]) => void) | undefined;
}

export interface MadeAnswer {
  readonly answer: CitedAnswer;
  /** The text of the answer, with its problems marked. */
  readonly marked: string;
  /** Where its citations stand. */
  readonly markers: readonly UnitMarker[];
  readonly sentences: readonly CheckedSentence[];
  /** What was retrieved, best first. */
  readonly rows: readonly RagRow[];
  readonly parameters: RagRetrieveAnswer["parameters"];
}

export interface Answerer {
  /**
   * `turns` are the earlier ones, oldest first. Throws what retrieving throws, `generation-failed`, `key-refused` and
   * `interrupted`.
   */
  answer(question: string, turns: readonly Turn[], options: AskOptions): Promise<MadeAnswer>;
  close(): void;
}

/** Without a section `generation`. */
const DEFAULT_INPUT_TOKENS = 8000;

/** Throws what opening the generation, the template and the model throws. */
export async function openAnswerer(
  config: RagConfig,
  retrieve: RetrieveOptions,
  host: EmbedderHost,
): Promise<Answerer> {
  const pathOf = (name: string): string => joinPath(config.folder, name);
  const template = readTemplate(host.fs, config.prompt?.template ?? "default", pathOf);
  const { generator, fallback } = await openGenerators(config, host);
  const retriever = await openRetriever(config, retrieve, host);
  const count = await loadTokenCounter();
  return {
    async answer(question, turns, { signal, retrieve: options = retrieve, onText, onFound }) {
      const rewriter = config.retrieval.rewrite ? generator : undefined;
      const { rows, searched, retrieved } = await searchTurn(retriever, options, {
        question,
        turns,
        rewriter,
        signal,
      });
      onFound?.(retrieved, searched);
      const evidence = rows.filter(({ score }) => (score ?? 0) >= config.retrieval.floor);
      const made = await answerQuestion({
        ...{ question: question.trim(), turns, template, count, generator, fallback, signal, onText },
        passages: evidence.map(passageOf),
        lacking: retrieved.unknown_words,
        maxInputTokens: config.generation?.max_input_tokens ?? DEFAULT_INPUT_TOKENS,
        onFallback: (why) =>
          host.warn({ code: "generation-failed", message: `${why}; ${config.generation!.fallback} answers instead` }),
      });
      const { answer: text, problems, leftOut, citations, markers, sentences, finish, model, provider, tokens } = made;
      const answer: CitedAnswer = {
        question,
        searched,
        answer: text,
        citations: citations.map(({ text: _, ...citation }) => citation),
        problems: problems.map(({ kind, text, number }) => ({
          kind,
          text,
          ...(number === undefined ? {} : { number }),
        })),
        left_out: leftOut,
        ...{ model, provider, tokens, finish },
      };
      return {
        ...{ answer, markers, sentences, rows, parameters: retrieved.parameters },
        marked: markProblems(text, problems),
      };
    },
    close() {
      retriever.close();
      generator?.close();
    },
  };
}

function passageOf(row: RagRow, at: number): NumberedPassage {
  const { id, source_id, path, start_line, end_line, page, url, title, content = "" } = row;
  return { number: at + 1, id, source_id, path, start_line, end_line, page, url, title, text: content };
}
