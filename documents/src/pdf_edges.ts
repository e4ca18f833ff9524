/** Finds the rows of a PDF page that stand at its upper and lower edge, apart from its text. */
import { edgesOf } from "./pdf_items.ts";
import type { PdfLine } from "./pdf_lines.ts";

/** A page as it was read. */
export interface ReadPage {
  readonly lines: readonly PdfLine[];
  /** Left, bottom, right and top in points. */
  readonly view: readonly number[];
}

/** Lines of the same height, from left to right. */
export interface EdgeRow {
  readonly lines: readonly PdfLine[];
  /** The pieces between wide gaps, bars and the like. */
  readonly pieces: readonly RowPiece[];
  readonly size: number;
  readonly side: "top" | "bottom";
  /** From the edge, in points. */
  readonly distance: number;
  /** Whether it is clear of the text. Other rows are headers only where clear ones are. */
  readonly isClear: boolean;
}

interface RowPiece {
  readonly text: string;
  /** Whether it stands at the left or right edge, away from others, or behind a bar. */
  readonly isOuter: boolean;
}

/** The zone at an edge, as a share of the page. */
const ZONE = 0.15;
/** The rows that a header may have. */
const MAX_ROWS = 3;
/** How far a header is from the text: a multiple of its letters, and of the distance of most lines. */
const CLEAR_OF_LETTERS = 1.5;
const CLEAR_OF_LINES = 1.2;
/** On pages with few lines, a header is clear of none. */
const NEARLY = 1;
/** Lines of another baseline are in the same row up to here, in points. */
const SAME_ROW = 2;

interface Row {
  lines: PdfLine[];
  readonly y: number;
  bottom: number;
  isTable: boolean;
}

/** From the edge to the text: those of the top, and those of the bottom. */
export function edgeRows({ lines, view }: ReadPage): readonly (readonly EdgeRow[])[] {
  const turns = usualTurns(lines);
  const rows = rowsOf(lines.filter((line) => line.turns === turns));
  const { low, high, start, end } = edgesOf(view, turns);
  const width = { start, end };
  const usual = usualDistance(rows);
  const zone = ZONE * (high - low);
  const top = apart(rows, usual, ({ y }) => high - y <= zone);
  const taken = new Set(top.map(({ row }) => row));
  const bottom = apart(rows.toReversed(), usual, ({ y }) => y - low <= zone).filter(({ row }) => !taken.has(row));
  return [
    top.map(({ row, isClear }) => edgeRow(row, "top", high - row.y, isClear, width)),
    bottom.map(({ row, isClear }) => edgeRow(row, "bottom", row.y - low, isClear, width)),
  ];
}

function usualTurns(lines: readonly PdfLine[]): number {
  const letters = [0, 0, 0, 0];
  for (const { turns, text } of lines) letters[turns]! += text.length;
  return letters.indexOf(Math.max(...letters));
}

function rowsOf(lines: readonly PdfLine[]): readonly Row[] {
  const rows: Row[] = [];
  for (const line of lines.toSorted((a, b) => b.y - a.y)) {
    const [last, isTable] = [rows.at(-1), line.table !== undefined];
    if (last !== undefined && !last.isTable && !isTable && last.y - line.y <= SAME_ROW) last.lines.push(line);
    else rows.push({ lines: [line], y: line.y, bottom: line.bottom ?? line.y, isTable });
  }
  return rows;
}

function usualDistance(rows: readonly Row[]): number {
  const distances = rows.slice(1).map(({ y }, at) => rows[at]!.bottom - y).sort((a, b) => a - b);
  return distances[Math.floor((distances.length - 1) / 2)] ?? 0;
}

/** The rows from the edge on, up to the last gap that is near enough. */
function apart(
  rows: readonly Row[],
  usual: number,
  isAtEdge: (row: Row) => boolean,
): readonly { readonly row: Row; readonly isClear: boolean }[] {
  let [clear, nearly] = [0, 0];
  for (const [at, row] of rows.slice(0, MAX_ROWS).entries()) {
    if (!isAtEdge(row) || row.isTable) break;
    const next = rows[at + 1];
    if (next === undefined || isApart(row, next, CLEAR_OF_LINES * usual)) clear = at + 1;
    if (next === undefined || isApart(row, next, NEARLY * usual)) nearly = at + 1;
  }
  return rows.slice(0, nearly).map((row, at) => ({ row, isClear: at < clear }));
}

function isApart(row: Row, next: Row, least: number): boolean {
  const distance = row.y > next.y ? row.bottom - next.y : next.bottom - row.y;
  const size = Math.max(sizeOf(row), next.isTable ? 0 : sizeOf(next));
  return distance >= CLEAR_OF_LETTERS * size && distance >= least;
}

const sizeOf = ({ lines }: Row): number => lines.reduce((most, { size }) => Math.max(most, size), 0);

interface Width {
  readonly start: number;
  readonly end: number;
}

/** How near to the edge a number stands, and how far from it the next text, as shares of the page. */
const OUTER = 0.25;
const AWAY = 0.4;

function edgeRow(row: Row, side: EdgeRow["side"], distance: number, isClear: boolean, width: Width): EdgeRow {
  const segments = row.lines.flatMap((line) => line.segments).sort((a, b) => a.left - b.left);
  const share = (x: number): number => (x - width.start) / Math.max(1, width.end - width.start);
  const pieces = segments.flatMap(({ text, left, right }, at): readonly RowPiece[] => {
    const [before, next] = [segments[at - 1], segments[at + 1]];
    const isFirst = before === undefined && share(left) < OUTER && (next === undefined || share(next.left) > AWAY);
    const isLast = next === undefined && share(right) > 1 - OUTER &&
      (before === undefined || share(before.right) < 1 - OUTER);
    const parts = text.split(/\s+[|\u00b7\u2022\u2013\u2014]\s+|^[|]\s*|\s*[|]$/u).map((part) => part.trim());
    const isDivided = parts.length > 1;
    return parts.filter(Boolean).map((part) => ({ text: part, isOuter: isDivided || isFirst || isLast }));
  });
  return { lines: row.lines, pieces, size: sizeOf(row), side, distance, isClear };
}
