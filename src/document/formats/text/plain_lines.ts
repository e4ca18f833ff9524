/** The lines of a plain text that have text. What a printer repeats on each page is not part of it. */

export interface PlainLine {
  /** Where the line begins in the text, and where the next one does. */
  readonly at: number;
  readonly next: number;
  /** From the first to the last character that is not white space. */
  readonly start: number;
  readonly end: number;
  /** The column of `start`. Tabs lead to the next multiple of eight. */
  readonly indent: number;
  /** Nothing stands right above it. */
  readonly isFree: boolean;
  /** It begins a page. */
  readonly isHead: boolean;
}

const [TAB, NEWLINE, FEED, RETURN, SPACE] = [9, 10, 12, 13, 32];
const TAB_WIDTH = 8;
const FOOT = /\[Page \d+\]$/;
/** The parts of a head or a foot stand so far apart. */
const WIDE_GAP = / {3}|\t/;
const SIGNS = "=-~*^#_+\"'`.:";

export class PlainLines {
  readonly text: string;
  readonly lines: readonly PlainLine[];
  /** The running heads and feet of pages. */
  readonly running: readonly PlainLine[];
  /** The least indentation of a line. */
  readonly margin: number;

  constructor(text: string, from: number) {
    this.text = text;
    const all = textLines(text, from);
    const running = runningLines(text, all);
    this.running = running.map((at) => all[at]!);
    this.lines = running.length === 0 ? all : withoutLines(all, new Set(running));
    this.margin = this.lines.reduce((least, { indent }) => Math.min(least, indent), Infinity);
  }

  /** Whether nothing stands right above a line, or there are no more lines. */
  isFree(at: number): boolean {
    return this.lines[at]?.isFree ?? true;
  }

  textOf(at: number): string {
    const { start, end } = this.lines[at]!;
    return this.text.slice(start, end);
  }

  lengthOf(at: number): number {
    const { start, end } = this.lines[at]!;
    return end - start;
  }

  /** The sign of which a line consists, if there are at least three. */
  runOf(at: number): string | undefined {
    const line = this.lines[at];
    if (line === undefined || line.end - line.start < 3) return undefined;
    const sign = this.text[line.start]!;
    if (!SIGNS.includes(sign)) return undefined;
    let place = line.start + 1;
    while (place < line.end && this.text[place] === sign) place++;
    return place === line.end ? sign : undefined;
  }
}

function textLines(text: string, from: number): readonly PlainLine[] {
  const lines: PlainLine[] = [];
  let [isFree, isHead] = [true, false];
  for (let at = from; at < text.length;) {
    let [start, indent] = [at, 0];
    for (; start < text.length; start++) {
      const code = text.charCodeAt(start);
      if (code === SPACE) indent++;
      else if (code === TAB) indent += TAB_WIDTH - indent % TAB_WIDTH;
      else if (code === FEED) [isHead, indent] = [true, 0];
      else if (code !== RETURN) break;
    }
    if (start === text.length) break;
    if (text.charCodeAt(start) === NEWLINE) {
      at = start + 1;
      isFree = true;
      continue;
    }
    const feed = text.indexOf("\n", start);
    const next = feed < 0 ? text.length : feed + 1;
    let end = feed < 0 ? next : feed;
    while (isSpace(text.charCodeAt(end - 1))) end--;
    lines.push({ at, next, start, end, indent, isFree: isFree || isHead, isHead });
    [isFree, isHead] = [false, false];
    at = next;
  }
  return lines;
}

function isSpace(code: number): boolean {
  return code === SPACE || (code >= TAB && code <= RETURN) || code === 0xa0;
}

/** The lines before and after the ends of pages that come again on other pages. */
function runningLines(text: string, lines: readonly PlainLine[]): readonly number[] {
  const known = new Map<string, number>();
  const found = new Map<number, string>();
  const note = (at: number): void => {
    if (found.has(at) || at < 0 || at >= lines.length) return;
    const written = text.slice(lines[at]!.start, lines[at]!.end);
    const key = WIDE_GAP.test(written) ? written.replace(/\d+/g, "0").replace(/\s+/g, " ") : written;
    known.set(key, (known.get(key) ?? 0) + 1);
    found.set(at, key);
  };
  for (const [at, { start, end, isHead }] of lines.entries()) {
    const isFoot = text[end - 1] === "]" && FOOT.test(text.slice(Math.max(start, end - 16), end));
    if (isHead) note(at - 1);
    if (isHead || isFoot) note(at);
    if (isFoot) note(at + 1);
  }
  return [...found].filter(([, key]) => known.get(key)! > 1).map(([at]) => at);
}

function withoutLines(lines: readonly PlainLine[], running: ReadonlySet<number>): readonly PlainLine[] {
  return lines.flatMap((line, at) =>
    running.has(at) ? [] : running.has(at - 1) && !line.isFree ? { ...line, isFree: true } : line
  );
}
