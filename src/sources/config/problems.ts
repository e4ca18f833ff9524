/** Says in plain words what is wrong with `rag.yaml`. */
import type { z } from "zod";
import { nearest } from "../../text/nearest.ts";
import { oneOf, shownKey, shownValue, typeName } from "./shown_values.ts";
import { SUPPORTED_VERSION } from "./schema.ts";
import type { ValuePath } from "./yaml_places.ts";

export interface Problem {
  readonly at: ValuePath;
  readonly what: "key" | "value";
  readonly message: string;
  /** Of an unknown key: the known one that was meant. */
  readonly meant?: string | undefined;
}

/** `sources[1].chunking.overlap_lines`. A name that may be a secret is `…`. */
export function fieldName(path: ValuePath): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === "number") return `${name}[${part}]`;
    const shown = shownKey(String(part)) ?? "…";
    return name === "" ? shown : `${name}.${shown}`;
  }, "");
}

const SECRET =
  /^(?:(?!max)[a-z]+[-_ ])*(?:api[-_ ]?keys?|key|token|secret|pass(?:word|wd|phrase)|credentials?|bearer)$/i;
/** As a line is broken that should say what a key is. */
const BROKEN_SECRET = /^(?:(?!max)[a-z]+[-_ ])*(?:api[-_ ]?key|token|secret|password|bearer)[\s:=]/i;
const REQUIRED = "is required";
const NO_SECRETS = "a key never stands in this file; name the environment variable that holds it with api_key_env";

/** At most `most` of them, and one of each mistake. `keysAt` gives the known keys of the object at a path. */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  keysAt: (path: ValuePath) => readonly string[],
  most: number,
): readonly Problem[] {
  const told = new Set<string>();
  const found = issues.slice(0, most).flatMap((issue): readonly Problem[] => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.slice(0, most).map((key) => unknownKey(key, issue.path, keysAt(issue.path)));
    }
    const place = JSON.stringify(issue.path);
    if (told.has(place)) return [];
    told.add(place);
    return [problemOf(issue, value)];
  });
  // A key with a typing mistake is not also missing.
  return found.filter(({ at, message }) => message !== REQUIRED || !isMeant(found, at.slice(0, -1), [at.at(-1)!]));
}

/** Whether an unknown key of the mapping at `path` was meant to be one of these. */
export function isMeant(found: readonly Problem[], path: ValuePath, keys: readonly PropertyKey[]): boolean {
  return found.some(({ at, meant }) =>
    meant !== undefined && keys.includes(meant) && at.length === path.length + 1 &&
    path.every((part, index) => part === at[index])
  );
}

function unknownKey(key: string, path: ValuePath, known: readonly string[]): Problem {
  const place = { at: [...path, key], what: "key" } as const;
  if (SECRET.test(key) || BROKEN_SECRET.test(key)) return { ...place, message: NO_SECRETS };
  const [meant] = nearest(key, known, 1);
  const advice = meant === undefined ? `known here: ${known.join(", ")}` : `did you mean ${meant}?`;
  return { ...place, meant, message: `unknown key (${advice})` };
}

/** The mistake of a value that may have several forms is that of the form it comes nearest to. */
function problemOf(issue: z.core.$ZodIssue, value: unknown): Problem {
  const found = valueAt(value, issue.path);
  if (issue.code !== "invalid_union") return { at: issue.path, what: "value", message: messageOf(issue, found) };
  const branches = issue.errors.map(([first]) => first).filter((first) => first !== undefined);
  const near = branches.find((first) => first.path.length > 0 || !(first.code === "invalid_type" || isClosed(first)));
  if (near !== undefined) return problemOf({ ...near, path: [...issue.path, ...near.path] }, value);
  const allowed = branches.flatMap((first) =>
    first.code === "invalid_value"
      ? first.values.map(String)
      : "expected" in first
      ? typeName(first.expected).split(" or ")
      : []
  );
  return { at: issue.path, what: "value", message: `must be ${oneOf(allowed)}, found ${shownValue(found, allowed)}` };
}

function isClosed({ code }: z.core.$ZodIssue): boolean {
  return code === "invalid_value";
}

function messageOf(issue: z.core.$ZodIssue, found: unknown): string {
  if (found === undefined) return REQUIRED;
  // What is written in place of such a name may be the key itself.
  const shown = issue.path.at(-1) === "api_key_env" ? typeOf(found) : shownValue(found, allowedBy(issue));
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeName(issue.expected)}, found ${shown}`;
    case "invalid_value":
      return issue.path.length === 1 && issue.path[0] === "version"
        ? `this ra reads version ${SUPPORTED_VERSION}, found ${shown}; see the changelog for how to migrate the file`
        : `must be ${oneOf(issue.values.map(String))}, found ${shown}`;
    case "too_small":
      return issue.origin === "array" || issue.origin === "string"
        ? "must not be empty"
        : `must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}, found ${shown}`;
    case "too_big":
      if (issue.origin === "string") return `must not be longer than ${issue.maximum} characters`;
      if (issue.origin === "array") return `has too many entries; ra takes at most ${issue.maximum}`;
      return `must be ${issue.inclusive ? "at most" : "less than"} ${issue.maximum}, found ${shown}`;
    default:
      return issue.message;
  }
}

function typeOf(found: unknown): string {
  return typeName(found === null ? "null" : typeof found);
}

/** The words of a closed set. Undefined where any text would do. */
function allowedBy(issue: z.core.$ZodIssue): readonly string[] | undefined {
  if (issue.code === "invalid_value") return issue.values.map(String);
  const isClosedType = issue.code === "invalid_type" && /^(?:number|int|boolean)$/.test(issue.expected);
  return isClosedType ? ["true", "false"] : undefined;
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
