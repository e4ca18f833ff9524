/** Reads tables whose columns stand below lines of `=`. */
import { addRow, type CellLines } from "./cells.ts";
import { placeOfColumn } from "./columns.ts";
import { isBlankLine, type Line, partOf } from "./lines.ts";
import type { BodyScope, RstState } from "./state.ts";

const TOP = /^=+(?: +=+)+$/;
const BORDER = /^=[ =]*$/;
/** Below cells that go over several columns. */
const SPAN = /^-[ -]*$/;

interface TableColumn {
  readonly from: number;
  readonly to: number;
}

export function readSimpleTable(
  state: RstState,
  lines: Line[],
  at: number,
  to: number,
  scope: BodyScope,
): number | undefined {
  const { text, found } = state;
  const top = text.slice(lines[at]!.start, lines[at]!.end);
  if (!TOP.test(top)) return undefined;
  const borders = bordersOf(text, lines, at, to, scope);
  if (borders === undefined) return undefined;
  const end = borders.at(-1)!;
  const columns = [...top.matchAll(/=+/g)].map(({ 0: run, index }) => ({ from: index, to: index + run.length }));
  let row: CellLines[] = [];
  const isHead = borders.length > 1;
  const finish = (position: number): void => {
    if (row.length > 0) addRow(state, scope, row, isHead && position <= borders[0]!);
    row = [];
  };
  found.hide(lines[at]!.start, lines[at]!.end);
  for (let each = at + 1; each <= end; each++) {
    const line = lines[each]!;
    if (isBlankLine(line)) continue;
    const isLine = line.indent === scope.margin &&
      (borders.includes(each) || SPAN.test(text.slice(line.start, line.end)));
    if (isLine) {
      finish(each);
      found.hide(line.start, line.end);
      continue;
    }
    const cells = cellsOf(text, line, columns, scope.margin);
    // A row whose first cell is blank goes on with the one before it.
    if (!isBlankLine(cells[0]!)) finish(each);
    for (const [column, cell] of cells.entries()) (row[column] ??= []).push(cell);
  }
  return end + 1;
}

/** The lines of `=` below the head and at the end. Undefined where the table has no end. */
function bordersOf(
  text: string,
  lines: readonly Line[],
  at: number,
  to: number,
  scope: BodyScope,
): readonly number[] | undefined {
  const { start, end } = lines[at]!;
  const borders: number[] = [];
  for (let each = at + 1; each < to; each++) {
    const line = lines[each]!;
    if (isBlankLine(line) || text[line.start] !== "=" || line.indent !== scope.margin) continue;
    if (!BORDER.test(text.slice(line.start, line.end))) continue;
    if (line.end - line.start !== end - start) return undefined;
    borders.push(each);
    if (borders.length === 2 || each + 1 >= to || isBlankLine(lines[each + 1]!)) return borders;
  }
  return undefined;
}

/** The parts of a line below each column. Text that goes over the space between two belongs to the first. */
function cellsOf(text: string, line: Line, columns: readonly TableColumn[], margin: number): readonly Line[] {
  // Columns count from the margin, and the text of a line may begin after it.
  const before = line.indent - margin;
  const placeOf = placeOfColumn(text, line);
  const place = (column: number): number => column < before ? line.start : placeOf(column - before);
  const cells: Line[] = [];
  for (let at = 0; at < columns.length && (at === 0 || place(columns[at]!.from) < line.end);) {
    let last = at;
    while (last + 1 < columns.length && crosses(columns[last]!, columns[last + 1]!)) last++;
    const start = place(columns[at]!.from);
    const end = last + 1 < columns.length ? place(columns[last + 1]!.from) : line.end;
    const column = Math.max(columns[at]!.from, Math.min(before, columns[last]!.to));
    cells.push(partOf(text, line, start, Math.max(start, end), column));
    for (let each = at; each < last; each++) cells.push({ ...line, start: line.end, indent: 0 });
    at = last + 1;
  }
  return cells;

  function crosses(left: TableColumn, right: TableColumn): boolean {
    const [start, end] = [place(left.to), place(right.from)];
    return start < end && /\S/.test(text.slice(start, end));
  }
}
