/** Answers as chat completions, whole and as chunks. */
import type { Citation, CitedAnswer } from "../../shapes/answering.ts";
import type { UnitMarker } from "../../answering/citations/answer_units.ts";

/** Of an answer; further citations stand in its text alone. */
const MAX_ANNOTATIONS = 1000;

/** What one answer has in all its chunks. */
export interface CompletionHead {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
}

export interface BridgedAnswer {
  readonly answer: CitedAnswer;
  readonly markers: readonly UnitMarker[];
}

export function wholeCompletion(head: CompletionHead, bridged: BridgedAnswer): unknown {
  const { answer } = bridged;
  return {
    ...head,
    object: "chat.completion",
    choices: [{
      index: 0,
      message: { role: "assistant", content: answer.answer, refusal: null, annotations: annotationsOf(bridged) },
      finish_reason: finishOf(answer),
      logprobs: null,
    }],
    usage: usageOf(answer),
    ...extrasOf(answer),
  };
}

export function firstChunk(head: CompletionHead): unknown {
  return chunk(head, { role: "assistant", content: "" });
}

export function textChunk(head: CompletionHead, content: string): unknown {
  return chunk(head, { content });
}

/** Holds the citations. */
export function lastChunk(head: CompletionHead, bridged: BridgedAnswer): unknown {
  const { answer } = bridged;
  return {
    ...chunk(head, { annotations: annotationsOf(bridged) }, finishOf(answer)),
    ...extrasOf(answer),
  };
}

export function usageChunk(head: CompletionHead, { answer }: BridgedAnswer): unknown {
  return { ...head, object: "chat.completion.chunk", choices: [], usage: usageOf(answer) };
}

function chunk(head: CompletionHead, delta: unknown, finish: string | null = null) {
  return {
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
  };
}

function finishOf({ finish }: CitedAnswer): string {
  return finish === "length" || finish === "cut" ? "length" : "stop";
}

function usageOf({ tokens: { input, output } }: CitedAnswer): unknown {
  const [prompt_tokens, completion_tokens] = [input ?? 0, output ?? 0];
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function extrasOf({ citations, problems, left_out, lists, lists_missing = [] }: CitedAnswer) {
  return {
    ra_citations: citations,
    ra_problems: problems,
    ra_left_out: left_out,
    ra_lists: lists,
    ra_lists_missing: lists_missing,
  };
}

/**
 * An annotation for each number of each marker. Indices count UTF-16 units of the content, as clients in JavaScript do.
 */
function annotationsOf(bridged: BridgedAnswer): readonly unknown[] {
  const found: unknown[] = [];
  for (const { citation: { id, path, title, url }, start, end } of citedIn(bridged)) {
    if (found.length === MAX_ANNOTATIONS) break;
    const range = { start_index: start, end_index: end };
    found.push(
      url === null
        ? { type: "file_citation", file_citation: { ...range, file_id: id, filename: path, title, url: null } }
        : { type: "url_citation", url_citation: { ...range, title, url } },
    );
  }
  return found;
}

/** How many citations have no annotation. */
export function unannotated(bridged: BridgedAnswer): number {
  let count = 0;
  for (const _ of citedIn(bridged)) count++;
  return Math.max(0, count - MAX_ANNOTATIONS);
}

function* citedIn(
  { answer: { citations }, markers }: BridgedAnswer,
): Generator<{ readonly citation: Citation; readonly start: number; readonly end: number }> {
  const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
  for (const { numbers, start, end } of markers) {
    for (const number of numbers) {
      const citation = byNumber.get(number);
      if (citation !== undefined) yield { citation, start, end };
    }
  }
}
