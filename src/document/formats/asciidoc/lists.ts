/** Reads lists: their items, terms and what stands in them. */
import { type BlockPlace, readBlocks } from "./blocks.ts";
import { delimiterOf } from "./delimited.ts";
import { readInline } from "./inline/inline.ts";
import { type AsciidocLine, endOf, LineCursor, restOf, unindented } from "./lines.ts";
import { itemLines } from "./list_lines.ts";
import { isAttributeLine } from "./metadata.ts";
import { paragraphLines, withoutComments } from "./paragraphs.ts";
import type { AsciidocState } from "./state.ts";

/** How an item begins. Items of the same list have the same sign. */
export interface ListStart {
  readonly kind: "bullet" | "number" | "term" | "callout";
  readonly sign: string;
  /** Where the text begins. */
  readonly from: number;
  /** Of a term: where it begins, and where its sign does. */
  readonly term?: readonly [number, number];
}

const BULLET = /^[ \t]*(-|\*+|\u2022)[ \t]+(?=.)/;
const NUMBER = /^[ \t]*(\.+|\d+\.|[a-zA-Z]\.|[IVXivx]+\))[ \t]+(?=.)/;
const TERM = /^(?!\/\/[^/])[ \t]*([^ \t].*?)(:::{0,2}|;;)(?:$|[ \t]+(?=.))/;
const CALLOUT = /^<(?:\d+|\.)>[ \t]+(?=.)/;

export function listStart(text: string): ListStart | undefined {
  const [callout] = text.startsWith("<") ? CALLOUT.exec(text) ?? [] : [];
  if (callout !== undefined) return { kind: "callout", sign: "<1>", from: callout.length };
  const bullet = BULLET.exec(text);
  if (bullet !== null) return { kind: "bullet", sign: bullet[1]!, from: bullet[0].length };
  const number = NUMBER.exec(text);
  if (number !== null) return { kind: "number", sign: numbering(number[1]!), from: number[0].length };
  return text.includes("::") || text.includes(";;") ? termStart(text) : undefined;
}

function termStart(text: string): ListStart | undefined {
  const match = TERM.exec(text);
  if (match === null) return undefined;
  const end = match[0].trimEnd().length - match[2]!.length;
  return { kind: "term", sign: match[2]!, from: match[0].length, term: [end - match[1]!.length, end] };
}

export function isListStart(text: string): boolean {
  return listStart(text) !== undefined;
}

/** `1.`, `a.`, … for all numbers of a kind. */
function numbering(sign: string): string {
  if (sign.startsWith(".")) return sign;
  if (/^\d/.test(sign)) return "1.";
  if (sign.endsWith(")")) return /^[ivx]/.test(sign) ? "i)" : "I)";
  return /^[a-z]/.test(sign) ? "a." : "A.";
}

/** Whether a line begins another item of the list. */
export function siblingStart(text: string, { kind, sign }: ListStart): ListStart | undefined {
  const start = kind === "term" && (text.includes("::") || text.includes(";;"))
    ? siblingTerm(text, sign)
    : listStart(text);
  return start !== undefined && start.kind === kind && start.sign === sign ? start : undefined;
}

const SIBLING_TERMS: Readonly<Record<string, RegExp>> = {
  "::": /^(?!\/\/[^/])[ \t]*([^ \t].*?[^:]|[^ \t:])(::)(?:$|[ \t]+(?=.))/,
  ":::": /^(?!\/\/[^/])[ \t]*([^ \t].*?[^:]|[^ \t:])(:::)(?:$|[ \t]+(?=.))/,
  "::::": /^(?!\/\/[^/])[ \t]*([^ \t].*?[^:]|[^ \t:])(::::)(?:$|[ \t]+(?=.))/,
  ";;": /^(?!\/\/[^/])[ \t]*([^ \t].*?)(;;)(?:$|[ \t]+(?=.))/,
};

function siblingTerm(text: string, sign: string): ListStart | undefined {
  const match = SIBLING_TERMS[sign]!.exec(text);
  if (match === null) return undefined;
  const end = match[0].trimEnd().length - sign.length;
  return { kind: "term", sign, from: match[0].length, term: [end - match[1]!.length, end] };
}

export function readList(
  cursor: LineCursor,
  first: ListStart,
  { depth }: BlockPlace,
  state: AsciidocState,
): void {
  for (let start: ListStart | undefined = first; start !== undefined;) {
    readItem(cursor, start, depth, state);
    if (!cursor.skipBlank()) return;
    start = siblingStart(cursor.line!.text, first);
  }
}

function readItem(
  cursor: LineCursor,
  start: ListStart,
  depth: number,
  state: AsciidocState,
) {
  const line = cursor.line!;
  const rest = restOf(line, start.from);
  const text: AsciidocLine[] = rest.text === "" ? [] : [rest];
  cursor.at++;
  const inner = new LineCursor(itemLines(cursor, start, text.length > 0, state));
  if (inner.line !== undefined && inner.line.text !== "") addText(inner, text, start, state);
  if (start.kind === "term") {
    const [from, to] = start.term!;
    const name = { text: line.text.slice(from, to), start: line.start + from };
    state.found.hide(endOf(name), endOf(name) + start.sign.length);
    readInline([name], state);
    state.block({ kind: "term", depth, start: name.start, end: endOf(name) });
  } else {
    const indent = line.text.length - line.text.trimStart().length;
    const box = start.kind === "bullet" ? /^\[[ x*]\] /.exec(rest.text)?.[0].length ?? 0 : 0;
    state.found.hide(line.start + indent, rest.start + box);
    if (box > 0) text[0] = restOf(rest, box);
  }
  if (text.length > 0) readInline(text, state, {});
  const at = text[0]?.start ?? endOf(line);
  const range = { start: at, end: text.length === 0 ? at : endOf(text.at(-1)!) };
  const isLast = text.length > 0 || inner.line !== undefined;
  if (start.kind !== "term") state.block({ kind: "item", depth, ordered: start.kind !== "bullet", ...range });
  else if (isLast) state.block({ kind: "definition", depth, ...range });
  const inList = start.kind === "term" ? "term" : "item";
  readBlocks(inner.lines.slice(inner.at), { depth: depth + 1, inList }, state);
}

/** The lines right under the first one belong to the text. */
function addText(inner: LineCursor, text: AsciidocLine[], { kind }: ListStart, state: AsciidocState): void {
  const { line } = inner;
  const isText = kind !== "term" || text.length === 0;
  let at = inner.at;
  while (inner.lines[at] !== undefined && /^\/\/(?!\/)/.test(inner.lines[at]!.text)) at++;
  const next = inner.lines[at];
  if (next === undefined || next.text === "" || isAttributeLine(next.text) || delimiterOf(next.text) !== undefined) {
    return;
  }
  if (isListStart(next.text) || (!isText && /^\.[^ \t.]|^:\S+:/.test(next.text))) return;
  if (line === undefined) return;
  for (const each of withoutComments(paragraphLines(inner, true), state)) text.push(unindented(each));
}
