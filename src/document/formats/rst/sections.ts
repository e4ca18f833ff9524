/** Finds titles by the lines of punctuation above and below them, and lines that divide the text. */
import { slugify } from "../../../text/slug.ts";
import { columnsOf } from "./columns.ts";
import { plainText, readInline } from "./inline.ts";
import { isBlankLine, type Line } from "./lines.ts";
import { type BodyScope, type RstState, targetName } from "./state.ts";

/** Lines as long as this adorn a title that is longer. */
const LEAST_SURE = 4;

/** The sign of which a line consists. */
function adornment(text: string, line: Line | undefined): string | undefined {
  if (line === undefined || isBlankLine(line)) return undefined;
  const code = text.charCodeAt(line.start);
  if (!isPunctuation(code)) return undefined;
  for (let at = line.start + 1; at < line.end; at++) if (text.charCodeAt(at) !== code) return undefined;
  return text[line.start];
}

export function isPunctuation(code: number): boolean {
  return (code > 0x20 && code < 0x30) || (code > 0x39 && code < 0x41) || (code > 0x5a && code < 0x61) ||
    (code > 0x7a && code < 0x7f);
}

/** What begins with a line of punctuation: an overlined title or a transition. Undefined where it is text. */
export function readAdorned(
  state: RstState,
  lines: Line[],
  at: number,
  to: number,
  scope: BodyScope,
): number | undefined {
  const { text, found } = state;
  const line = lines[at]!;
  const sign = adornment(text, line);
  if (sign === undefined || !scope.titles) return undefined;
  const [title, under] = [lines[at + 1], lines[at + 2]];
  const isShort = lengthOf(line) < LEAST_SURE;
  if (title === undefined || at + 1 >= to || isBlankLine(title)) {
    if (isShort) return undefined;
    found.hide(line.start, line.end);
    state.block(scope, { kind: "rule", start: line.start, end: line.start });
    return at + 1;
  }
  const isSame = at + 2 < to && under !== undefined && adornment(text, under) === sign &&
    lengthOf(under) === lengthOf(line) && under.indent === scope.margin;
  if (!isSame || adornment(text, title) !== undefined || (isShort && columnsOf(text, title) > lengthOf(line))) {
    return undefined;
  }
  found.hide(line.start, line.end);
  found.hide(under.start, under.end);
  addTitle(state, `${sign}${sign}`, title, { from: line, to: under }, scope);
  return at + 3;
}

/** A title with a line of punctuation below it. Undefined where it is text. */
export function readUnderlined(
  state: RstState,
  lines: Line[],
  at: number,
  to: number,
  scope: BodyScope,
): number | undefined {
  const [title, under] = [lines[at]!, lines[at + 1]];
  const sign = at + 1 < to ? adornment(state.text, under) : undefined;
  if (sign === undefined || under!.indent !== scope.margin) return undefined;
  const length = lengthOf(under!);
  if (length < LEAST_SURE && columnsOf(state.text, title) > length) return undefined;
  state.found.hide(under!.start, under!.end);
  if (scope.titles) addTitle(state, sign, title, { from: title, to: under! }, scope);
  else {
    // A title in a list or a note is the title of nothing.
    readInline(state, title);
    state.block(scope, { kind: "paragraph", start: title.start, end: title.end });
    state.found.mark("strong", title.start, title.end);
  }
  return at + 2;
}

/** The order in which adornments come tells their levels. */
function addTitle(
  state: RstState,
  style: string,
  title: Line,
  { from, to }: { readonly from: Line; readonly to: Line },
  scope: BodyScope,
): void {
  if (!state.styles.includes(style)) state.styles.push(style);
  state.level = state.styles.indexOf(style) + 1;
  readInline(state, title);
  const text = plainText(state, title);
  const heading = { level: state.level, text, id: null, lineStart: from.at, bodyStart: to.next };
  state.found.heading(heading, { start: title.start, end: title.end }, scope.depth);
  if (!state.titles.has(targetName(text))) state.titles.set(targetName(text), `#${slugify(text)}`);
  state.place(to.next);
}

function lengthOf({ start, end }: Line): number {
  return end - start;
}
