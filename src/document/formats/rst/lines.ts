/** Lines of reStructuredText, by the columns in which their text begins. Nothing is cut out of the text. */

export interface Line {
  /** Where the line begins in the text, and where the next one does. */
  readonly at: number;
  readonly next: number;
  /** From the first to the last character that is no white space. Equal for a blank line. */
  readonly start: number;
  readonly end: number;
  /** The column of `start`. Tabs lead to the next multiple of eight. */
  readonly indent: number;
}

const [TAB, FEED, RETURN, SPACE] = [9, 10, 13, 32];
const TAB_WIDTH = 8;

export function linesOf(text: string, from: number): Line[] {
  const lines: Line[] = [];
  for (let at = from; at < text.length;) {
    const feed = text.indexOf("\n", at);
    const next = feed < 0 ? text.length : feed + 1;
    lines.push(lineIn(text, at, feed < 0 ? next : feed, next));
    at = next;
  }
  return lines;
}

function lineIn(text: string, at: number, to: number, next: number): Line {
  let [start, end, indent] = [at, to, 0];
  for (; start < to; start++) {
    const code = text.charCodeAt(start);
    if (code === SPACE) indent++;
    else if (code === TAB) indent += TAB_WIDTH - indent % TAB_WIDTH;
    else break;
  }
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return { at, next, start, end, indent };
}

/** The part of a line from `start` to `end`, as a line of a block whose text begins in `indent`. */
export function partOf(text: string, line: Line, start: number, end: number, column: number): Line {
  let indent = column;
  while (start < end && isSpace(text.charCodeAt(start))) {
    start++;
    indent++;
  }
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return { ...line, start, end, indent };
}

export function isSpace(code: number): boolean {
  return code === SPACE || (code >= TAB && code <= RETURN) || code === FEED || code === 0xa0;
}

export function isBlankLine({ start, end }: Line): boolean {
  return start >= end;
}

/** The same line without text. */
export function blanked(line: Line): Line {
  return { ...line, start: line.end };
}

/** The position after the last line from here on that has at least this indentation. Blank lines do not count. */
export function indentedEnd(lines: readonly Line[], from: number, to: number, least: number): number {
  let end = from;
  for (let at = from; at < to; at++) {
    const line = lines[at]!;
    if (isBlankLine(line)) continue;
    if (line.indent < least) break;
    end = at + 1;
  }
  return end;
}

/** The position of the first blank line from here on. */
export function blankFrom(lines: readonly Line[], from: number, to: number): number {
  let at = from;
  while (at < to && !isBlankLine(lines[at]!)) at++;
  return at;
}

/** The position of the first line with text from here on. */
export function textFrom(lines: readonly Line[], from: number, to: number): number {
  let at = from;
  while (at < to && isBlankLine(lines[at]!)) at++;
  return at;
}

/** The least indentation of lines with text; undefined where there are none. */
export function leastIndent(lines: readonly Line[], from: number, to: number): number | undefined {
  let least: number | undefined;
  for (let at = from; at < to; at++) {
    const line = lines[at]!;
    if (!isBlankLine(line) && (least === undefined || line.indent < least)) least = line.indent;
  }
  return least;
}
