/** What services say in the bodies and headers of their answers: why they refuse, and when to come back. */
import { retryAfterMs } from "../exchange.ts";

/** The longest pause that ra waits out by itself, in milliseconds. */
export const LONGEST_PAUSE_MS = 60_000;

/** How deep messages are looked for, and in how many parts of a list. */
const MAX_DEPTH = 4;
const MAX_PARTS = 3;

/**
 * What a service says about an error: OpenAI's shape, and those of other servers. Lists are those of FastAPI, which
 * name the field that is wrong, and of Google and Cloudflare.
 */
export function messageIn(json: unknown, depth = 0): string {
  if (typeof json === "string") return json;
  if (typeof json !== "object" || json === null || depth > MAX_DEPTH) return "";
  if (Array.isArray(json)) {
    const parts = json.slice(0, MAX_PARTS).map((part: unknown) => messageIn(part, depth + 1));
    return parts.filter((part) => part !== "").join("; ");
  }
  const { error, message, detail, errors, loc, msg } = json as Readonly<Record<string, unknown>>;
  for (const candidate of [error, message, detail, errors]) {
    const found = messageIn(candidate, depth + 1);
    if (found !== "") return found;
  }
  if (typeof msg !== "string") return "";
  const field: unknown = Array.isArray(loc) ? loc.at(-1) : undefined;
  return typeof field === "string" ? `${field}: ${msg}` : msg;
}

/** What is looked at of a message, in characters. */
const MAX_SEEN = 2000;
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const SPAN = "\\d+(?:\\.\\d+)?\\s*(?:ms|milliseconds?|d|days?|h|hours?|m|min|minutes?|s|sec|seconds?)\\b";
const IN_WORDS = new RegExp(`\\b(?:again|retry|wait)(?: +(?:in|after|for))? +((?:${SPAN}[ ,]*|\\d+h|\\d+m)+)`, "i");

/**
 * The pause that a busy service asks for, in milliseconds: in its headers, or in words such as `try again in 7m12.5s`.
 */
export function pauseAskedFor(headers: Headers, json: unknown): number | undefined {
  const exact = headers.get("retry-after-ms");
  if (exact !== null && /^\d+(\.\d+)?$/.test(exact)) return Number(exact);
  return retryAfterMs(headers.get("retry-after")) ?? pauseInWords(messageIn(json));
}

function pauseInWords(says: string): number | undefined {
  const [, spans] = IN_WORDS.exec(says.slice(0, MAX_SEEN)) ?? [];
  if (spans === undefined) return undefined;
  let sum = 0;
  for (const [, number, unit] of spans.matchAll(/(\d+(?:\.\d+)?)\s*(ms|milli|d|h|m|s)/gi)) {
    const short = unit!.toLowerCase() === "milli" ? "ms" : unit!.toLowerCase() as keyof typeof UNITS;
    sum += Number(number) * UNITS[short];
  }
  return sum;
}

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

/** When to come back, for messages: `in 2 h 05 min, at 2026-01-31 17:45 UTC`. */
export function comeBack(pauseMs: number, now: number): string {
  if (pauseMs > YEAR) return "in more than a year";
  const at = new Date(Math.ceil((now + pauseMs) / MINUTE) * MINUTE).toISOString();
  const minutes = Math.ceil(pauseMs / MINUTE);
  const rest = `${String(minutes % 60).padStart(2, "0")} min`;
  const wait = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${rest}`;
  return `in ${wait}, at ${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}

/** The title of a web page; undefined for any other text. Empty where the page has none. */
export function webPageTitle(text: string): string | undefined {
  const head = text.slice(0, 20_000).trimStart();
  if (!/^<(?:!doctype html|html|head|body|title|meta|script|div|h1|center|!--)/i.test(head)) return undefined;
  const title = /<title[^>]*>([^<]*)/i.exec(head)?.[1] ?? /<h1[^>]*>([^<]*)/i.exec(head)?.[1] ?? "";
  return title.replace(/\s+/g, " ").trim();
}
