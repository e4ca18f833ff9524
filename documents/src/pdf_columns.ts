/** Reads columns of a PDF page that are drawn line by line: texts one after the other, tables row by row. */
import { type Band, bandAt, type BandRow, withoutSingles } from "./pdf_bands.ts";
import { cellTableAt } from "./pdf_cells.ts";
import { gapBefore, type PdfLine } from "./pdf_lines.ts";
import { LEADERS } from "./pdf_signs.ts";
import { hasRoomFor, isRunningText } from "./pdf_wrap.ts";

const MAX_TEXTS = 4;
/** Pieces of a line that stand so far apart, as a multiple of its letters, are no sentence. */
const ROW_GAP = 2;

/** `heads` are lines that belong to no column. */
export function untangled(lines: readonly PdfLine[], heads: ReadonlySet<PdfLine>): readonly PdfLine[] {
  const found: PdfLine[] = [];
  for (let at = 0; at < lines.length;) {
    const cells = heads.has(lines[at]!) ? undefined : cellTableAt(lines, at, heads);
    if (cells !== undefined) {
      found.push({ ...tableLine(cells.rows, lines[at]!), bottom: lines[cells.end - 1]!.y });
      at = cells.end;
      continue;
    }
    const whole = bandAt(lines, at, heads);
    const texts = whole === undefined ? undefined : textsOf(whole, lines);
    if (whole !== undefined && texts !== undefined) {
      found.push(...texts);
      at = whole.end;
      continue;
    }
    const band = whole === undefined ? undefined : withoutSingles(whole, lines);
    if (band === undefined) {
      const line = lines[at]!;
      found.push(heads.has(line) ? line : rowOf(line));
      at++;
      continue;
    }
    const own = lines.slice(at, band.end);
    if (isTable(band, own)) found.push(tableOf(band, own));
    else found.push(...own.map((line) => rowOf(line, 1)));
    at = band.end;
  }
  return found;
}

function rowOf(line: PdfLine, gap = ROW_GAP): PdfLine {
  const isRow = LEADERS.test(line.text) ||
    line.segments.some(({ left }, at) => at > 0 && left - line.segments[at - 1]!.right > gap * line.size);
  return isRow ? { ...line, isRow } : line;
}

/** The texts of the columns, one after the other. Undefined unless each column is a text that runs on. */
function textsOf({ start, columns, rows }: Band, lines: readonly PdfLine[]): readonly PdfLine[] | undefined {
  if (columns.length > MAX_TEXTS) return undefined;
  const { size } = lines[start]!;
  const texts = columns.map((_, column) =>
    rows.flatMap(({ line, cells }) => cells[column]!.map((segment) => ({ ...segment, y: line.y, line })))
  );
  if (!texts.every((text) => isRunningText(text, size))) return undefined;
  return texts.flatMap((text) =>
    text.map(({ line, y, ...segment }, at): PdfLine => {
      const { code: _, pitch: __, ...rest } = line;
      return {
        ...rest,
        ...segment,
        segments: [segment],
        // A column begins a paragraph.
        gap: at === 0 ? 2 * MAX_TEXTS * size : gapBefore({ y }, text[at - 1]),
      };
    })
  );
}

function isTable({ columns, rows }: Band, lines: readonly PdfLine[]): boolean {
  if (lines.every(({ code }) => code !== undefined)) return false;
  const filled = rows.filter(({ cells }) => cells.filter((cell) => cell.length > 0).length > 1);
  if (filled.length < (columns.length > 2 ? 2 : 3) || filled.length < 0.5 * rows.length) return false;
  // Labels and what is written behind them.
  const labels = rows.filter(({ cells: [first = [], second = []] }) =>
    first.at(-1)?.text.endsWith(":") === true || /^\[[ x]\]/.test(second[0]?.text ?? "")
  );
  return (columns.length > 2 || labels.length < 0.3 * rows.length) && !isContents(rows);
}

/** Titles and their pages. */
function isContents(rows: readonly BandRow[]): boolean {
  const last = rows.map(({ cells }) => cells.at(-1)!.map(({ text }) => text).join(" ")).filter(Boolean);
  const numbers = last.filter((text) => /^\d{1,4}$/.test(text)).map(Number);
  return numbers.length > 2 && numbers.length === last.length && numbers.length > 0.6 * rows.length &&
    numbers.every((number, at) => at === 0 || number >= numbers[at - 1]!);
}

function tableOf({ columns, rows }: Band, lines: readonly PdfLine[]): PdfLine {
  const size = lines[0]!.size;
  const table: string[][][] = [];
  const edges = columns.map(({ right }) => right);
  let first: BandRow | undefined;
  const inner = innerRows(rows, edges, size);
  for (const [at, row] of rows.entries()) {
    const html = row.cells.map((cell) => cell.map(({ html }) => html).join(" "));
    if (inner.has(row) || (first !== undefined && goesOn(first, rows[at - 1]!, row, edges, size))) {
      for (const [column, cell] of html.entries()) if (cell !== "") table.at(-1)![column]!.push(cell);
    } else {
      first = row;
      table.push(html.map((cell) => (cell === "" ? [] : [cell])));
    }
  }
  return { ...tableLine(table, lines[0]!), bottom: lines.at(-1)!.y };
}

const filled = ({ cells }: BandRow): number => cells.filter((cell) => cell.length > 0).length;
const start = ({ cells }: BandRow): number => cells.findIndex((cell) => cell.length > 0);

/** Lines of a row are at most so many of their distances apart. */
const WITHIN = 1.25;

/**
 * The lines but the first of rows whose lines are nearer to each other than to the next row. The label of a row may
 * stand in its middle or at its lower edge.
 */
function innerRows(rows: readonly BandRow[], edges: readonly number[], size: number): ReadonlySet<BandRow> {
  const found = new Set<BandRow>();
  const distances = edges.flatMap((_, column) => {
    const own = rows.filter(({ cells }) => cells[column]!.length > 0);
    return own.slice(1).map(({ line }, at) => own[at]!.line.y - line.y);
  }).filter((distance) => distance > 0.8 * size);
  const leading = Math.min(...distances);
  for (let at = 0; at < rows.length;) {
    let end = at + 1;
    while (end < rows.length && rows[end - 1]!.line.y - rows[end]!.line.y <= WITHIN * leading) end++;
    const group = rows.slice(at, end);
    // Below its first line, a row whose label stands at the upper edge has the rest of one cell.
    const isBelow = start(group[0]!) > 0 || group.slice(1).every((row) => filled(row) === 1);
    if (end - at > 1 && isBelow && isOneRow(group, edges, size)) { for (const row of group.slice(1)) found.add(row); }
    at = end;
  }
  return found;
}

/** Whether each cell of some lines is a text that goes on, and the first one stands on one line. */
function isOneRow(group: readonly BandRow[], edges: readonly number[], size: number): boolean {
  if (group.filter((row) => start(row) === 0).length !== 1) return false;
  return edges.every((edge, column) => {
    const pieces = group.flatMap(({ cells }) => cells[column]!);
    return pieces.every((piece, at) => {
      const before = pieces[at - 1];
      return before === undefined || /^\p{Ll}/u.test(piece.text) || !hasRoomFor(before, piece, edge, size);
    });
  });
}

/** Whether a line of a table only holds the rest of cells of the row that begins with `first`. */
function goesOn(first: BandRow, before: BandRow, row: BandRow, edges: readonly number[], size: number): boolean {
  if (before.line.y - row.line.y > 1.5 * size || filled(row) >= filled(first) || start(row) < start(first)) {
    return false;
  }
  if (start(row) === start(first) && !/^\p{Ll}/u.test(row.cells[start(row)]![0]!.text)) return false;
  return row.cells.every((cell, column) => {
    const [next, above] = [cell[0], before.cells[column]?.at(-1)];
    return next === undefined || (above !== undefined && !hasRoomFor(above, next, edges[column]!, size));
  });
}

/** A table as a line. `place` says where it is. */
export function tableLine(
  table: readonly (readonly (readonly string[])[])[],
  place: { readonly y: number; readonly left: number; readonly right: number; readonly turns: number },
): PdfLine {
  const { y, left, right, turns } = place;
  const text = table.flat(2).join(" ").replace(/<[^<>]*>/g, "");
  return { text, html: "", table, y, left, right, turns, size: 0, gap: 0, segments: [], isBold: false };
}
