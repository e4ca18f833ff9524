/** Reads tables with a line around each cell. */
import { addRow, type CellLines } from "./cells.ts";
import { columnOfPlace, columnsOf, placeOfColumn } from "./columns.ts";
import { isBlankLine, type Line, partOf } from "./lines.ts";
import type { BodyScope, RstState } from "./state.ts";

const TOP = /^\+-[-+]+-\+$/;
const BORDER = /^[-=+]+$/;

interface GridCell {
  /** Positions among the columns with lines. */
  readonly from: number;
  readonly to: number;
  readonly row: number;
  readonly lines: CellLines;
}

export function readGridTable(
  state: RstState,
  lines: Line[],
  at: number,
  to: number,
  scope: BodyScope,
): number | undefined {
  const { text } = state;
  const top = lines[at]!;
  if (!TOP.test(text.slice(top.start, top.end))) return undefined;
  let end = at + 1;
  while (end < to && !isBlankLine(lines[end]!) && lines[end]!.indent === scope.margin) end++;
  while (end > at + 1 && !isBorder(text, lines[end - 1]!)) end--;
  const width = top.end - top.start;
  if (end <= at + 2) return undefined;
  for (let each = at; each < end; each++) {
    const line = lines[each]!;
    if (!/[+|]/.test(text[line.start]!) || !/[+|]/.test(text[line.end - 1]!) || columnsOf(text, line) !== width) {
      return undefined;
    }
  }
  new GridTable(state, scope, lines.slice(at, end)).read();
  return end;
}

function isBorder(text: string, { start, end }: Line): boolean {
  return text[start] === "+" && BORDER.test(text.slice(start, end));
}

class GridTable {
  readonly #state: RstState;
  readonly #scope: BodyScope;
  readonly #lines: readonly Line[];
  /** The columns in which cells may end. */
  readonly #columns: readonly number[];
  /** The cell that has not ended, by each of its columns. */
  readonly #open: (GridCell | undefined)[];
  readonly #cells: GridCell[] = [];
  #headRow = -1;

  constructor(state: RstState, scope: BodyScope, lines: readonly Line[]) {
    this.#state = state;
    this.#scope = scope;
    this.#lines = lines;
    const columns = new Set<number>();
    for (const line of lines) {
      const written = state.text.slice(line.start, line.end);
      if (!/\+[-=]|[-=]\+/.test(written)) continue;
      const columnOf = columnOfPlace(written);
      for (const { index } of written.matchAll(/\+/g)) columns.add(columnOf(index));
    }
    this.#columns = [...columns].sort((a, b) => a - b);
    this.#open = Array.from({ length: this.#columns.length });
  }

  read(): void {
    this.#lines.forEach((line, row) => this.#readLine(line, row));
    const rows = new Map<number, GridCell[]>();
    for (const cell of this.#cells) {
      const row = rows.get(cell.row);
      if (row === undefined) rows.set(cell.row, [cell]);
      else row.push(cell);
    }
    for (const [row, cells] of [...rows].sort(([a], [b]) => a - b)) {
      const inOrder = cells.sort((a, b) => a.from - b.from).map(({ lines }) => lines);
      addRow(this.#state, this.#scope, inOrder, row < this.#headRow);
    }
  }

  /** A line is a row of pieces, each a part of a cell or of a border. */
  #readLine(line: Line, row: number): void {
    const { text } = this.#state;
    const placeOf = placeOfColumn(text, line);
    let from = 0;
    for (let to = 1; to < this.#columns.length; to++) {
      const mark = placeOf(this.#columns[to]!);
      if (to < this.#columns.length - 1 && text[mark] !== "|" && text[mark] !== "+") continue;
      const start = placeOf(this.#columns[from]!) + 1;
      const piece = text.slice(start, mark);
      if (/^[-=+]+$/.test(piece) && text[start - 1] === "+") this.#border(start, mark, from, to, row);
      else this.#content(line, start, mark, from, to, row);
      this.#hideSign(start - 1);
      from = to;
    }
    this.#hideSign(line.end - 1);
  }

  #border(start: number, end: number, from: number, to: number, row: number): void {
    const { text, found } = this.#state;
    found.hide(start, end);
    if (text[start] === "=") this.#headRow = row;
    this.#close(from, to);
  }

  /** Ends the cells that stand above these columns. */
  #close(from: number, to: number): void {
    for (let column = from; column < to; column++) {
      const cell = this.#open[column];
      for (let each = cell?.from ?? 0; each < (cell?.to ?? 0); each++) this.#open[each] = undefined;
    }
  }

  #content(line: Line, start: number, end: number, from: number, to: number, row: number): void {
    const part = partOf(this.#state.text, line, start, end, 0);
    const open = this.#open[from];
    if (open !== undefined && open.from === from && open.to === to) {
      open.lines.push(part);
      return;
    }
    this.#close(from, to);
    const cell = { from, to, row, lines: [part] };
    for (let column = from; column < to; column++) this.#open[column] = cell;
    this.#cells.push(cell);
  }

  /** A sign between letters keeps them apart, so it stays. */
  #hideSign(at: number): void {
    const { text, found } = this.#state;
    if (/\S/.test(text[at - 1] ?? " ") && /\S/.test(text[at + 1] ?? " ") && text[at] === "|") return;
    found.hide(at, at + 1);
  }
}
