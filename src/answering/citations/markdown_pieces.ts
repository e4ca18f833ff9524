/**
 * Divides a text in Markdown where each piece can be read by itself, so that no piece takes long. It looks at the
 * beginnings of lines alone.
 */

export interface MarkdownPiece {
  readonly start: number;
  readonly end: number;
  /** Characters, and more for each line. */
  readonly size: number;
  /** Whether it is a block of code. */
  readonly isCode: boolean;
}

/** A piece gets no larger than this where it can be divided. */
export const PIECE = 4096;
/** What a line costs, in characters. */
const LINE = 64;

/** What of a line is looked at. */
const HEAD = 256;
const ITEM = /^(?:([-+*])|(\d{1,9})([.)]))[ \t]+[^ \t\r]/;
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\r?$/;
const HEADING = /^#{1,6}(?:[ \t\r]|$)/;
/** The marks of quotes and items at the beginning of a line. */
const MARKS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))+/;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
/** HTML that goes on over blank lines, and where it ends. */
const HTML: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-z]/i, />/],
];
/** HTML that a blank line ends. */
const TAG = /^<\/?[a-z][a-z0-9-]*(?:[\s/>]|$)/i;

interface Fence {
  readonly sign: string;
  /** Whether a line that begins at the margin ends it, because it lies in an item or a quote. */
  readonly isInside: boolean;
}

/** What the lines so far have opened. */
interface OpenBlocks {
  fence: Fence | undefined;
  html: RegExp | undefined;
  isInHtml: boolean;
  /** The sign of the list whose items begin at the margin. */
  list: string | undefined;
  isAfterBlank: boolean;
}

/** A place where the text may be divided. */
interface Cut {
  readonly at: number;
  /** Of the text before it. */
  readonly size: number;
  /** Whether code begins there. */
  readonly isCode: boolean;
}

/** The pieces in their order; together they are the text. */
export function* markdownPieces(text: string, largest: number): Generator<MarkdownPiece> {
  let start: Cut | undefined;
  let last: Cut | undefined;
  const piece = (from: Cut, to: Cut): MarkdownPiece => {
    const size = to.size - from.size;
    return { start: from.at, end: to.at, size, isCode: from.isCode && size > largest };
  };
  for (const cut of cutsIn(text)) {
    if (start !== undefined && last !== undefined && last !== start && cut.size - start.size > largest) {
      yield piece(start, last);
      start = last;
    }
    start ??= cut;
    last = cut;
  }
  if (start !== undefined && last !== undefined && last !== start) yield piece(start, last);
}

/** With the beginning and the end of the text. */
function* cutsIn(text: string): Generator<Cut> {
  const open: OpenBlocks = { fence: undefined, html: undefined, isInHtml: false, list: undefined, isAfterBlank: true };
  let lines = 0;
  for (let at = 0; at < text.length; lines++) {
    const newline = text.indexOf("\n", at);
    const next = newline < 0 ? text.length : newline + 1;
    const wasOpen = open.fence !== undefined;
    const whole = text.slice(at, next);
    const divides = takeLine(open, whole.slice(0, HEAD).replace(/\n$/, ""), whole);
    if (divides || at === 0) yield { at, size: at + LINE * lines, isCode: !wasOpen && isOutermost(open.fence) };
    at = next;
  }
  yield { at: text.length, size: text.length + LINE * lines, isCode: false };
}

function isOutermost(fence: Fence | undefined): boolean {
  return fence !== undefined && !fence.isInside;
}

/** Notes what the line opens and closes. Whether the text may be divided before it. */
function takeLine(open: OpenBlocks, line: string, whole: string): boolean {
  const isAtMargin = /^[^ \t\r]/.test(line);
  const isBlank = /^[ \t\r]*$/.test(line);
  if (open.fence !== undefined && !(open.fence.isInside && isAtMargin && !line.startsWith(">"))) {
    if (closes(open.fence, line)) open.fence = undefined;
    open.isAfterBlank = open.fence === undefined || isBlank;
    return false;
  }
  open.fence = undefined;
  if (open.html !== undefined) {
    if (open.html.test(whole)) open.html = undefined;
    return false;
  }
  const { isAfterBlank } = open;
  open.isAfterBlank = isBlank;
  if (isBlank) {
    open.isInHtml = false;
    return false;
  }
  const item = RULE.test(line) ? null : ITEM.exec(line);
  const sign = item?.[1] ?? item?.[3];
  const fence = fenceOf(line, open, isAtMargin);
  const divides = isAtMargin && (isAfterBlank ||
    (!open.isInHtml && (HEADING.test(line) || fence !== undefined || (sign !== undefined && sign === open.list))));
  // A number that is not 1 begins no list in the middle of a paragraph.
  const begins = sign !== undefined && !open.isInHtml &&
    (isAfterBlank || sign === open.list || item?.[1] !== undefined || Number(item?.[2]) === 1);
  if (isAtMargin) open.list = begins ? sign : undefined;
  open.fence = fence;
  const inner = line.replace(MARKS, "").trimStart();
  const html = HTML.find(([begin]) => begin.test(inner));
  if (html !== undefined && fence === undefined && !html[1].test(whole)) open.html = html[1];
  open.isInHtml ||= TAG.test(inner);
  return divides;
}

function fenceOf(line: string, { list, isInHtml }: OpenBlocks, isAtMargin: boolean): Fence | undefined {
  if (isInHtml) return undefined;
  const marks = MARKS.exec(line)?.[0] ?? "";
  const inner = line.slice(marks.length);
  const isNested = marks !== "" || (list !== undefined && !isAtMargin);
  const indented = /^[ \t]*/.exec(inner)![0];
  if (!isNested && (indented.length > 3 || indented.includes("\t"))) return undefined;
  const sign = FENCE.exec(inner.slice(indented.length))?.[1];
  return sign === undefined ? undefined : { sign, isInside: isNested };
}

function closes({ sign }: Fence, line: string): boolean {
  const found = /^[ \t>]*(`{3,}|~{3,})[ \t\r]*$/.exec(line)?.[1];
  return found !== undefined && found.length >= sign.length && found[0] === sign[0];
}
