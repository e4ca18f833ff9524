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
const FOOT_LENGTH = 16;
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
    this.lines = running.length === 0 ? all : withoutLines(all, running);
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

/** The lines before and after the ends of pages that come again on other pages, in order. */
function runningLines(text: string, lines: readonly PlainLine[]): readonly number[] {
  const known = new Map<string, number>();
  const places: number[] = [];
  const keys: string[] = [];
  let last = -1;
  const note = (at: number): void => {
    if (at <= last || at >= lines.length) return;
    last = at;
    const written = text.slice(lines[at]!.start, lines[at]!.end);
    const key = WIDE_GAP.test(written) ? written.replace(/\d+/g, "0").replace(/\s+/g, " ") : written;
    known.set(key, (known.get(key) ?? 0) + 1);
    places.push(at);
    keys.push(key);
  };
  for (const [at, { start, end, isHead }] of lines.entries()) {
    const isFoot = text[end - 1] === "]" && FOOT.test(text.slice(Math.max(start, end - FOOT_LENGTH), end));
    if (isHead) note(at - 1);
    if (isHead || isFoot) note(at);
    if (isFoot) note(at + 1);
  }
  return places.filter((_, place) => known.get(keys[place]!)! > 1);
}

function withoutLines(lines: readonly PlainLine[], running: readonly number[]): readonly PlainLine[] {
  const kept: PlainLine[] = [];
  let next = 0;
  for (const [at, line] of lines.entries()) {
    if (running[next] === at) next++;
    else kept.push(running[next - 1] === at - 1 && next > 0 ? { ...line, isFree: true } : line);
  }
  return kept;
}
