/** Finds the headings of a PDF: those that it names, then lines of larger letters, then bold lines. */
import type { PdfLine } from "./pdf_lines.ts";
import { matchHeadings } from "./pdf_named_headings.ts";
import type { NamedHeading } from "./pdf_outline.ts";
import { BULLET } from "./pdf_signs.ts";

/** A heading's letters are larger than most by this factor. */
const LARGER = 1.15;
const MAX_LENGTH = 120;
const MAX_SIZES = 3;
const MAX_LEVEL = 6;
/** Names of which fewer are found are of another document. */
const MIN_FOUND = 0.4;
/** A document with a larger share of bold letters has no bold headings. */
const MAX_BOLD = 0.3;

/** The same object for each line of a heading that the file names. */
export interface PdfHeading {
  readonly level: number;
  /** Whether the next line may go on with it. */
  readonly isOpen: boolean;
}

export interface Headings {
  readonly byLine: ReadonlyMap<PdfLine, PdfHeading>;
  /** How they were found, one plain sentence each. */
  readonly notes: readonly string[];
}

/** `pages` are without headers; `others` are lines that cannot be headings. */
export function headingsOf(
  pages: readonly (readonly PdfLine[])[],
  usual: number,
  others: ReadonlySet<PdfLine>,
  named: { readonly by: "bookmarks" | "tags"; readonly headings: readonly NamedHeading[] },
): Headings {
  const lines = pages.flat().filter((line) => line.table === undefined && !others.has(line));
  const isLarge = ({ size, text }: PdfLine): boolean =>
    size > usual * LARGER && text.length <= MAX_LENGTH && /[\p{L}\p{N}]/u.test(text);
  const matched = matchHeadings(pages, named.headings, others);
  const byLine = new Map<PdfLine, PdfHeading>(matched.byLine);
  if (matched.count > 0 && matched.count >= MIN_FOUND * named.headings.length) {
    const levels = levelsOfSizes(matched.byLine);
    for (const line of lines) {
      if (!byLine.has(line) && isLarge(line)) byLine.set(line, { level: levelOf(line.size, levels), isOpen: true });
    }
    const source = named.by === "bookmarks" ? "the file's bookmarks name" : "the file marks as such";
    return {
      byLine,
      notes: [
        `headings are the lines that ${source}, and lines whose letters are larger than most, which have ${usual} pt`,
      ],
    };
  }
  byLine.clear();
  const sizes = sizesOf(lines, usual);
  for (const line of lines) {
    const level = isLarge(line) ? sizes.indexOf(line.size) + 1 : 0;
    if (level > 0) byLine.set(line, { level, isOpen: true });
  }
  // One large line is a title.
  const hasOnlyTitle = byLine.size <= 1 || byLine.size === pages[0]?.filter((line) => byLine.has(line)).length;
  const bold = hasOnlyTitle ? boldHeadings(pages, byLine, others) : new Map<PdfLine, PdfHeading>();
  for (const [line, heading] of bold) byLine.set(line, heading);
  return { byLine, notes: usual === 0 ? [] : [sizeNote(sizes, usual, bold.size > 0)] };
}

function sizeNote(sizes: readonly number[], usual: number, hasBold: boolean): string {
  const levels = sizes.map((size, at) => `of ${size} pt are level ${at + 1}`);
  const bold = hasBold ? ", and bold lines of their own" : "";
  if (levels.length > 0) {
    return `headings are lines whose letters are larger than most, which have ${usual} pt: letters ${
      levels.join(", ")
    }${bold}`;
  }
  return hasBold
    ? `headings are bold lines of their own: no letters are larger than most, which have ${usual} pt`
    : `no letters are larger than most, which have ${usual} pt, so there are no headings`;
}

/** The size of most letters. */
export function usualSize(lines: Iterable<PdfLine>): number {
  const letters = new Map<number, number>();
  for (const { size, text, table } of lines) {
    if (table === undefined) letters.set(size, (letters.get(size) ?? 0) + text.length);
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Largest first. */
function sizesOf(lines: readonly PdfLine[], usual: number): readonly number[] {
  const sizes = new Set(lines.map(({ size }) => size).filter((size) => size > usual * LARGER));
  return [...sizes].sort((a, b) => b - a).slice(0, MAX_SIZES);
}

/** The level of most headings of a size, largest size first. */
function levelsOfSizes(found: ReadonlyMap<PdfLine, PdfHeading>): readonly (readonly [size: number, level: number])[] {
  const counts = new Map<number, number[]>();
  for (const [{ size }, { level }] of found) {
    const levels = counts.get(size) ?? Array.from({ length: MAX_LEVEL + 1 }, () => 0);
    levels[level]!++;
    counts.set(size, levels);
  }
  return [...counts].sort((a, b) => b[0] - a[0]).map(([size, levels]) => [size, levels.indexOf(Math.max(...levels))]);
}

function levelOf(size: number, levels: readonly (readonly [size: number, level: number])[]): number {
  const own = levels.find(([each]) => each === size);
  if (own !== undefined) return own[1];
  const above = levels.filter(([each]) => each > size).map(([, level]) => level);
  return Math.min(MAX_LEVEL, Math.max(0, ...above) + 1);
}

/** Bold lines that stand alone. Numbers such as `2.1` tell their level. */
function boldHeadings(
  pages: readonly (readonly PdfLine[])[],
  titles: ReadonlyMap<PdfLine, PdfHeading>,
  others: ReadonlySet<PdfLine>,
): ReadonlyMap<PdfLine, PdfHeading> {
  const found = new Map<PdfLine, PdfHeading>();
  let [bold, all] = [0, 0];
  for (const lines of pages) {
    for (const [at, line] of lines.entries()) {
      if (line.table !== undefined) continue;
      all += line.text.length;
      if (line.isBold) bold += line.text.length;
      if (!mayBeHeading(line) || others.has(line) || titles.has(line)) continue;
      const before = lines[at - 1];
      const goesOn = before?.isBold === true && before.table === undefined && line.gap < 1.6 * line.size;
      if (goesOn && !found.has(before)) continue;
      const next = lines[at + 1];
      if (next?.isBold === true && !mayBeHeading(next) && next.gap < 1.6 * line.size) continue;
      const depth = /^(\d{1,2}(?:\.\d{1,2})*)\.?\s/.exec(line.text)?.[1]?.split(".").length ?? 1;
      found.set(line, { level: Math.min(MAX_LEVEL, depth + (titles.size > 0 ? 1 : 0)), isOpen: true });
    }
  }
  return bold > MAX_BOLD * all ? new Map() : found;
}

function mayBeHeading({ text, isBold, isRow, segments }: PdfLine): boolean {
  return isBold && isRow !== true && segments.length <= 2 && text.length <= MAX_LENGTH &&
    /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) && /\p{L}{2}/u.test(text) && !/[.,;:]$/.test(text) && !BULLET.test(text);
}
