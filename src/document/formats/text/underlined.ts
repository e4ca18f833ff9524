/** Finds the titles of a plain text that stand above a run of one sign, or between two of them. */
import type { PlainLines } from "./plain_lines.ts";

export interface PlainTitle {
  /** The first line of the heading, that of its title, and the one after the heading. */
  readonly first: number;
  readonly at: number;
  readonly next: number;
  /** Titles of the same style have the same level. Undefined where a number tells it. */
  readonly style?: string | undefined;
}

const MOST_LETTERS = 100;
/** A longer sentence is a note, and not a title. */
const MOST_WORDS = 5;
/** So much longer or shorter than its title a line may be, and by so much of it. */
const SLACK = 2;
const SLACK_PART = 0.15;
/** A line across the page is longer than its title. */
const WIDE = 40;
/** Three signs delimit properties and code. */
const LEAST_OVER = 3;
/** What the columns of a table or the signs of a prompt look like. */
const COLUMNS = /\S(?:[ ]{3,}|[ ]*\t\s*)\S|\|/;
const NUMBER = /^(?:\d+|[A-Z])(?:\.\d+)*[.)]?\s+/;

export function underlinedTitles(lines: PlainLines): readonly PlainTitle[] {
  const found: PlainTitle[] = [];
  for (let at = 0; at < lines.lines.length;) {
    const title = titleAt(lines, at);
    if (title !== undefined) found.push(title);
    at = title?.next ?? at + 1;
  }
  return found;
}

function titleAt(lines: PlainLines, at: number): PlainTitle | undefined {
  if (!lines.isFree(at)) return undefined;
  const sign = lines.runOf(at);
  if (sign !== undefined) return overlined(lines, at, sign);
  const under = lines.isFree(at + 1) ? undefined : lines.runOf(at + 1);
  if (under === undefined || !isTitle(lines, at)) return undefined;
  const [title, line] = [lines.lines[at]!, lines.lines[at + 1]!];
  if (title.indent !== line.indent || (title.indent !== lines.margin && at > 0)) return undefined;
  const [length, width] = [lines.lengthOf(at), lines.lengthOf(at + 1)];
  const isAsLong = Math.abs(length - width) <= Math.max(SLACK, SLACK_PART * length);
  const isAcross = width >= WIDE && width > length && lines.isFree(at + 2);
  return isAsLong || isAcross ? { first: at, at, next: at + 2, style: under } : undefined;
}

/** A title between two lines. The text of a program may stand so too, so what looks like that is not one. */
function overlined(lines: PlainLines, at: number, sign: string): PlainTitle | undefined {
  if (lines.isFree(at + 1) || lines.isFree(at + 2) || lines.runOf(at + 2) !== sign) return undefined;
  const [over, title, under] = [lines.lines[at]!, lines.lines[at + 1]!, lines.lines[at + 2]!];
  const length = lines.lengthOf(at);
  const isSame = length === lines.lengthOf(at + 2) && over.indent === under.indent && over.indent <= title.indent;
  const isWithin = length + SLACK >= lines.lengthOf(at + 1) && length > LEAST_OVER;
  if (!isSame || !isWithin || (over.indent !== lines.margin && at > 0) || !isTitle(lines, at + 1)) return undefined;
  return { first: at, at: at + 1, next: at + 3, style: `${sign}${sign}` };
}

/** Whether a line is made of words. A table, a command and a comment are not. */
function isTitle(lines: PlainLines, at: number): boolean {
  if (lines.lengthOf(at) > MOST_LETTERS || lines.runOf(at) !== undefined) return false;
  const text = lines.textOf(at);
  if (/[.;,]$/.test(text) && text.split(/\s+/).length > MOST_WORDS) return false;
  return /^[\p{L}\p{N}"'`(<[_*:./\\-]/u.test(text) && /\p{L}|\p{N}/u.test(text) &&
    !COLUMNS.test(text.replace(NUMBER, "")) &&
    !/^(?:[-*.] |\.\. |[*/]\*|--)/.test(text);
}

/** All lines of titles. */
export function linesOf(titles: readonly PlainTitle[]): ReadonlySet<number> {
  return new Set(titles.flatMap(({ first, next }) => Array.from({ length: next - first }, (_, n) => first + n)));
}
