/** A conversation, which a session keeps. */
import { RaError } from "../../errors.ts";
import type { AnswerTurn, MadeAnswer, TurnOptions } from "../answer_turn.ts";
import type { Turn } from "../prompt/earlier_turns.ts";
import type { SessionStore } from "./session_store.ts";

export interface ChatOptions {
  readonly sessions: SessionStore;
  /** The name of the conversation; without it, this process alone remembers. */
  readonly session: string | undefined;
  /** How many earlier turns the prompt may hold. */
  readonly history: number;
}

export interface ChatAnswer<F> extends MadeAnswer<F> {
  /** Why the session does not keep the answer. Later ones are not kept either, and say nothing. */
  readonly unsaved?: RaError;
}

export interface Chat<F> {
  /** A turn is kept once it has an answer, or a part of one. Throws what answering throws. */
  ask(question: string, options: TurnOptions<F>): Promise<ChatAnswer<F>>;
}

/** Throws `usage` for the name of a session. */
export function openChat<F>(answer: AnswerTurn<F>, { sessions, session, history }: ChatOptions): Chat<F> {
  const turns: Turn[] = session === undefined ? [] : [...sessions.turns(session)];
  let isKept = session !== undefined;
  return {
    async ask(question, options) {
      const made = await answer(question, history === 0 ? [] : turns.slice(-history), options);
      const { answer: text, citations, finish } = made.answer;
      // Passages, and attached files among them, are never kept.
      const turn = {
        question,
        answer: finish === "extractive" ? "" : text,
        citations: citations.map(({ id }) => id),
        numbers: citations.map(({ number }) => number),
      };
      turns.push(turn);
      if (session === undefined || !isKept) return made;
      try {
        sessions.add(session, { ...turn, finish });
      } catch (error) {
        if (!(error instanceof RaError)) throw error;
        isKept = false;
        return { ...made, unsaved: unsavedError(session, error) };
      }
      return { ...made, answer: { ...made.answer, session } };
    },
  };
}

function unsavedError(session: string, error: RaError): RaError {
  return new RaError(error.code, `the session ${session} does not keep this answer: ${error.message}`, {
    path: error.path,
    hint: error.hint,
    cause: error,
  });
}
