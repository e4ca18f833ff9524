/** `ra rag chat`: a conversation, which a session keeps. */
import type { Turn } from "../../answering/prompt/build_prompt.ts";
import { openSessions, type SessionStore } from "../../answering/sessions/session_store.ts";
import type { EmbedderHost } from "../../semantic/host.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import type { RetrieveOptions } from "../retrieve/retrieve_options.ts";
import { type AskOptions, type MadeAnswer, openAnswerer } from "./answerer.ts";

export interface ChatOptions {
  readonly retrieve: RetrieveOptions;
  /** The name of the conversation; without it, this process alone remembers. */
  readonly session: string | undefined;
  /** How many earlier turns the prompt may hold. */
  readonly history: number;
}

export interface Chat {
  /** A turn is kept once it has an answer, or a part of one. Throws what answering throws. */
  ask(question: string, options: AskOptions): Promise<MadeAnswer>;
  close(): void;
}

export function sessionsOf(fs: EmbedderHost["fs"], { cacheRoot }: Pick<RagConfig, "cacheRoot">): SessionStore {
  return openSessions(fs, joinPath(cacheRoot, "sessions"));
}

/** Throws what opening an answerer throws, and `usage` for the name of a session. */
export async function openChat(config: RagConfig, options: ChatOptions, host: EmbedderHost): Promise<Chat> {
  const { session, history, retrieve } = options;
  const sessions = sessionsOf(host.fs, config);
  const turns: Turn[] = session === undefined ? [] : [...sessions.turns(session)];
  const answerer = await openAnswerer(config, retrieve, host);
  return {
    async ask(question, asked) {
      const made = await answerer.answer(question, history === 0 ? [] : turns.slice(-history), asked);
      const { answer, citations, finish } = made.answer;
      // Passages, and attached files among them, are never kept.
      const turn = { question, answer: finish === "extractive" ? "" : answer };
      turns.push(turn);
      if (session === undefined) return made;
      sessions.add(session, { ...turn, citations: citations.map(({ id }) => id), finish });
      return { ...made, answer: { ...made.answer, session } };
    },
    close: answerer.close,
  };
}
