/** Reads a body of reStructuredText: which blocks stand in it, one after the other. */
import type { TextRange } from "../markup.ts";
import { readExplicit } from "./explicit.ts";
import { readCellLines, readInline } from "./inline.ts";
import { blankFrom, indentedEnd, isBlankLine, leastIndent, type Line, textFrom } from "./lines.ts";
import { fieldAt, readBullet, readEnumerated, readField, readOption, readProperties, readVerse } from "./lists.ts";
import { isPunctuation, readAdorned, readUnderlined } from "./sections.ts";
import { type BodyScope, MAX_NESTING, type RstState } from "./state.ts";
import { readGridTable } from "./grid_table.ts";
import { readSimpleTable } from "./simple_table.ts";

/** Reads one block that begins on this line. Returns the line after it, or undefined for another kind of block. */
type BlockReader = (state: RstState, lines: Line[], at: number, to: number, scope: BodyScope) => number | undefined;

export function readBody(state: RstState, lines: Line[], from: number, to: number, scope: BodyScope): void {
  if (scope.nesting > MAX_NESTING) {
    state.found.problem(
      `blocks are nested more than ${MAX_NESTING} deep, and are text from there on`,
      lines[from]?.at ?? 0,
    );
    for (let at = from; at < to;) at = Math.max(at + 1, readParagraph(state, lines, at, to, scope));
    return;
  }
  for (let at = textFrom(lines, from, to); at < to; at = textFrom(lines, at, to)) {
    const names = state.names;
    const { start } = lines[at]!;
    at = Math.max(at + 1, readBlock(state, lines, at, to, scope));
    if (names > 0 && state.names === names) state.place(start);
  }
}

function readBlock(state: RstState, lines: Line[], at: number, to: number, scope: BodyScope): number {
  const line = lines[at]!;
  if (line.indent > scope.margin) return readQuote(state, lines, at, to, scope);
  const first = state.text[line.start]!;
  if (state.isStart && first === ":" && scope.nesting === 0 && fieldAt(state.text, line) !== undefined) {
    state.isStart = false;
    return readProperties(state, lines, at, to, scope);
  }
  for (const read of readersOf(first)) {
    const end = read(state, lines, at, to, scope);
    if (end === undefined) continue;
    state.isStart &&= BEFORE_TEXT.has(read);
    return end;
  }
  state.isStart = false;
  return readParagraph(state, lines, at, to, scope);
}

/** Titles, comments and targets may stand before what a document states of itself. */
const BEFORE_TEXT: ReadonlySet<BlockReader> = new Set([readAdorned, readUnderlined, readExplicit]);

/** The kinds of blocks that begin with a sign. */
function readersOf(sign: string): readonly BlockReader[] {
  const known = READERS[sign];
  if (known !== undefined) return known;
  return isPunctuation(sign.charCodeAt(0)) ? ADORNED : WORDS;
}

const WORDS: readonly BlockReader[] = [readEnumerated, readUnderlined, readDefinition];
const ADORNED: readonly BlockReader[] = [readAdorned, readUnderlined, readDefinition];
const LISTS: readonly BlockReader[] = [readBullet, readOption, ...ADORNED];
const READERS: Readonly<Record<string, readonly BlockReader[]>> = {
  "-": LISTS,
  "*": LISTS,
  "+": [readBullet, readOption, readGridTable, ...ADORNED],
  "•": [readBullet, ...WORDS],
  "‣": [readBullet, ...WORDS],
  "⁃": [readBullet, ...WORDS],
  "/": [readOption, ...ADORNED],
  ":": [readField, ...ADORNED],
  ">": [readDoctest, ...ADORNED],
  "|": [readVerse, ...ADORNED],
  "=": [readSimpleTable, ...ADORNED],
  ".": [readExplicit, ...ADORNED],
  "_": [readExplicit, ...ADORNED],
  "(": [readEnumerated, ...ADORNED],
  "#": [readEnumerated, ...ADORNED],
};

function readQuote(state: RstState, lines: Line[], at: number, to: number, scope: BodyScope): number {
  const end = indentedEnd(lines, at, to, scope.margin + 1);
  state.block(scope, { kind: "quote", start: lines[at]!.start, end: lines[at]!.start });
  state.within(lines, at, end, leastIndent(lines, at, end) ?? scope.margin + 1, scope);
  return end;
}

/** A line, and what is indented right below it. */
function readDefinition(state: RstState, lines: Line[], at: number, to: number, scope: BodyScope): number | undefined {
  const next = at + 1 < to ? lines[at + 1]! : undefined;
  if (next === undefined || isBlankLine(next) || next.indent <= scope.margin) return undefined;
  const { start, end } = lines[at]!;
  readInline(state, { start, end });
  state.block(scope, { kind: "term", start, end });
  const last = indentedEnd(lines, at + 1, to, scope.margin + 1);
  state.block(scope, { kind: "definition", start: end, end });
  state.within(lines, at + 1, last, leastIndent(lines, at + 1, last)!, scope);
  return last;
}

function readDoctest(state: RstState, lines: Line[], at: number, to: number, scope: BodyScope): number | undefined {
  const { text } = state;
  const { start, end } = lines[at]!;
  if (!text.startsWith(">>>", start) || (end > start + 3 && text[start + 3] !== " ")) return undefined;
  const last = blankFrom(lines, at, to);
  state.block(scope, { kind: "code", language: "pycon", start, end: lines[last - 1]!.end });
  return last;
}

function readParagraph(state: RstState, lines: Line[], at: number, to: number, scope: BodyScope): number {
  let last = at + 1;
  while (last < to && !isBlankLine(lines[last]!) && lines[last]!.indent === scope.margin) last++;
  const range = { start: lines[at]!.start, end: lines[last - 1]!.end };
  const isLiteral = hideColons(state, lines, at, last);
  if (!isLiteral || range.end > range.start + 2) {
    readSentence(state, lines, at, last, range, scope);
    state.block(scope, { kind: "paragraph", ...range });
  }
  return isLiteral ? readLiteral(state, lines, last, to, scope) : last;
}

function readSentence(
  state: RstState,
  lines: Line[],
  at: number,
  last: number,
  range: TextRange,
  scope: BodyScope,
): void {
  if (scope.isCell && last > at + 1) readCellLines(state, lines.slice(at, last));
  else readInline(state, range);
}

/** Two colons at the end of a paragraph lead to a literal block. One of them is text where they follow a word. */
function hideColons(state: RstState, lines: readonly Line[], at: number, last: number): boolean {
  const { text, found } = state;
  const { start, end } = lines[last - 1]!;
  if (end - start < 2 || !text.startsWith("::", end - 2) || text[end - 3] === "\\") return false;
  const isAlone = end - 2 === start || /\s/.test(text[end - 3]!);
  if (isAlone || (last - 1 === at && end - 2 === start)) found.hide(end - 2, end);
  else found.hide(end - 1, end);
  return true;
}

/** The block after two colons: indented, or with the same sign before each line. */
function readLiteral(state: RstState, lines: Line[], at: number, to: number, scope: BodyScope): number {
  const first = textFrom(lines, at, to);
  const line = lines[first];
  if (line === undefined || first >= to) return at;
  const sign = state.text[line.start]!;
  let end = first;
  if (line.indent > scope.margin) end = indentedEnd(lines, first, to, scope.margin + 1);
  else if (isPunctuation(sign.charCodeAt(0))) {
    while (end < to && !isBlankLine(lines[end]!) && state.text[lines[end]!.start] === sign) end++;
  }
  if (end > first) state.block(scope, { kind: "code", start: line.at, end: lines[end - 1]!.end });
  return end > first ? end : at;
}
