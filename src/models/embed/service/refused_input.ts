/** What a service refuses of the texts that it is to embed: their number, their length, or something in them. */
import { messageIn } from "../../../host/services/service_words.ts";

interface RefusedTexts {
  readonly status: number;
  readonly json: unknown;
}

/** What is looked at of a message, in characters. */
const MAX_SEEN = 2000;
const TOO_LARGE = new RegExp(
  "too (?:large|long|many|big)|maximum|at most|context (?:length|size|window)|exceed|token limit|batch size|" +
    "(?:larger|longer|greater|more) than|less than or equal|limited to|不得超过",
  "i",
);
/** A number that bounds something, unless it is one of tokens or characters. */
const BOUND = new RegExp(
  "(?:at most|maximum|max|no more than|(?:larger|greater|more) than|exceeds?|up to|limit(?:ed)?|less than or equal to|<=|≤|" +
    "不得超过)\\D{0,40}?(\\d+)(?!\\d|\\s*(?:tokens?|characters?|chars|bytes|[kKM]?B\\b))",
  "gi",
);

/** Whether it refuses an input because there is too much of it. */
export function isTooLarge({ status, json }: RefusedTexts): boolean {
  return status === 413 || ([400, 422, 500].includes(status) && TOO_LARGE.test(seen(json)));
}

/** Whether the input may be why. */
export function isOfTexts({ status }: RefusedTexts): boolean {
  return status === 0 || [400, 413, 422].includes(status) || status >= 500;
}

/** How many texts the service takes at once, where it says so and they are fewer than these. */
export function mostTexts({ json }: RefusedTexts, asked: number): number | undefined {
  for (const [, number] of seen(json).matchAll(BOUND)) {
    if (Number(number) >= 1 && Number(number) < asked) return Number(number);
  }
  return undefined;
}

/** Whether the service does not know the parameter. */
export function isRefusedParameter({ status, json }: RefusedTexts, name: string): boolean {
  return [400, 422].includes(status) && (JSON.stringify(json) ?? "").slice(0, MAX_SEEN).includes(name);
}

function seen(json: unknown): string {
  return messageIn(json).slice(0, MAX_SEEN);
}
