/** Answers as OpenAI's responses, whole and as events. */
import type { MadeAnswer } from "../../answering/answer_turn.ts";
import type { CitedAnswer } from "../../shapes/answering.ts";
import { type BridgedAnswer, extrasOf, isAtBound, isCutShort, placedCitations } from "./annotations.ts";
import type { AnswerShape } from "./answer_stream.ts";
import type { AnswerHead } from "./completions.ts";
import type { OpenAiError } from "./openai_error.ts";

/** What a response repeats of its request. */
export interface ResponseRequest {
  readonly instructions: string | null;
  readonly maxTokens: number | undefined;
  readonly metadata: unknown;
  /** Messages of the client that ra did not use. */
  readonly passedOver: number;
}

/** The place of the only text in the only message. */
const PLACE = { output_index: 0, content_index: 0 };

export function responseShape(head: AnswerHead, request: ResponseRequest): AnswerShape {
  const itemId = head.id.replace(/^resp/, "msg");
  const base = baseOf(head, request);
  const message = (status: string, content: readonly object[]): object => ({
    id: itemId,
    type: "message",
    status,
    role: "assistant",
    content,
  });
  const whole = (made: MadeAnswer): object => {
    const { answer } = made;
    const isCut = isCutShort(answer);
    return {
      ...base,
      status: isCut ? "incomplete" : "completed",
      incomplete_details: isAtBound(answer) ? { reason: "max_output_tokens" } : null,
      output: [message(isCut ? "incomplete" : "completed", [textPart(answer.answer, annotationsOf(made))])],
      usage: usageOf(answer),
      ...extrasOf(answer, request.passedOver),
    };
  };
  return {
    whole,
    first: () => [
      { type: "response.created", response: base },
      { type: "response.in_progress", response: base },
      { type: "response.output_item.added", output_index: 0, item: message("in_progress", []) },
      { type: "response.content_part.added", item_id: itemId, ...PLACE, part: textPart("", []) },
    ],
    text: (delta) => ({ type: "response.output_text.delta", item_id: itemId, ...PLACE, delta, logprobs: [] }),
    last(made) {
      const text = made.answer.answer;
      const annotations = annotationsOf(made);
      const isCut = isCutShort(made.answer);
      const part = textPart(text, annotations);
      return [
        ...annotations.map((annotation, annotation_index) => ({
          type: "response.output_text.annotation.added",
          item_id: itemId,
          ...PLACE,
          annotation_index,
          annotation,
        })),
        { type: "response.output_text.done", item_id: itemId, ...PLACE, text, logprobs: [] },
        { type: "response.content_part.done", item_id: itemId, ...PLACE, part },
        {
          type: "response.output_item.done",
          output_index: 0,
          item: message(isCut ? "incomplete" : "completed", [part]),
        },
        { type: isCut ? "response.incomplete" : "response.completed", response: whole(made) },
      ];
    },
    failure: (failed) => ({ type: "response.failed", response: { ...base, status: "failed", error: errorOf(failed) } }),
    saysDone: false,
  };
}

/** A response before it has text. What ra does not use has the value that stands for its default. */
function baseOf({ id, created, model }: AnswerHead, { instructions, maxTokens, metadata }: ResponseRequest) {
  return {
    id,
    object: "response",
    created_at: created,
    status: "in_progress",
    background: false,
    error: null,
    incomplete_details: null,
    instructions,
    max_output_tokens: maxTokens ?? null,
    metadata: typeof metadata === "object" && metadata !== null ? metadata : {},
    model,
    output: [],
    parallel_tool_calls: false,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: null,
    text: { format: { type: "text" } },
    tool_choice: "none",
    tools: [],
    top_p: null,
    truncation: "disabled",
    usage: null,
  };
}

function textPart(text: string, annotations: readonly object[]): object {
  return { type: "output_text", text, annotations, logprobs: [] };
}

function usageOf({ tokens: { input, output } }: CitedAnswer): object {
  const [input_tokens, output_tokens] = [input ?? 0, output ?? 0];
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + output_tokens,
  };
}

function errorOf({ error: { message, code } }: OpenAiError): object {
  return { code: code ?? "server_error", message };
}

function annotationsOf(bridged: BridgedAnswer): readonly object[] {
  return placedCitations(bridged).map(({ citation: { id, path, title, url }, start, end }) => {
    const range = { start_index: start, end_index: end, title };
    return url === null
      ? { type: "file_citation", index: start, file_id: id, filename: path, ...range }
      : { type: "url_citation", url, ...range };
  });
}
