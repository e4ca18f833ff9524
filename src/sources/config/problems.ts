/** Says in plain words what is wrong with `rag.yaml`. */
import type { z } from "zod";
import { nearest } from "../../text/nearest.ts";
import { SUPPORTED_VERSION } from "./schema.ts";
import type { ValuePath } from "./yaml_values.ts";

export interface Problem {
  readonly at: ValuePath;
  readonly what: "key" | "value";
  readonly message: string;
}

/** `sources[1].chunking.overlap_lines` */
export function fieldName(path: ValuePath): string {
  return path.reduce<string>(
    (name, part) =>
      typeof part === "number" ? `${name}[${part}]` : name === "" ? String(part) : `${name}.${String(part)}`,
    "",
  );
}

const SECRET = /^(?:api[-_]?key|token|access[-_]?token|secret|password)$/i;

/** At most `most` of them. `keysAt` gives the known keys of the object at a path. */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  keysAt: (path: ValuePath) => readonly string[],
  most: number,
): readonly Problem[] {
  return issues.slice(0, most).flatMap((issue): readonly Problem[] => {
    if (issue.code !== "unrecognized_keys") {
      return [{ at: issue.path, what: "value", message: messageOf(issue, valueAt(value, issue.path)) }];
    }
    return issue.keys.slice(0, most).map((key) => ({
      at: [...issue.path, key],
      what: "key",
      message: SECRET.test(key)
        ? "a key never stands in this file; name the environment variable that holds it with api_key_env"
        : unknownKey(key, keysAt(issue.path)),
    }));
  });
}

function unknownKey(key: string, known: readonly string[]): string {
  const [meant] = nearest(key, known, 1);
  return `unknown key (${meant === undefined ? `known here: ${known.join(", ")}` : `did you mean ${meant}?`})`;
}

function messageOf(issue: z.core.$ZodIssue, found: unknown): string {
  if (found === undefined) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? issue.expected}, found ${described(found)}`;
    case "invalid_value":
      return issue.path.length === 1 && issue.path[0] === "version"
        ? `this ra reads version ${SUPPORTED_VERSION}; see the changelog for how to migrate the file`
        : `must be ${issue.values.map(String).join(", ")}, found ${described(found)}`;
    case "too_small":
      return issue.origin === "array"
        ? "must not be empty"
        : issue.origin === "string"
        ? "must not be empty"
        : `must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "array") return `has too many entries; ra takes at most ${issue.maximum}`;
      return `must be ${issue.inclusive ? "at most" : "less than"} ${issue.maximum}`;
    case "invalid_union":
      return `has the wrong type: found ${described(found)}`;
    default:
      return issue.message;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
  record: "a mapping",
};

/** Texts may be secrets, so only short words of letters are repeated. */
function described(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  if (typeof value !== "string") return String(value);
  return /^[a-z]{1,12}$/i.test(value) ? JSON.stringify(value) : "a text";
}

export function valueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, part)
        ? (inner as Readonly<Record<PropertyKey, unknown>>)[part]
        : undefined,
    value,
  );
}
