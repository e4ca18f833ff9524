/** What a request asks for beside its question: what is served, what is refused, and what changes nothing. */
import { BadRequest } from "./openai_error.ts";
import type { AnswerBounds } from "../../models/generate/bounded_generator.ts";

type RequestFields = Readonly<Record<string, unknown>>;

/** Asks for another result than ra's answer. `isAsked` is told no `null`. */
interface RefusedField {
  readonly names: readonly string[];
  isAsked(value: unknown): boolean;
  /** Follows the name. */
  readonly why: string;
}

const isTrue = (value: unknown): boolean => value === true;
const isGiven = (): boolean => true;
const isFilled = (value: unknown): boolean =>
  typeof value === "object" && value !== null ? Object.keys(value).length > 0 : value !== false;

const REFUSED: readonly RefusedField[] = [
  { names: ["n", "best_of"], isAsked: (value) => value !== 1, why: "must be 1: ra makes one answer" },
  {
    names: ["tool_choice", "function_call"],
    isAsked: isForced,
    why: "asks for a call of a tool: ra answers in text, and calls none",
  },
  { names: ["response_format"], isAsked: isOtherFormat, why: "asks for another format: ra answers in text" },
  { names: ["text"], isAsked: (value) => isOtherFormat(fieldOf(value, "format")), why: "asks for another format" },
  {
    names: [
      "guided_json",
      "guided_regex",
      "guided_choice",
      "guided_grammar",
      "structured_outputs",
      "json_schema",
      "grammar",
    ],
    isAsked: isFilled,
    why: "asks for another format: ra answers in text",
  },
  { names: ["logprobs"], isAsked: (value) => value !== false, why: "asks for the probabilities of tokens" },
  { names: ["top_logprobs"], isAsked: (value) => value !== 0, why: "asks for the probabilities of tokens" },
  {
    names: ["include"],
    isAsked: (value) => Array.isArray(value) && value.some((one) => String(one).includes("logprobs")),
    why: "asks for the probabilities of tokens",
  },
  { names: ["logit_bias"], isAsked: isFilled, why: "forces or forbids tokens" },
  { names: ["modalities"], isAsked: isOtherThanText, why: "asks for more than text" },
  { names: ["audio"], isAsked: isFilled, why: "asks for more than text" },
  { names: ["web_search_options"], isAsked: isGiven, why: "asks for a search of the web: ra searches its documents" },
  { names: ["echo"], isAsked: isTrue, why: "asks for the prompt in the answer" },
  { names: ["use_beam_search"], isAsked: isTrue, why: "asks for another way to choose tokens" },
  { names: ["background"], isAsked: isTrue, why: "asks for an answer later: ra answers at once" },
  {
    names: ["previous_response_id", "conversation"],
    isAsked: isGiven,
    why: "names an earlier answer, and ra keeps none: send the messages before it",
  },
  { names: ["prompt"], isAsked: isGiven, why: "names a prompt that is kept elsewhere" },
];

const MAX_STOPS = 16;

/** What an answer may not be longer than. All are counted alike. */
const LENGTHS = ["max_tokens", "max_completion_tokens", "max_output_tokens"] as const;

export interface AskedFields {
  /** As the client names it. */
  readonly model: string | undefined;
  readonly bounds: AnswerBounds;
  readonly isStream: boolean;
  readonly wantsUsage: boolean;
}

/** Throws {@link BadRequest} for a field that asks for another result, and for one of a wrong type. */
export function readFields(body: RequestFields): AskedFields {
  for (const { names, isAsked, why } of REFUSED) {
    for (const name of names) {
      const value = body[name];
      if (value === undefined || value === null || !isAsked(value)) continue;
      const param = name === "text" ? "text.format" : name;
      throw new BadRequest(`\`${param}\` ${why}`, param);
    }
  }
  const { model, stream, stream_options: options } = body;
  requireType(isAbsent(model) || typeof model === "string", "model", "must be a name");
  requireType(isAbsent(stream) || typeof stream === "boolean", "stream", "must be true or false");
  return {
    model: typeof model === "string" ? model : undefined,
    bounds: { maxTokens: mostTokens(body), stop: stopsIn(body["stop"]) },
    isStream: stream === true,
    wantsUsage: fieldOf(options, "include_usage") === true,
  };
}

function mostTokens(body: RequestFields): number | undefined {
  const given = LENGTHS.flatMap((name) => {
    const value = body[name];
    if (isAbsent(value)) return [];
    requireType(Number.isInteger(value) && Number(value) >= 1, name, "must be a whole number from 1");
    return [Number(value)];
  });
  return given.length === 0 ? undefined : Math.min(...given);
}

/** An empty text ends nothing. */
function stopsIn(stop: unknown): readonly string[] {
  if (isAbsent(stop)) return [];
  const stops: readonly unknown[] = Array.isArray(stop) ? stop : [stop];
  const areTexts = stops.every((one): one is string => typeof one === "string");
  requireType(areTexts, "stop", "must be a text, or a list of texts");
  requireType(stops.length <= MAX_STOPS, "stop", `may have at most ${MAX_STOPS} texts`);
  return areTexts ? stops.filter((one) => one !== "") : [];
}

/** Whether a tool has to be called, and not only may be. */
function isForced(choice: unknown): boolean {
  if (choice === "auto" || choice === "none") return false;
  if (fieldOf(choice, "type") !== "allowed_tools") return true;
  return isForced(fieldOf(choice, "mode") ?? fieldOf(fieldOf(choice, "allowed_tools"), "mode") ?? "auto");
}

function isOtherFormat(format: unknown): boolean {
  return !isAbsent(format) && format !== "text" && fieldOf(format, "type") !== "text";
}

function isOtherThanText(modalities: unknown): boolean {
  return !Array.isArray(modalities) || modalities.some((one) => one !== "text");
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as RequestFields)[name] : undefined;
}

function requireType(isRight: boolean, param: string, what: string): void {
  if (!isRight) throw new BadRequest(`\`${param}\` ${what}`, param);
}
