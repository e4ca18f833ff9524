/** Finds the place of each key and value of a YAML file. */
import {
  EVENT_ALIAS,
  EVENT_MAPPING,
  EVENT_POP,
  EVENT_SEQUENCE,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE_DOUBLE_QUOTED,
  SCALAR_STYLE_FOLDED_BLOCK,
  SCALAR_STYLE_LITERAL_BLOCK,
  SCALAR_STYLE_PLAIN,
  SCALAR_STYLE_SINGLE_QUOTED,
} from "js-yaml";

/** Names from the top of the file down to a value. A number is a position in a list. */
export type ValuePath = readonly PropertyKey[];

interface YamlPlace {
  /** Both counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** Where a key or a value begins, or what is around it if it is not there. What an alias brings is at its anchor. */
export type PlaceOf = (path: ValuePath, what: "key" | "value") => YamlPlace;

/** For a file that js-yaml can read. */
export function yamlPlaces(text: string, maxDepth: number): PlaceOf {
  const top = placesIn(text, maxDepth);
  const starts = lineStarts(text);
  return (path, what) => placeAt(text, starts, offsetOf(top, path, what));
}

/** What is known of a value. Long keys would make a map of whole paths a bomb, so it is a tree. */
interface YamlNode {
  offset: number;
  keyOffset: number | undefined;
  /** Of an alias: what it stands for. */
  anchor: YamlNode | undefined;
  readonly inner: Map<PropertyKey, YamlNode>;
  /** The values of the merge keys. */
  readonly merged: YamlNode[];
}

function nodeAt(offset: number): YamlNode {
  return { offset, keyOffset: undefined, anchor: undefined, inner: new Map(), merged: [] };
}

interface OpenCollection {
  readonly node: YamlNode;
  readonly isMapping: boolean;
  /** The key whose value comes next, in a mapping. */
  key: { readonly name: string; readonly offset: number; readonly isMerge: boolean } | undefined;
}

type YamlEvent = ReturnType<typeof parseEvents>[number];
type ScalarEvent = Extract<YamlEvent, { valueStart: number }>;

function placesIn(text: string, maxDepth: number): YamlNode {
  const top = nodeAt(0);
  const open: OpenCollection[] = [];
  const anchors = new Map<string, YamlNode>();
  /** The node of what begins here. Undefined for a key. */
  const enter = (offset: number, scalar?: ScalarEvent): YamlNode | undefined => {
    const around = open.at(-1);
    if (around === undefined) return top;
    if (!around.isMapping) return within(around.node, around.node.inner.size, offset);
    const { key } = around;
    if (key === undefined) {
      const name = scalar === undefined ? "" : getScalarValue(text, scalar);
      around.key = { name, offset, isMerge: name === "<<" && scalar?.style === SCALAR_STYLE_PLAIN };
      return undefined;
    }
    around.key = undefined;
    const node = key.isMerge ? nodeAt(offset) : within(around.node, key.name, offset);
    if (key.isMerge) around.node.merged.push(node);
    node.keyOffset ??= key.offset;
    return node;
  };
  let end = 0;
  for (const event of parseEvents(text, { maxDepth })) {
    if (event.type === EVENT_POP) open.pop();
    else if (event.type === EVENT_MAPPING || event.type === EVENT_SEQUENCE) {
      const node = enter(event.start) ?? nodeAt(event.start);
      node.offset = event.start;
      remember(anchors, text, event, node);
      open.push({ node, isMapping: event.type === EVENT_MAPPING, key: undefined });
    } else if (event.type === EVENT_ALIAS) {
      const node = enter(event.anchorStart - 1);
      if (node !== undefined) node.anchor = anchors.get(text.slice(event.anchorStart, event.anchorEnd));
    } else if ("valueStart" in event) {
      // A value that is not there has the place of its key.
      const start = event.valueStart < 0 ? open.at(-1)?.key?.offset ?? end : startOf(text, event, end);
      const node = enter(start, event);
      if (node !== undefined) node.offset = start;
      remember(anchors, text, event, node ?? nodeAt(start));
      end = Math.max(end, event.valueEnd);
    }
  }
  return top;
}

function within(node: YamlNode, key: PropertyKey, offset: number): YamlNode {
  const found = node.inner.get(key);
  if (found !== undefined) return found;
  const made = nodeAt(offset);
  node.inner.set(key, made);
  return made;
}

function remember(
  anchors: Map<string, YamlNode>,
  text: string,
  { anchorStart, anchorEnd }: { readonly anchorStart: number; readonly anchorEnd: number },
  node: YamlNode,
): void {
  if (anchorStart >= 0) anchors.set(text.slice(anchorStart, anchorEnd), node);
}

/** The quote of a quoted text, and the sign of a block. js-yaml says where the text in them begins. */
function startOf(text: string, { style, valueStart, anchorEnd, tagEnd }: ScalarEvent, before: number): number {
  if (style === SCALAR_STYLE_SINGLE_QUOTED || style === SCALAR_STYLE_DOUBLE_QUOTED) return valueStart - 1;
  if (style !== SCALAR_STYLE_LITERAL_BLOCK && style !== SCALAR_STYLE_FOLDED_BLOCK) return valueStart;
  const from = Math.max(before, anchorEnd, tagEnd);
  const sign = /[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\r?\n?$/.exec(text.slice(from, valueStart));
  return sign === null ? valueStart : from + sign.index;
}

function offsetOf(top: YamlNode, path: ValuePath, what: "key" | "value"): number {
  let node = top;
  for (const [at, part] of path.entries()) {
    const inner = innerOf(node, part);
    if (inner === undefined) break;
    if (at === path.length - 1 && what === "key") return inner.keyOffset ?? inner.offset;
    node = inner;
  }
  return (node.anchor ?? node).offset;
}

/**
 * Of a mapping, a list, or an alias of one. A mapping's own keys come before merged ones, and these in their order.
 * `seen` keeps aliases of aliases from being looked at again and again.
 */
function innerOf(node: YamlNode, part: PropertyKey, seen = new Set<YamlNode>()): YamlNode | undefined {
  const of = node.anchor ?? node;
  if (seen.has(of)) return undefined;
  seen.add(of);
  const own = of.inner.get(part);
  if (own !== undefined) return own;
  for (const one of of.merged) {
    const source = one.anchor ?? one;
    // A merge key may have a list of mappings.
    const listed = [...source.inner].flatMap(([key, inner]) => (typeof key === "number" ? [inner] : []));
    for (const mapping of [source, ...listed]) {
      const found = innerOf(mapping, part, seen);
      if (found !== undefined) return found;
    }
  }
  return undefined;
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
