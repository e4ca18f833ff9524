/** Reads a completion of `/chat/completions`, as events or whole. */
import { parsedJson } from "../../host/exchange.ts";
import { webPageTitle } from "../../host/services/service_words.ts";
import type { TextLimit } from "./answer_bounds.ts";
import type { Generation } from "./generator.ts";
import { type WithoutThoughts, withoutThoughts } from "./without_thoughts.ts";

export interface Completion {
  /** Takes the data and the name of an event. `enough`: there is no room for more. */
  take(data: string, name?: string): "enough" | undefined;
  /** What was made, after the whole answer has come. */
  end(answer: WholeAnswer): EndOfCompletion;
  /** What came before the connection was lost; undefined if that is nothing. */
  cut(): Generation | undefined;
}

interface WholeAnswer {
  readonly isStream: boolean;
  readonly text: string;
  readonly json: unknown;
}

type EndOfCompletion =
  /** `ended`: what ended it early, other than the service or the user. */
  | { readonly state: "made"; readonly generation: Generation; readonly ended?: EndedEarly | undefined }
  /** The service says that something is wrong. */
  | { readonly state: "refused"; readonly json: unknown }
  /** The answer holds no text. `says` is text of the service. */
  | { readonly state: "empty"; readonly why: WhyEmpty; readonly says: string };

interface EndedEarly {
  readonly why: string;
  /** What the service says about it. */
  readonly json?: unknown;
}

/** Why an answer holds no text. `lost`: the stream has no end either. */
export type WhyEmpty =
  | "lost"
  | "used-up"
  | "filtered"
  | "refusal"
  | "tool"
  | "thoughts"
  | "silence"
  | "web-page"
  | "not-json"
  | "no-choices";

interface Choice {
  readonly index?: unknown;
  readonly delta?: ChoiceMessage | null;
  readonly message?: ChoiceMessage | null;
  readonly text?: unknown;
  readonly finish_reason?: unknown;
}

interface ChoiceMessage {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly reasoning?: unknown;
  readonly reasoning_content?: unknown;
  readonly tool_calls?: unknown;
  readonly function_call?: unknown;
}

interface Usage {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly input_tokens?: unknown;
  readonly output_tokens?: unknown;
}

/** What services call the ends of an answer. Any other is an end like another one. */
const USED_UP = /^(?:length|max_tokens|model_length|max_output_tokens)$/i;
const FILTERED = /filter|safety|recitation|prohibited|blocklist|spii|sensitive/i;
const BROKEN_OFF = /^(?:error|abort|aborted|cancelled|canceled|insufficient_system_resource|timeout)$/i;
const FILTER_ENDED = "the service's content filter ended the answer";

/** Of a refusal and the name of a tool, which a message shows, in characters. */
const MAX_SHOWN = 1000;

export function createCompletion(limit: TextLimit, onText: ((piece: string) => void) | undefined): Completion {
  return new ReadCompletion(limit, onText);
}

class ReadCompletion implements Completion {
  readonly #limit: TextLimit;
  readonly #onText: ((piece: string) => void) | undefined;
  readonly #thoughts: WithoutThoughts;
  #text = "";
  #finish = "";
  #isDone = false;
  #hasThought = false;
  #hasChoices = false;
  #refusal = "";
  #tool: string | undefined;
  #refused: unknown;
  #usage: Usage = {};

  constructor(limit: TextLimit, onText: ((piece: string) => void) | undefined) {
    this.#limit = limit;
    this.#onText = onText;
    this.#thoughts = withoutThoughts(onText !== undefined);
  }

  take(data: string, name?: string): "enough" | undefined {
    if (data.trim() === "[DONE]") this.#isDone = true;
    else this.#read(parsedJson(data), name === "error");
    return this.#limit.isFull() ? "enough" : undefined;
  }

  end({ isStream, text, json }: WholeAnswer): EndOfCompletion {
    // Some services send whole what others stream, and some write a line of JSON for each piece.
    if (!isStream && json !== undefined) this.#read(json, false);
    else if (!isStream && text.startsWith("{")) { for (const line of text.split("\n")) this.take(line); }
    this.#add(this.#thoughts.end());
    const isWhole = !isStream || this.#isDone || this.#finish !== "" || this.#limit.isFull();
    if (this.#text.trim() !== "") {
      const ended = this.#endedEarly();
      return { state: "made", generation: this.#made(!isWhole || ended !== undefined), ended };
    }
    if (this.#refused !== undefined) return { state: "refused", json: this.#refused };
    return { state: "empty", ...this.#whyEmpty(isWhole, { isStream, text, json }) };
  }

  cut(): Generation | undefined {
    this.#add(this.#thoughts.end());
    return this.#text.trim() === "" ? undefined : this.#made(true);
  }

  #add(piece: string): void {
    if (piece === "") return;
    this.#text += piece;
    this.#onText?.(piece);
  }

  #read(value: unknown, isError: boolean): void {
    if (typeof value !== "object" || value === null) return;
    const { choices, usage, error, object, x_groq } = value as {
      readonly choices?: unknown;
      readonly usage?: Usage | null;
      readonly x_groq?: { readonly usage?: Usage | null } | null;
      readonly error?: unknown;
      readonly object?: unknown;
    };
    const isRefusal = isError || object === "error" || (error !== undefined && error !== null);
    if (isRefusal) this.#refused = value;
    this.#usage = usage ?? x_groq?.usage ?? this.#usage;
    const choice = firstOf(choices);
    if (choice !== undefined) this.#readChoice(choice);
  }

  #readChoice({ delta, message, text, finish_reason }: Choice): void {
    this.#hasChoices = true;
    const { content, refusal, reasoning, reasoning_content, tool_calls, function_call } = delta ?? message ?? {};
    const piece = textOf(content ?? text);
    if ([reasoning, reasoning_content].some((thought) => textOf(thought) !== "")) this.#hasThought = true;
    if (piece.trim() !== "") this.#hasThought = true;
    this.#add(this.#thoughts.push(this.#limit.take(piece)));
    this.#refusal = (this.#refusal + textOf(refusal)).slice(0, MAX_SHOWN);
    const call: unknown = Array.isArray(tool_calls) ? tool_calls[0] : undefined;
    const called = (call as { readonly function?: unknown } | undefined)?.function ?? function_call;
    if (call !== undefined || (function_call !== undefined && function_call !== null)) {
      this.#tool ??= textOf((called as { readonly name?: unknown } | null | undefined)?.name).slice(0, MAX_SHOWN);
    }
    if (typeof finish_reason === "string") this.#finish = finish_reason;
  }

  #made(isCut: boolean): Generation {
    const { prompt_tokens, completion_tokens, input_tokens, output_tokens } = this.#usage;
    const isLong = this.#limit.isFull() || (USED_UP.test(this.#finish) && !isCut);
    return {
      text: this.#text,
      finish: isLong ? "length" : isCut ? "cut" : "stop",
      tokens: { input: countOf(prompt_tokens ?? input_tokens), output: countOf(completion_tokens ?? output_tokens) },
    };
  }

  #endedEarly(): EndedEarly | undefined {
    if (this.#refused !== undefined) return { why: "the service ended the answer", json: this.#refused };
    if (FILTERED.test(this.#finish)) return { why: FILTER_ENDED };
    if (BROKEN_OFF.test(this.#finish)) return { why: `the service ended the answer (${this.#finish.toLowerCase()})` };
    return undefined;
  }

  #whyEmpty(isWhole: boolean, { isStream, text, json }: WholeAnswer): { why: WhyEmpty; says: string } {
    if (this.#refusal !== "") return { why: "refusal", says: this.#refusal };
    if (FILTERED.test(this.#finish)) return { why: "filtered", says: "" };
    if (this.#tool !== undefined) return { why: "tool", says: this.#tool };
    if (!isStream && json === undefined && !this.#hasChoices) {
      const title = webPageTitle(text);
      return title === undefined ? { why: "not-json", says: text.trim() } : { why: "web-page", says: title };
    }
    if (!isWhole) return { why: "lost", says: "" };
    if (USED_UP.test(this.#finish) || this.#limit.isFull()) return { why: "used-up", says: "" };
    if (this.#hasThought) return { why: "thoughts", says: "" };
    return { why: this.#hasChoices ? "silence" : "no-choices", says: "" };
  }
}

/** Only the first choice is the answer. */
function firstOf(choices: unknown): Choice | undefined {
  if (!Array.isArray(choices)) return undefined;
  return (choices as readonly (Choice | null)[]).find((choice) => choice !== null && (choice.index ?? 0) === 0) ??
    undefined;
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
