/** Finds tables without rules whose cells a PDF page draws one after the other: a cell of many lines, then the next. */
import type { PdfLine } from "./pdf_lines.ts";
import type { LinePart } from "./pdf_segments.ts";
import { LEADERS } from "./pdf_signs.ts";
import { isRunningText } from "./pdf_wrap.ts";

/** A table, and the line behind it. */
export interface CellTable {
  /** The lines of each cell as HTML. */
  readonly rows: readonly (readonly (readonly string[])[])[];
  readonly end: number;
}

interface PlacedPiece extends LinePart {
  readonly y: number;
  readonly size: number;
  /** The number of its line. */
  readonly at: number;
}

interface DrawnCell {
  readonly pieces: PlacedPiece[];
  left: number;
  right: number;
}

interface CellRow {
  readonly cells: DrawnCell[];
  top: number;
  bottom: number;
  /** Whether a cell begins above the end of the one before. */
  hasJump: boolean;
  /** The piece behind it. */
  end: number;
}

interface ColumnSpan {
  left: number;
  right: number;
}

const MAX_LINES = 400;
const MAX_COLUMNS = 12;
/** The least distance between two cells, in points. */
const APART = 2;
/** Distances as multiples of the letters: of baselines that are one, of lines of a cell, and of rows. */
const SAME = 0.3;
const MAX_LEADING = 1.7;
const MAX_DISTANCE = 4;
/** Cells with as many lines that run on are columns of a text. */
const LONG = 4;

/** Undefined unless a table begins at a line in which a cell ends below the beginning of the next one. */
export function cellTableAt(
  lines: readonly PdfLine[],
  start: number,
  others: ReadonlySet<PdfLine>,
): CellTable | undefined {
  if (!mayBegin(lines, start)) return undefined;
  const pieces = piecesFrom(lines, start, others);
  const rows: CellRow[] = [];
  let columns: readonly ColumnSpan[] = [];
  for (let at = 0; at < pieces.length;) {
    const row = rowAt(pieces, at, rows.at(-1));
    const merged = row === undefined ? undefined : withCells(columns, row.cells);
    if (row === undefined || merged === undefined || isFar(row, rows, pieces[at]!.size)) break;
    columns = merged;
    rows.push(row);
    at = row.end;
  }
  // A row ends where a line does.
  while (rows.length > 0 && (rows.at(-1)!.cells.length < 2 || isWithinLine(pieces, rows.at(-1)!.end))) rows.pop();
  const full = rows.filter(({ cells }) => cells.length > 1);
  if (full.length < 2 || !full.some(({ hasJump }) => hasJump) || isText(full)) return undefined;
  const used = columns.filter((column) => rows.some(({ cells }) => cells.some((cell) => overlap(cell, column))));
  return {
    rows: rows.map(({ cells }) => used.map((column) => htmlIn(cells, column))),
    end: pieces[rows.at(-1)!.end]?.at ?? pieces.at(-1)!.at + 1,
  };
}

/** A second text stands beside the first one, or a later one goes back up. */
function mayBegin(lines: readonly PdfLine[], start: number): boolean {
  const first = lines[start]!;
  if (first.table !== undefined) return false;
  const next = lines[start + 1];
  return first.segments.length > 1 || (next !== undefined && next.y > first.y + SAME * first.size);
}

function piecesFrom(lines: readonly PdfLine[], start: number, others: ReadonlySet<PdfLine>): readonly PlacedPiece[] {
  const pieces: PlacedPiece[] = [];
  const { turns } = lines[start]!;
  for (let at = start; at < Math.min(lines.length, start + MAX_LINES); at++) {
    const line = lines[at]!;
    if (line.table !== undefined || others.has(line) || line.turns !== turns || LEADERS.test(line.text)) break;
    if (line.segments.length > MAX_COLUMNS) break;
    pieces.push(...line.segments.map((segment) => ({ ...segment, y: line.y, size: line.size, at })));
  }
  return pieces;
}

/** The cells that stand beside each other from a piece on. */
function rowAt(pieces: readonly PlacedPiece[], start: number, before: CellRow | undefined): CellRow | undefined {
  const first = pieces[start]!;
  const row: CellRow = { cells: [cellOf(first)], top: first.y, bottom: first.y, hasJump: false, end: start + 1 };
  for (; row.end < pieces.length; row.end++) {
    const [piece, last, cell] = [pieces[row.end]!, pieces[row.end - 1]!, row.cells.at(-1)!];
    const down = last.y - piece.y;
    if (overlap(cell, piece) && down > SAME * piece.size && down <= MAX_LEADING * piece.size) {
      cell.pieces.push(piece);
      [cell.left, cell.right] = [Math.min(cell.left, piece.left), Math.max(cell.right, piece.right)];
    } else if (piece.left >= cell.right + APART && piece.y >= row.bottom - SAME * piece.size) {
      if (before !== undefined && piece.y > before.bottom - SAME * piece.size) return undefined;
      row.cells.push(cellOf(piece));
      row.hasJump ||= down < -SAME * piece.size;
    } else break;
    [row.top, row.bottom] = [Math.max(row.top, piece.y), Math.min(row.bottom, piece.y)];
  }
  const next = pieces[row.end];
  if (next !== undefined && next.y > row.bottom - SAME * next.size) return undefined;
  return row.cells.every((cell) => isBeside(cell, row)) ? row : undefined;
}

const cellOf = (piece: PlacedPiece): DrawnCell => ({ pieces: [piece], left: piece.left, right: piece.right });

/** Cells stand at the upper edge of their row, in its middle, or at its lower edge. */
function isBeside({ pieces }: DrawnCell, { top, bottom }: CellRow): boolean {
  const [first, last] = [pieces[0]!, pieces.at(-1)!];
  const near = 0.7 * first.size;
  return Math.abs(first.y - top) < near || Math.abs(last.y - bottom) < near ||
    Math.abs((first.y + last.y) / 2 - (top + bottom) / 2) < near;
}

const overlap = (one: ColumnSpan, two: ColumnSpan): boolean => one.left < two.right && two.left < one.right;

/** The columns, wider where cells need it. Undefined where a cell stands in two. */
function withCells(columns: readonly ColumnSpan[], cells: readonly DrawnCell[]): readonly ColumnSpan[] | undefined {
  const merged: ColumnSpan[] = columns.map((column) => ({ ...column }));
  for (const { left, right } of cells) {
    const found = merged.filter((column) => overlap(column, { left, right }));
    if (found.length > 1) return undefined;
    const [column] = found;
    if (column === undefined) merged.push({ left, right });
    else [column.left, column.right] = [Math.min(column.left, left), Math.max(column.right, right)];
  }
  merged.sort((a, b) => a.left - b.left);
  return merged.length > MAX_COLUMNS || merged.some((each, at) => at > 0 && each.left < merged[at - 1]!.right)
    ? undefined
    : merged;
}

/** Whether a row is too far from the one before to be of the same table. */
function isFar(row: CellRow, rows: readonly CellRow[], size: number): boolean {
  const before = rows.at(-1);
  if (before === undefined) return row.cells.length < 2;
  const distance = before.bottom - row.top;
  if (distance > MAX_DISTANCE * size) return true;
  if (row.cells.length > 1) return false;
  // A text of its own stands farther away than a row does.
  const usual = rows.slice(1).map(({ top }, at) => rows[at]!.bottom - top);
  return usual.length === 0 || distance > Math.max(...usual) + 2;
}

const isWithinLine = (pieces: readonly PlacedPiece[], end: number): boolean => pieces[end]?.at === pieces[end - 1]?.at;

/** Whether all cells are long texts that run on. */
function isText(rows: readonly CellRow[]): boolean {
  return rows.every(({ cells }) =>
    cells.every(({ pieces }) => pieces.length >= LONG && isRunningText(pieces, pieces[0]!.size))
  );
}

function htmlIn(cells: readonly DrawnCell[], column: ColumnSpan): readonly string[] {
  return cells.filter((cell) => overlap(cell, column)).flatMap(({ pieces }) => pieces.map(({ html }) => html));
}
