/** Puts the pieces of text of a PDF page into lines. */
import { codeOf } from "./pdf_code.ts";
import { type FontLooks, type Link, placeOf, sizeOf, type TextItem } from "./pdf_items.ts";
import { type LinePart, segmentsOf } from "./pdf_segments.ts";

export interface PdfLine {
  readonly text: string;
  /** The height of most of its letters, in points, rounded to halves. */
  readonly size: number;
  /** The height on the page from its lower edge, in points. */
  readonly y: number;
  /** Where it begins and ends, in points. */
  readonly left: number;
  readonly right: number;
  /** Quarter turns of the text. */
  readonly turns: number;
  /** The same text as HTML, with its links. */
  readonly html: string;
  /** The distance to the line before, in points. */
  readonly gap: number;
  /** The pieces between wide gaps, in the order of the file. */
  readonly segments: readonly LinePart[];
  readonly isBold: boolean;
  /** Its letters with all spaces, where all of them are equally wide. */
  readonly code?: string;
  /** The width of each of those letters, in points. */
  readonly pitch?: number;
  /** Whether it has a row of its own, as a line of a form. */
  readonly isRow?: boolean;
  /** The height of the last row of a table. */
  readonly bottom?: number;
  /** The lines of each cell as HTML. Such a line is a whole table. */
  readonly table?: readonly (readonly (readonly string[])[])[];
}

const NO_FONTS: FontLooks = new Map();

/** In the order of the page's content, which is the reading order of most pages. */
export function linesOf(
  items: readonly TextItem[],
  links: readonly Link[] = [],
  fonts: FontLooks = NO_FONTS,
): readonly PdfLine[] {
  const lines: PdfLine[] = [];
  let open: TextItem[] = [];
  let [base, last]: (TextItem | undefined)[] = [];
  let isEnded = false;
  const close = (): void => {
    const line = lineOf(open, links, fonts);
    if (line !== undefined) lines.push({ ...line, gap: gapBefore(line, lines.at(-1)) });
    [open, base, last, isEnded] = [[], undefined, undefined, false];
  };
  for (const item of items) {
    const isBlank = item.str.trim() === "";
    if (!isBlank && base !== undefined && last !== undefined) {
      if (isOnAnotherLine(base, item) || (isEnded && !isAttached(last, item) && !isBehind(last, item))) {
        close();
      }
    }
    open.push(item);
    if (!isBlank) {
      last = item;
      if (base === undefined || item.height > base.height) base = item;
    }
    if (item.hasEOL) isEnded = true;
    if (isEnded && base === undefined) close();
  }
  close();
  return lines;
}

export function gapBefore(line: { readonly y: number }, before: { readonly y: number } | undefined): number {
  return before === undefined ? 0 : Math.abs(before.y - line.y);
}

function isOnAnotherLine(base: TextItem, item: TextItem): boolean {
  const [one, two] = [placeOf(base), placeOf(item)];
  return one.turns !== two.turns || Math.abs(one.y - two.y) > 0.6 * Math.max(1, base.height, item.height);
}

/** A text in another box, as what is written behind a label. */
function isBehind(last: TextItem, item: TextItem): boolean {
  const [one, two] = [placeOf(last), placeOf(item)];
  return Math.abs(one.y - two.y) < 0.15 * Math.max(last.height, item.height) && two.x >= one.x + last.width;
}

/** Raised and lowered letters look like the end of a line to pdf.js. */
function isAttached(last: TextItem, item: TextItem): boolean {
  const gap = placeOf(item).x - placeOf(last).x - last.width;
  const height = Math.max(last.height, item.height);
  return Math.abs(gap) < 0.4 * height && Math.min(last.height, item.height) < 0.85 * height;
}

function lineOf(items: readonly TextItem[], links: readonly Link[], fonts: FontLooks): PdfLine | undefined {
  const inked = items.filter(({ str }) => str.trim() !== "");
  const size = sizeOf(inked);
  const base = inked.find(({ height }) => Math.round(2 * height) / 2 === size);
  if (base === undefined) return undefined;
  const segments = segmentsOf(inked, items, base, links);
  if (segments.length === 0) return undefined;
  const { y, turns } = placeOf(base);
  return {
    text: segments.map(({ text }) => text).join(" "),
    html: segments.map(({ html }) => html).join(" "),
    size,
    y,
    turns,
    left: segments.reduce((least, { left }) => Math.min(least, left), Infinity),
    right: segments.reduce((most, { right }) => Math.max(most, right), -Infinity),
    gap: 0,
    segments,
    isBold: inked.every(({ fontName = "" }) => fonts.get(fontName)?.isBold === true),
    ...codeOf(inked, fonts),
  };
}
