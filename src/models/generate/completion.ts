/** Reads a completion of `/chat/completions`, as events or whole. */
import type { TextLimit } from "./answer_bounds.ts";
import type { Generation } from "./generator.ts";
import { withoutThoughts } from "./without_thoughts.ts";

export interface Completion {
  /** Takes the data of an event. `enough`: there is no room for more. */
  take(data: string): "enough" | undefined;
  /** What was made, after the whole answer has come. */
  end(answer: { readonly isStream: boolean; readonly json: unknown }): EndOfCompletion;
  /** What came before the connection was lost; undefined if that is nothing. */
  cut(): Generation | undefined;
}

type EndOfCompletion =
  | { readonly state: "made"; readonly generation: Generation }
  /** The service says that something is wrong. */
  | { readonly state: "refused"; readonly json: unknown }
  /** The answer holds no text; `lost` where the stream has no end either. */
  | { readonly state: "empty" | "lost"; readonly why: string; readonly json: unknown };

interface Choice {
  readonly delta?: { readonly content?: unknown } | null;
  readonly message?: { readonly content?: unknown } | null;
  readonly finish_reason?: unknown;
}

export function createCompletion(limit: TextLimit, onText: ((piece: string) => void) | undefined): Completion {
  const thoughts = withoutThoughts();
  let text = "";
  let finish: string | undefined;
  let isDone = false;
  let refused: unknown;
  let usage: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } = {};
  const add = (piece: string): void => {
    if (piece === "") return;
    text += piece;
    onText?.(piece);
  };
  const read = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { choices, usage: used, error } = value as {
      readonly choices?: unknown;
      readonly usage?: typeof usage | null;
      readonly error?: unknown;
    };
    if (error !== undefined && error !== null) refused = value;
    if (used !== undefined && used !== null) usage = used;
    const choice = (Array.isArray(choices) ? choices[0] : undefined) as Choice | undefined;
    if (choice === undefined) return;
    add(thoughts.push(limit.take(textOf((choice.delta ?? choice.message)?.content))));
    if (typeof choice.finish_reason === "string") finish = choice.finish_reason;
  };
  const made = (cut: boolean): Generation => ({
    text,
    finish: limit.isFull() || (finish === "length" && !cut) ? "length" : cut ? "cut" : "stop",
    tokens: { input: countOf(usage.prompt_tokens), output: countOf(usage.completion_tokens) },
  });
  return {
    take(data) {
      if (data.trim() === "[DONE]") isDone = true;
      else read(parsed(data));
      return limit.isFull() ? "enough" : undefined;
    },
    end({ isStream, json }) {
      if (!isStream) read(json);
      add(thoughts.end());
      const isWhole = !isStream || isDone || finish !== undefined || limit.isFull();
      if (text.trim() !== "") return { state: "made", generation: made(!isWhole || refused !== undefined) };
      if (refused !== undefined) return { state: "refused", json: refused };
      if (!isWhole) return { state: "lost", why: "the answer ended before it began", json };
      const why = finish === "length" || limit.isFull()
        ? "the model used up generation.max_tokens before it answered"
        : "the model said nothing";
      return { state: "empty", why, json };
    },
    cut() {
      add(thoughts.end());
      return text.trim() === "" ? undefined : made(true);
    },
  };
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/** Some services give parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { readonly text?: unknown } | null) => (typeof part?.text === "string" ? part.text : ""))
    .join("");
}

function countOf(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;
}
