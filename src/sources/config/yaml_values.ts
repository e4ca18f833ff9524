/** Reads a YAML file into plain values, and finds the place of each in the file. */
import {
  CORE_SCHEMA,
  EVENT_ALIAS,
  EVENT_MAPPING,
  EVENT_POP,
  EVENT_SEQUENCE,
  load,
  parseEvents,
  YAMLException,
} from "js-yaml";
import { RaError } from "../../errors.ts";

/** Names from the top of the file down to a value. A number is a position in a list. */
export type ValuePath = readonly PropertyKey[];

interface Place {
  /** Both counted from 1. */
  readonly line: number;
  readonly column: number;
}

export interface YamlValues {
  readonly value: unknown;
  /** Where a key or a value begins; that of what is around it if it is not there. */
  placeOf(path: ValuePath, what: "key" | "value"): Place;
}

const MAX_DEPTH = 50;
/** More values than this come only from aliases of aliases. */
const MAX_VALUES = 100_000;

/** Throws `config-syntax`. */
export function readYaml(text: string, path: string): YamlValues {
  // js-yaml refuses an empty file, which lacks everything but is not a mistake of YAML.
  if (text.replaceAll(/^\s*#.*$/gm, "").trim() === "") return { value: {}, placeOf: () => ({ line: 1, column: 1 }) };
  let value: unknown;
  try {
    value = load(text, { schema: CORE_SCHEMA, maxDepth: MAX_DEPTH });
    countValues(value, { left: MAX_VALUES });
  } catch (error) {
    if (!(error instanceof YAMLException) && !(error instanceof RangeError)) throw error;
    const mark = error instanceof YAMLException ? error.mark : undefined;
    throw new RaError("config-syntax", `this is not valid YAML: ${reasonOf(error)}`, {
      path,
      ...(mark === undefined || mark === null ? {} : { line: mark.line + 1, column: mark.column + 1 }),
      hint: "YAML indents with spaces, and a text with `: ` or ` #` needs quotes",
      cause: error,
    });
  }
  let places: ReadonlyMap<string, number> | undefined;
  return {
    value,
    placeOf(at, what) {
      places ??= placesIn(text);
      for (let length = at.length; length >= 0; length--) {
        const key = keyOf(at.slice(0, length));
        const offset = (what === "key" ? places.get(`key ${key}`) : undefined) ?? places.get(key);
        if (offset !== undefined) return placeAt(text, offset);
      }
      return { line: 1, column: 1 };
    },
  };
}

function reasonOf(error: Error): string {
  return error instanceof YAMLException ? error.reason : error.message;
}

/** Aliases share their values, so a small file can stand for a huge one. */
function countValues(value: unknown, budget: { left: number }): void {
  if (--budget.left < 0) throw new RangeError("it has too many values");
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) countValues(inner, budget);
}

const keyOf = (path: ValuePath): string => JSON.stringify(path);

interface Open {
  readonly path: ValuePath;
  readonly isMapping: boolean;
  /** The key whose value comes next, in a mapping. */
  key: string | undefined;
  count: number;
}

/** The offset of each value by its path, and of each key. */
function placesIn(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const open: Open[] = [];
  // What stands at the next event, and whether it is a key.
  const enter = (offset: number, scalar: string | undefined): ValuePath | undefined => {
    const around = open.at(-1);
    if (around === undefined) return [];
    if (!around.isMapping) return [...around.path, around.count++];
    if (around.key === undefined) {
      around.key = scalar ?? "";
      places.set(`key ${keyOf([...around.path, around.key])}`, offset);
      return undefined;
    }
    const path = [...around.path, around.key];
    around.key = undefined;
    return path;
  };
  for (const event of parseEvents(text, { maxDepth: MAX_DEPTH })) {
    if (event.type === EVENT_POP) open.pop();
    else if (event.type === EVENT_MAPPING || event.type === EVENT_SEQUENCE) {
      const path = enter(event.start, undefined) ?? [];
      places.set(keyOf(path), event.start);
      open.push({ path, isMapping: event.type === EVENT_MAPPING, key: undefined, count: 0 });
    } else if ("valueStart" in event || event.type === EVENT_ALIAS) {
      const [start, end] = "valueStart" in event
        ? [event.valueStart, event.valueEnd]
        : [event.anchorStart, event.anchorEnd];
      const path = enter(start, text.slice(start, end));
      if (path !== undefined) places.set(keyOf(path), start);
    }
  }
  return places;
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: [...before.slice(start)].length + 1 };
}
