/** What a message may repeat of a `rag.yaml`. A text in it may be a secret that landed in the wrong place. */
import { nearest } from "../../text/nearest.ts";

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
  record: "a mapping",
  null: "nothing",
};

export function typeName(type: string): string {
  return TYPES[type] ?? type;
}

/** `cpu, gpu or mps` */
export function oneOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** Numbers and booleans are shown, and words where only few are allowed. Of any other text, only that it is one. */
export function shownValue(value: unknown, allowed: readonly string[] | undefined): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  if (typeof value !== "string") return String(value);
  if (value === "") return "an empty text";
  if (allowed === undefined) return "a text";
  const isNear = nearest(value, allowed, 1).some((word) => value.length <= word.length + MAX_ADDED);
  const isShown = isNear || (value.length <= MAX_SHOWN && (isWord(value) || isNumber(value)));
  return isShown ? JSON.stringify(value) : "a text";
}

/** Letters that a misspelling may have beyond the word. */
const MAX_ADDED = 3;
const MAX_SHOWN = 32;

/** Numbers with a unit, with a thousands separator, or in quotes. */
function isNumber(text: string): boolean {
  return /^[+-]?(?:\d[\d.,_' ]{0,14}|\.\d{1,14})\s?[a-z%]{0,3}$/i.test(text);
}

/** What people write for a setting: `tpu`, `cuda:0`, `azure_openai`, `llama.cpp`. */
function isWord(text: string): boolean {
  return !isKnownSecret(text) &&
    text.split(/[ ._:/-]/).every((part) =>
      /^(?:[a-z]{1,16}|[A-Z]{1,8}|[A-Z][a-z]{0,15}[A-Z]{0,3}|[a-z]{0,8}[A-Z]{1,3}|\d{0,2})$/.test(part)
    );
}

/** The first letters of the keys of services, and of what carries one. */
const PREFIXES =
  /^(?:sk|pk|rk|ak|api|key|token|secret|bearer|basic|gh[opsur]|github_pat|glpat|hf|gsk|xai|xox[a-z]|npm|pypi|akia|asia|aiza|eyj|nvapi|pplx|r8|ya29)(?:[-_. ]|[a-z0-9]{12})/i;

function isKnownSecret(text: string): boolean {
  return PREFIXES.test(text);
}

/** The name of a key as a message may show it. Undefined for a text that only stands where a key should. */
export function shownKey(key: string): string | undefined {
  const isName = key.length <= MAX_KEY && !PREFIXES.test(key) && key.split(/[-_.]/).every((part) => NAME.test(part));
  return isName || key === "<<" || NAMES_A_SECRET.test(key) ? key : undefined;
}

const MAX_KEY = 40;
/** Of rag.yaml's own names, only `bm25` has letters and digits in one part. */
const NAME = /^(?:[a-z]{1,20}|[A-Z]{1,20}|[A-Z]?[a-z]{1,12}(?:[A-Z][a-z]{1,12}){0,3}|bm\d\d|\d{1,4})$/;
/** They name secrets, and are none. */
const NAMES_A_SECRET = /^(?:api|key|token|secret|bearer)(?:[-_](?:key|token|secret|access|env|name|id))*$/i;
