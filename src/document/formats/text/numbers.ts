/** Finds the lines of a plain text that look like numbered headings. */
import type { PlainLines } from "./plain_lines.ts";
import type { PlainTitle } from "./underlined.ts";

/** `numbers` are those of the section, such as 2 and 3 for `2.3`. A letter counts from `LETTERS` on. */
export interface NumberedTitle extends PlainTitle {
  readonly numbers: readonly number[];
  /** `Appendix` or `Chapter` stands before the number. */
  readonly isNamed: boolean;
  /** It begins like the title of a section, and not within a sentence. */
  readonly isSure: boolean;
  readonly words: string;
}

export const LETTERS = 1000;
const NUMBERED =
  /^(?:(appendix|annex|chapter|section|part|article)[ \t]+)?(\d{1,3}|[A-Z])((?:\.\d{1,3}){0,7})([.:)]?)(?:[ \t]*(?:[-–—]+[ \t]+|[ \t])(\S.*))?$/iu;
/** A number of a page after dots or a wide gap, as tables of contents have it. */
const PAGE = /(?:\.{2,}|(?:[ \t]\.){2,}|[ \t]{3,})[ \t.]*(?:\d+|[ivxl]+)$/;
const COLUMNS = /\S(?: {3,}|[ ]*\t\s*)\S|\||::=/;
const END = /[.;,!]$/;
/** Names of places in the help of Vim. */
export const TAGS = /(?:[ \t]+\*[^*\s|]+\*)+$/;
const SMALL = /^(?:a|an|and|as|at|by|for|from|in|into|is|of|on|or|the|this|to|vs|with)$/;
/** Where no line with a number stands at the margin, headings may be indented so far. */
const MOST_INDENT = 4;
const MOST_WORDS = 18;
const MOST_LETTERS = 120;
/** A title that fills its line may go on in the next one. */
const FULL = 45;

/** `underlined`: the heading that the line is the title of, if it has a line below it. */
export function numberedAt(lines: PlainLines, at: number, underlined?: PlainTitle): NumberedTitle | undefined {
  const { start, indent } = lines.lines[at]!;
  const code = lines.text.charCodeAt(start);
  const isStart = (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);
  if (!isStart || indent > lines.margin + MOST_INDENT || lines.lengthOf(at) > MOST_LETTERS) return undefined;
  if (underlined === undefined && !isAfterBreak(lines, at)) return undefined;
  const whole = lines.textOf(at);
  const written = whole.replace(TAGS, "");
  const [, name, number = "", rest = "", stop = "", words = ""] = NUMBERED.exec(written) ?? [];
  if (number === "" || PAGE.test(written)) return undefined;
  const isLetter = number >= "A";
  if (number.length === 1 && number !== number.toUpperCase()) return undefined;
  // Data has wide gaps.
  if (stop === "" && rest === "" && name === undefined && /^(?:\d+|[A-Z])(?:\t| {3})/.test(written)) return undefined;
  if (name === undefined && (words === "" || (isLetter && rest === "" && stop !== "."))) return undefined;
  const next = underlined?.next ?? endOf(lines, at, indent + written.length - words.length);
  if (next === undefined) return undefined;
  const all = next === at + 1 || underlined !== undefined ? words : `${words} ${lines.textOf(at + 1)}`;
  if (!isTitle(all)) return undefined;
  return {
    first: underlined?.first ?? at,
    at,
    next,
    numbers: [
      isLetter ? LETTERS + number.charCodeAt(0) - 0x41 : Number(number),
      ...rest.split(".").slice(1).map(Number),
    ],
    isNamed: name !== undefined,
    isSure: !/^\p{Ll}/u.test(all) && !all.endsWith(":"),
    words: all.replace(/[^\p{L}\p{N}]+/gu, " ").toLowerCase().trim(),
  };
}

/** Whether nothing stands above the line, or a line across the page. */
function isAfterBreak(lines: PlainLines, at: number): boolean {
  return lines.isFree(at) || isAcross(lines, at - 1);
}

/** Whether a line goes across the page. */
export function isAcross(lines: PlainLines, at: number): boolean {
  return at >= 0 && lines.lengthOf(at) >= FULL && lines.runOf(at) === "=";
}

/** The line after a heading, which stands alone. Undefined where text follows at once. */
function endOf(lines: PlainLines, at: number, column: number): number | undefined {
  if (lines.isFree(at + 1) || isAcross(lines, at - 1)) return at + 1;
  const isOneMore = lines.isFree(at + 2) && lines.lengthOf(at) >= FULL &&
    Math.abs(lines.lines[at + 1]!.indent - column) <= 1;
  return isOneMore ? at + 2 : undefined;
}

function isTitle(words: string): boolean {
  if (words === "") return true;
  return /^[\p{L}\p{N}"'`(<[_:/.$%&@-]/u.test(words) && /\p{L}/u.test(words) && !isSentence(words) &&
    !COLUMNS.test(words) &&
    words.split(/\s+/).length <= MOST_WORDS;
}

/** A full stop may end a title whose words are in capitals. */
function isSentence(words: string): boolean {
  return END.test(words) && !(words.endsWith(".") && words.split(/\s+/).every(isTitleWord));
}

/** Whether a word begins with a capital, or needs none in a title. */
export function isTitleWord(word: string): boolean {
  return !/^\p{Ll}/u.test(word) || SMALL.test(word);
}
