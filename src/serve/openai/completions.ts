/** Answers as chat completions, whole and as chunks. */
import type { CitedAnswer } from "../../shapes/answering.ts";
import { type BridgedAnswer, extrasOf, isAtBound, placedCitations } from "./annotations.ts";
import type { AnswerShape } from "./answer_stream.ts";

/** What one answer has in all its chunks. */
export interface AnswerHead {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
}

export interface CompletionWishes {
  /** Whether the stream says how many tokens were used. */
  readonly wantsUsage: boolean;
  /** Messages of the client that ra did not use. */
  readonly passedOver: number;
}

export function completionShape(head: AnswerHead, { wantsUsage, passedOver }: CompletionWishes): AnswerShape {
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
  });
  return {
    whole: (made) => ({
      ...head,
      object: "chat.completion",
      choices: [{
        index: 0,
        message: { role: "assistant", content: made.answer.answer, refusal: null, annotations: annotationsOf(made) },
        finish_reason: finishOf(made.answer),
        logprobs: null,
      }],
      usage: usageOf(made.answer),
      ...extrasOf(made.answer, passedOver),
    }),
    first: () => [chunk({ role: "assistant", content: "" })],
    text: (content) => chunk({ content }),
    last: (made) => [
      { ...chunk({ annotations: annotationsOf(made) }, finishOf(made.answer)), ...extrasOf(made.answer, passedOver) },
      ...(wantsUsage ? [{ ...head, object: "chat.completion.chunk", choices: [], usage: usageOf(made.answer) }] : []),
    ],
    failure: (error) => error,
    saysDone: true,
  };
}

function finishOf(answer: CitedAnswer): string {
  return isAtBound(answer) ? "length" : "stop";
}

function usageOf({ tokens: { input, output } }: CitedAnswer): object {
  const [prompt_tokens, completion_tokens] = [input ?? 0, output ?? 0];
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function annotationsOf(bridged: BridgedAnswer): readonly object[] {
  return placedCitations(bridged).map(({ citation: { id, path, title, url }, start, end }) => {
    const range = { start_index: start, end_index: end };
    return url === null
      ? { type: "file_citation", file_citation: { ...range, file_id: id, filename: path, title, url: null } }
      : { type: "url_citation", url_citation: { ...range, title, url } };
  });
}
