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

interface YamlPlace {
  /** Both counted from 1. */
  readonly line: number;
  readonly column: number;
}

export interface YamlValues {
  readonly value: unknown;
  /** Where a key or a value begins; that of what is around it if it is not there. */
  placeOf(path: ValuePath, what: "key" | "value"): YamlPlace;
}

const MAX_DEPTH = 50;
/** More values than this come from aliases of aliases, or from a stranger. */
const MAX_VALUES = 50_000;

/** Characters. A reason may quote a name that is as long as the file. */
const MAX_REASON = 200;
const LINE_END = /[\n\r\u2028\u2029]/;

/** Throws `config-syntax`. */
export function readYaml(text: string, path: string): YamlValues {
  // js-yaml refuses an empty file, which lacks everything but is not a mistake of YAML.
  if (text.split(LINE_END).every((line) => /^(?:#|$)/.test(line.trim()))) {
    return { value: {}, placeOf: () => ({ line: 1, column: 1 }) };
  }
  let value: unknown;
  try {
    value = load(text, { schema: CORE_SCHEMA, maxDepth: MAX_DEPTH });
    countValues(value, { left: MAX_VALUES });
  } catch (error) {
    if (!(error instanceof YAMLException) && !(error instanceof RangeError)) throw error;
    const mark = error instanceof YAMLException ? error.mark : undefined;
    throw new RaError("config-syntax", `this is not valid YAML: ${reasonOf(error)}`, {
      path,
      line: mark ? mark.line + 1 : undefined,
      column: mark ? mark.column + 1 : undefined,
      hint: "YAML indents with spaces, and a text with `: ` or ` #` needs quotes",
      cause: error,
    });
  }
  let places: { readonly top: YamlNode; readonly starts: readonly number[] } | undefined;
  return {
    value,
    placeOf(at, what) {
      places ??= { top: placesIn(text), starts: lineStarts(text) };
      return placeAt(text, places.starts, offsetOf(places.top, at, what));
    },
  };
}

function reasonOf(error: Error): string {
  const reason = error instanceof YAMLException ? error.reason : error.message;
  return reason.length <= MAX_REASON ? reason : `${reason.slice(0, MAX_REASON)}…`;
}

/** Aliases share their values, so a small file can stand for a huge one. */
function countValues(value: unknown, budget: { left: number }): void {
  if (--budget.left < 0) throw new RangeError("it has too many values");
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) countValues(inner, budget);
}

/** What is known of a value. Long keys would make a map of whole paths a bomb, so it is a tree. */
interface YamlNode {
  offset: number;
  keyOffset: number | undefined;
  readonly inner: Map<PropertyKey, YamlNode>;
}

interface OpenCollection {
  readonly node: YamlNode;
  readonly isMapping: boolean;
  /** The key whose value comes next, in a mapping. */
  key: string | undefined;
}

/** The offset of each value, and of each key. */
function placesIn(text: string): YamlNode {
  const top: YamlNode = { offset: 0, keyOffset: undefined, inner: new Map() };
  const open: OpenCollection[] = [];
  const within = (node: YamlNode, key: PropertyKey, offset: number): YamlNode => {
    const found = node.inner.get(key);
    if (found !== undefined) return found;
    const made: YamlNode = { offset, keyOffset: undefined, inner: new Map() };
    node.inner.set(key, made);
    return made;
  };
  // What stands at the next event. Undefined for a key.
  const enter = (offset: number, scalar: string | undefined): YamlNode | undefined => {
    const around = open.at(-1);
    if (around === undefined) return top;
    if (!around.isMapping) return within(around.node, around.node.inner.size, offset);
    if (around.key === undefined) {
      around.key = scalar ?? "";
      within(around.node, around.key, offset).keyOffset = offset;
      return undefined;
    }
    const node = within(around.node, around.key, offset);
    around.key = undefined;
    return node;
  };
  for (const event of parseEvents(text, { maxDepth: MAX_DEPTH })) {
    if (event.type === EVENT_POP) open.pop();
    else if (event.type === EVENT_MAPPING || event.type === EVENT_SEQUENCE) {
      const node = enter(event.start, undefined) ?? { offset: event.start, keyOffset: undefined, inner: new Map() };
      node.offset = event.start;
      open.push({ node, isMapping: event.type === EVENT_MAPPING, key: undefined });
    } else if ("valueStart" in event || event.type === EVENT_ALIAS) {
      const [start, end] = "valueStart" in event
        ? [event.valueStart, event.valueEnd]
        : [event.anchorStart, event.anchorEnd];
      const node = enter(start, text.slice(start, end));
      if (node !== undefined) node.offset = start;
    }
  }
  return top;
}

/** The offset of a key or a value, or of what is around it. */
function offsetOf(top: YamlNode, path: ValuePath, what: "key" | "value"): number {
  let node = top;
  for (const [at, part] of path.entries()) {
    const inner = node.inner.get(part);
    if (inner === undefined) return node.offset;
    if (at === path.length - 1 && what === "key") return inner.keyOffset ?? inner.offset;
    node = inner;
  }
  return node.offset;
}

/** The offset at which each line begins. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** A line may be as long as the file, so columns are counted up to a bound. */
const MAX_COLUMN = 10_000;

function placeAt(text: string, starts: readonly number[], offset: number): YamlPlace {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  const start = starts[low]!;
  const column = [...text.slice(start, Math.min(offset, start + MAX_COLUMN))].length + 1;
  return { line: low + 1, column };
}
