/** The lines of a text, without the white space that ends them. */

export interface AsciidocLine {
  readonly text: string;
  readonly start: number;
}

export function linesOf(text: string, from: number): AsciidocLine[] {
  const lines: AsciidocLine[] = [];
  for (let start = from; start < text.length;) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    lines.push({ text: text.slice(start, trimmedEnd(text, start, end)), start });
    start = end + 1;
  }
  return lines;
}

/** Where the white space that ends the range begins. */
function trimmedEnd(text: string, start: number, end: number): number {
  while (end > start && " \t\r\f\v".includes(text[end - 1]!)) end--;
  return end;
}

export function endOf({ text, start }: AsciidocLine): number {
  return start + text.length;
}

/** Whether all signs are the same. */
export function isRun(text: string): boolean {
  for (let at = 1; at < text.length; at++) if (text[at] !== text[0]) return false;
  return true;
}

/** The line from one of its places on. */
export function restOf({ text, start }: AsciidocLine, from: number): AsciidocLine {
  return { text: text.slice(from), start: start + from };
}

/** The line without the spaces before its text. */
export function unindented(line: AsciidocLine): AsciidocLine {
  const text = line.text.trimStart();
  return restOf(line, line.text.length - text.length);
}

/** Reads lines one by one. */
export class LineCursor {
  readonly lines: readonly AsciidocLine[];
  at = 0;

  constructor(lines: readonly AsciidocLine[]) {
    this.lines = lines;
  }

  get line(): AsciidocLine | undefined {
    return this.lines[this.at];
  }

  get following(): AsciidocLine | undefined {
    return this.lines[this.at + 1];
  }

  /** Whether there is a line that is not blank. Moves to it. */
  skipBlank(): boolean {
    while (this.line?.text === "") this.at++;
    return this.line !== undefined;
  }

  /** The lines from here on, up to the first one of which this holds, or up to the end. Moves to it. */
  takeUntil(isEnd: (line: AsciidocLine) => boolean): AsciidocLine[] {
    const from = this.at;
    while (this.line !== undefined && !isEnd(this.line)) this.at++;
    return this.lines.slice(from, this.at);
  }
}
