/** Finds lines of a PDF page that the same empty strips cut into columns. */
import type { PdfLine } from "./pdf_lines.ts";
import type { LinePart } from "./pdf_segments.ts";
import { LEADERS, MARKER } from "./pdf_signs.ts";

/** Lines from `start` up to `end`, in the columns that they stand in. */
export interface Band {
  readonly start: number;
  readonly end: number;
  readonly columns: readonly BandColumn[];
  readonly rows: readonly BandRow[];
}

interface BandColumn {
  readonly left: number;
  readonly right: number;
}

/** The pieces of each column, and one of the lines that the row is made of. */
export interface BandRow {
  readonly line: PdfLine;
  readonly cells: readonly (readonly LinePart[])[];
}

interface Strip {
  readonly from: number;
  readonly to: number;
}

/** Lines of more pieces are drawings. */
const MAX_PIECES = 40;
/** A page has some hundred lines, and what follows is looked at again. */
const MAX_LINES = 400;
/** So many lines of one piece each end a table. */
const MAX_SINGLE = 3;
/** The distance between two lines of a band, as a multiple of their letters. */
const MAX_DISTANCE = 3.2;

const narrowest = (size: number): number => Math.max(5, 0.8 * size);

/** The band that begins at a line. Undefined where none does. `others` are in none. */
export function bandAt(
  lines: readonly PdfLine[],
  start: number,
  others: ReadonlySet<PdfLine>,
): Band | undefined {
  const first = lines[start]!;
  if (!mayBeOfBand(first, others)) return undefined;
  let strips = stripsOf(first);
  let end = start + 1;
  const second = lines[end];
  if (strips.length === 0 && second !== undefined && isBeside(first, second)) {
    strips = [{ from: Math.min(first.right, second.right), to: Math.max(first.left, second.left) }];
  }
  if (strips.length === 0) return undefined;
  for (; end < Math.min(lines.length, start + MAX_LINES); end++) {
    const [line, before] = [lines[end]!, lines[end - 1]!];
    const down = before.y - line.y;
    if (!mayBeOfBand(line, others) || line.turns !== first.turns || down < -0.2 * line.size) break;
    if (down > MAX_DISTANCE * Math.max(line.size, before.size)) break;
    const left = strips.flatMap((strip) => without(strip, line.segments)).filter(({ from, to }) =>
      to - from >= narrowest(line.size)
    );
    if (left.length === 0) break;
    strips = left;
  }
  end = withoutTail(lines, start, end);
  return end - start < 2 ? undefined : bandOf(lines.slice(start, end), start, end);
}

function mayBeOfBand(line: PdfLine, others: ReadonlySet<PdfLine>): boolean {
  const { table, segments, text } = line;
  return table === undefined && segments.length <= MAX_PIECES && !LEADERS.test(text) && !others.has(line);
}

/** The gaps of a line, but for the one behind the mark of a list. */
function stripsOf({ segments, size }: PdfLine): readonly Strip[] {
  const sorted = segments.toSorted((a, b) => a.left - b.left);
  return sorted.flatMap((segment, at) => {
    const before = sorted[at - 1];
    if (before === undefined || segment.left - before.right < narrowest(size)) return [];
    return at === 1 && MARKER.test(before.text) ? [] : [{ from: before.right, to: segment.left }];
  });
}

/** The part of a band before many lines that stand in one column. */
export function withoutSingles(band: Band, lines: readonly PdfLine[]): Band | undefined {
  let singles = 0;
  for (let at = band.start; at < band.end; at++) {
    singles = lines[at]!.segments.length === 1 ? singles + 1 : 0;
    if (singles <= MAX_SINGLE) continue;
    const end = at - MAX_SINGLE;
    return end - band.start < 2 ? undefined : bandOf(lines.slice(band.start, end), band.start, end);
  }
  return band;
}

/** Lines that share a height, though not their baselines. */
function isBeside(one: PdfLine, two: PdfLine): boolean {
  const gap = Math.max(one.left, two.left) - Math.min(one.right, two.right);
  return one.turns === two.turns && Math.abs(one.y - two.y) < 0.9 * Math.min(one.size, two.size) &&
    gap >= narrowest(one.size) && two.table === undefined;
}

function without(strip: Strip, segments: readonly LinePart[]): readonly Strip[] {
  let left: readonly Strip[] = [strip];
  for (const segment of segments) {
    if (segment.right <= strip.from || segment.left >= strip.to) continue;
    left = left.flatMap(({ from, to }) => [
      { from, to: Math.min(to, segment.left) },
      { from: Math.max(from, segment.right), to },
    ]).filter(({ from, to }) => from < to);
  }
  return left;
}

/** Single pieces at the end of a band, behind a larger gap, are what comes after it. */
function withoutTail(lines: readonly PdfLine[], start: number, end: number): number {
  const gaps = lines.slice(start + 1, end).map(({ gap }) => gap).sort((a, b) => a - b);
  const usual = gaps[Math.floor(gaps.length / 2)] ?? 0;
  let from = end;
  while (from > start + 1 && lines[from - 1]!.segments.length === 1) {
    from--;
    if (lines[from]!.gap > 1.25 * usual) end = from;
  }
  return end;
}

function bandOf(lines: readonly PdfLine[], start: number, end: number): Band | undefined {
  const size = lines[0]!.size;
  const columns = columnsOf(lines.flatMap(({ segments }) => segments), size);
  const rows: { line: PdfLine; cells: LinePart[][] }[] = [];
  for (const line of lines) {
    const last = rows.at(-1);
    const isSame = last !== undefined && Math.abs(last.line.y - line.y) < 0.3 * size;
    const row = isSame ? last : { line, cells: columns.map((): LinePart[] => []) };
    if (!isSame) rows.push(row);
    for (const segment of line.segments) {
      const at = columns.findLastIndex(({ left }) => segment.left >= left - 0.01);
      row.cells[Math.max(0, at)]!.push(segment);
    }
  }
  return columns.length < 2 ? undefined : { start, end, columns, rows };
}

/** Pieces whose shadows on the lower edge of the page touch each other. Marks of lists belong to what is behind them. */
function columnsOf(segments: readonly LinePart[], size: number): readonly BandColumn[] {
  const columns: { left: number; right: number; isMark: boolean }[] = [];
  for (const { left, right, text } of segments.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    const isMark = MARKER.test(text);
    if (last !== undefined && left - last.right < narrowest(size)) {
      last.right = Math.max(last.right, right);
      last.isMark &&= isMark;
    } else columns.push({ left, right, isMark });
  }
  const merged: { left: number; right: number; isMark: boolean }[] = [];
  for (const column of columns) {
    const last = merged.at(-1);
    if (last?.isMark === true) merged.splice(-1, 1, { ...column, left: last.left });
    else merged.push(column);
  }
  return merged;
}
