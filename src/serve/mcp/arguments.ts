/** Checks the arguments of a tool call. Its errors say how to correct a mistake. */
import { z } from "zod";
import { RaError } from "../../errors.ts";
import { MAX_CHARACTERS as MAX_QUERY_CHARACTERS } from "../../search/query/faults.ts";
import { MAX_RESULTS } from "../threads/limit_calls.ts";
import { nearest } from "../../text/nearest.ts";

/** The most strings in an array, and the most characters in a string. More is a mistake or an attack. */
const MAX_STRINGS = 50;
const MAX_CHARACTERS = 10_000;

export const string = z.string("has to be a string").max(MAX_CHARACTERS, {
  error: ({ input }) => `has ${String(input).length} characters; at most ${MAX_CHARACTERS} are allowed`,
});
export const strings = z.array(string, "has to be an array of strings").min(1, "is empty").max(MAX_STRINGS, {
  error: ({ input }) => `has ${(input as unknown[]).length} entries; at most ${MAX_STRINGS} are allowed in one call`,
});
/** One query, or an array of them. The query itself is checked, and explained, where it is read. */
const query = z.string("has to be a string").meta({ maxLength: MAX_QUERY_CHARACTERS });
const queryList = z.array(query, "has to be an array of strings").min(1, "is empty").max(MAX_STRINGS, {
  error: ({ input }) => `has ${(input as unknown[]).length} entries; at most ${MAX_STRINGS} are allowed in one call`,
});
export const queryOrQueries = z.union([query, queryList], "has to be a string or an array of strings");
export const wholeNumber = z.int("has to be a whole number").min(0, "has to be at least 0");
export const resultLimit = wholeNumber.max(MAX_RESULTS, `has to be at most ${MAX_RESULTS}`);
export const share = z.number("has to be a number").min(0, "has to be at least 0").max(1, "has to be at most 1");
export const boolean = z.boolean("has to be true or false");

/**
 * Throws `usage` for an argument that is unknown, missing or of the wrong type. Null counts as missing. What clients
 * send as text is read as what it means: a list as JSON, a number, `true`; so is one text for a list, and an id with
 * blanks or backticks around it.
 */
export function readArguments<S extends z.ZodObject>(
  takes: S,
  given: Readonly<Record<string, unknown>>,
): z.output<S> {
  const present = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
  const names = Object.keys(takes.shape);
  const unknown = Object.keys(present).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownArgument(unknown, names);
  const meant = Object.entries(present).map(([name, value]) => [name, asMeant(takes.shape[name] as z.ZodType, value)]);
  const read = takes.safeParse(Object.fromEntries(meant));
  if (read.success) return read.data;
  const issue = read.error.issues[0]!;
  const name = String(issue.path[0]);
  const hint = `${name}: ${(takes.shape[name] as z.ZodType).description ?? ""}`;
  throw new RaError("usage", name in present ? problemOf(issue) : `${name} is missing`, { hint });
}

function asMeant(type: z.ZodType, value: unknown): unknown {
  const wanted = type instanceof z.ZodOptional ? type.unwrap() : type;
  if (Array.isArray(value)) return value.map((one: unknown) => typeof one === "string" ? bare(one) : one);
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (wanted instanceof z.ZodBoolean) return { true: true, false: false }[text.toLowerCase()] ?? value;
  if (wanted instanceof z.ZodNumber) return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : value;
  const isList = wanted instanceof z.ZodArray;
  const list = isList || wanted instanceof z.ZodUnion ? listIn(text) : undefined;
  return list ?? (isList ? [bare(text)] : bare(text));
}

/** A list of texts as JSON. */
function listIn(text: string): readonly string[] | undefined {
  if (!text.startsWith("[") || !text.endsWith("]")) return undefined;
  try {
    const list = JSON.parse(text) as unknown;
    const isTexts = Array.isArray(list) && list.length > 0 && list.every((one) => typeof one === "string");
    return isTexts ? list.map(bare) : undefined;
  } catch {
    return undefined;
  }
}

/** A text without blanks around it, and without the backticks of a name in a sentence. */
function bare(text: string): string {
  return text.trim().replace(/^`([^`]+)`$/, "$1").trim();
}

/** If several types are allowed, reports the problem of the one that the value has. */
function problemOf({ path, message, ...issue }: z.core.$ZodIssue): string {
  if (issue.code === "invalid_union") {
    const inner = issue.errors.find(([first]) => first?.code !== "invalid_type" || first.path.length > 0)?.[0];
    if (inner !== undefined) return problemOf({ ...inner, path: [...path, ...inner.path] });
  }
  const [name, ...rest] = path;
  return `${String(name)}${rest.map((at) => `[${String(at)}]`).join("")} ${message}`;
}

function unknownArgument(name: string, known: readonly string[]): RaError {
  // Compares beginnings too, because by its letters `query` is no closer to `queries` than to other names.
  const near = nearest(name, known)[0] ?? known.find((one) => one.slice(0, 4) === name.slice(0, 4));
  const shown = JSON.stringify(name.slice(0, 100));
  const hint = near !== undefined
    ? `did you mean \`${near}\`?`
    : known.length === 0
    ? "it takes no arguments"
    : `it takes: ${known.join(", ")}`;
  return new RaError("usage", `there is no argument ${shown}`, { hint });
}
