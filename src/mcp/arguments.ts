/** Arguments of a tool call, checked so that a mistake says how to put it right. */
import { RaError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";

/** What an argument takes, as far as the tools need it. */
type ArgumentKind = "string" | "strings" | "string or strings" | "integer" | "boolean";

interface ArgumentRule {
  readonly kind: ArgumentKind;
  readonly description: string;
  readonly required?: true;
  /** Of an integer. */
  readonly minimum?: number;
}

export type ArgumentRules = Readonly<Record<string, ArgumentRule>>;

/** Most strings in an array, and most characters in a string: what is more is a mistake or an attack. */
const MOST_STRINGS = 50;
const MOST_CHARACTERS = 10_000;

/** The rules as JSON Schema. */
export function inputSchema(rules: ArgumentRules) {
  const string = { type: "string" };
  const strings = { type: "array", items: string };
  const schemas: Readonly<Record<ArgumentKind, object>> = {
    string,
    strings,
    "string or strings": { oneOf: [string, strings] },
    integer: { type: "integer" },
    boolean: { type: "boolean" },
  };
  const properties = Object.fromEntries(
    Object.entries(rules).map((
      [name, { kind, description, minimum }],
    ) => [name, { ...schemas[kind], description, ...(minimum === undefined ? {} : { minimum }) }]),
  );
  const required = Object.keys(rules).filter((name) => rules[name]?.required);
  return {
    type: "object" as const,
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

type Value<K extends ArgumentKind> = K extends "string" ? string
  : K extends "strings" ? readonly string[]
  : K extends "integer" ? number
  : K extends "boolean" ? boolean
  : string | readonly string[];
export type Arguments<R extends ArgumentRules> =
  & { readonly [N in keyof R as R[N]["required"] extends true ? N : never]: Value<R[N]["kind"]> }
  & { readonly [N in keyof R as R[N]["required"] extends true ? never : N]?: Value<R[N]["kind"]> };

/** Throws `usage` for an argument that is unknown, missing or of the wrong kind; null counts as left out. */
export function readArguments<const R extends ArgumentRules>(
  rules: R,
  given: Readonly<Record<string, unknown>>,
): Arguments<R> {
  const present = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of present) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) throw unknown(name, Object.keys(rules));
    const problem = problemOf(rule, value);
    if (problem !== undefined) {
      throw new RaError("usage", `${name} ${problem}`, { hint: `${name}: ${rule.description}` });
    }
  }
  for (const [name, rule] of Object.entries(rules)) {
    if (rule.required && !present.some(([one]) => one === name)) {
      throw new RaError("usage", `${name} is missing`, { hint: `${name}: ${rule.description}` });
    }
  }
  return Object.fromEntries(present) as Arguments<R>;
}

function problemOf({ kind, minimum }: ArgumentRule, value: unknown): string | undefined {
  if (kind === "boolean") return typeof value === "boolean" ? undefined : "has to be true or false";
  if (kind === "integer") {
    if (!Number.isSafeInteger(value)) return "has to be a whole number";
    return minimum !== undefined && (value as number) < minimum ? `has to be at least ${minimum}` : undefined;
  }
  if (typeof value === "string" && kind !== "strings") return tooLong(value);
  if (!Array.isArray(value) || kind === "string" || !value.every((one) => typeof one === "string")) {
    return `has to be ${
      {
        string: "a string",
        strings: "an array of strings",
        "string or strings": "a string or an array of strings",
      }[kind]
    }`;
  }
  if (value.length === 0) return "is empty";
  if (value.length > MOST_STRINGS) return `has ${value.length} entries; ${MOST_STRINGS} are the most in one call`;
  return value.map((one) => tooLong(one)).find((problem) => problem !== undefined);
}

function tooLong(text: string): string | undefined {
  return text.length > MOST_CHARACTERS ? `has ${text.length} characters; ${MOST_CHARACTERS} are the most` : undefined;
}

function unknown(name: string, known: readonly string[]): RaError {
  // `query` is as far from `queries` as from anything by its letters.
  const near = nearest(name, known)[0] ?? known.find((one) => one.slice(0, 4) === name.slice(0, 4));
  const shown = JSON.stringify(name.slice(0, 100));
  const hint = near !== undefined
    ? `did you mean \`${near}\`?`
    : known.length === 0
    ? "it takes no arguments"
    : `it takes: ${known.join(", ")}`;
  return new RaError("usage", `there is no argument ${shown}`, { hint });
}
