/** `ra rag chat`: answers from the rows of a generation, with citations that were checked. */
import type { CitedAnswer } from "../../answers/answering.ts";
import type { RagRetrieveAnswer, RagRow } from "../../answers/rag.ts";
import { answerQuestion } from "../../answering/answer_question.ts";
import { markProblems } from "../../answering/citations/mark_problems.ts";
import type { NumberedPassage } from "../../answering/passage.ts";
import type { Turn } from "../../answering/prompt/build_prompt.ts";
import { readTemplate } from "../../answering/prompt/template.ts";
import { openSessions, type SessionStore } from "../../answering/sessions/session_store.ts";
import { loadTokenCounter } from "../../retrieval/token_count.ts";
import type { EmbedderHost } from "../../semantic/host.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import { openRetriever } from "../retrieve/retriever.ts";
import type { RetrieveOptions } from "../retrieve/retrieve_options.ts";
import { openGenerators } from "./generators.ts";
import { searchTurn } from "./search_turn.ts";

export interface ChatOptions {
  readonly retrieve: RetrieveOptions;
  /** The name of the conversation; without it, this process alone remembers. */
  readonly session: string | undefined;
  /** How many earlier turns the prompt may hold. */
  readonly history: number;
}

interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onText?: ((piece: string) => void) | undefined;
  /** Told what was found before the model is asked. */
  readonly onFound?: ((found: RagRetrieveAnswer, searched: readonly string[]) => void) | undefined;
}

export interface Chat {
  /**
   * Throws what retrieving throws, `generation-failed`, `key-refused` and `interrupted`. A turn is kept once it has an
   * answer, or a part of one.
   */
  ask(question: string, options: AskOptions): Promise<ChatAnswer>;
  close(): void;
}

interface ChatAnswer {
  readonly answer: CitedAnswer;
  /** The text of the answer, with its problems marked. */
  readonly marked: string;
}

/** A configuration without `prompt` has the template that is built in. */
const DEFAULT_INPUT_TOKENS = 8000;

export function sessionsOf(fs: EmbedderHost["fs"], { cacheRoot }: Pick<RagConfig, "cacheRoot">): SessionStore {
  return openSessions(fs, joinPath(cacheRoot, "sessions"));
}

/** Throws what opening the generation, the template and the model throws, and `usage` for the name of a session. */
export async function openChat(config: RagConfig, options: ChatOptions, host: EmbedderHost): Promise<Chat> {
  const { session, history } = options;
  const pathOf = (name: string): string => joinPath(config.folder, name);
  const template = readTemplate(host.fs, config.prompt?.template ?? "default", pathOf);
  const sessions = sessionsOf(host.fs, config);
  const turns: Turn[] = session === undefined ? [] : [...sessions.turns(session)];
  const { generator, fallback } = await openGenerators(config, host);
  const retriever = await openRetriever(config, options.retrieve, host);
  const count = await loadTokenCounter();
  return {
    async ask(question, { signal, onText, onFound }) {
      const known = history === 0 ? [] : turns.slice(-history);
      const rewriter = config.retrieval.rewrite ? generator : undefined;
      const { rows, searched, retrieved } = await searchTurn(retriever, options.retrieve, {
        ...{ question, turns: known, rewriter, signal },
      });
      onFound?.(retrieved, searched);
      const evidence = rows.filter(({ score }) => (score ?? 0) >= config.retrieval.floor);
      const made = await answerQuestion({
        ...{ question: question.trim(), turns: known, template, count, generator, fallback, signal, onText },
        passages: evidence.map(passageOf),
        lacking: retrieved.unknown_words,
        maxInputTokens: config.generation?.max_input_tokens ?? DEFAULT_INPUT_TOKENS,
        onFallback: (why) =>
          host.warn({ code: "generation-failed", message: `${why}; ${config.generation!.fallback} answers instead` }),
      });
      const { answer: text, problems, leftOut, citations, finish, model, provider, tokens } = made;
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
        ...(session === undefined ? {} : { session }),
        ...{ model, provider, tokens, finish },
      };
      // Passages, and attached files among them, are never kept.
      const turn = { question, answer: finish === "extractive" ? "" : text };
      turns.push(turn);
      if (session !== undefined) sessions.add(session, { ...turn, citations: citations.map(({ id }) => id), finish });
      return { answer, marked: markProblems(text, problems) };
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
