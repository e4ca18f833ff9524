/** The cells of a table in their columns. */
import { attribute, type Element, isElement } from "./page_tree.ts";

const GROUPS: ReadonlySet<string> = new Set(["thead", "tbody", "tfoot"]);
/** As in browsers. */
const MAX_COLUMNS_OF_CELL = 1000;
const MAX_ROWS_OF_CELL = 65_534;
/**
 * So many empty cells stand in for merged ones, and so many more for each cell. In a table with more, the cells of a
 * row follow one another.
 */
const MIN_PADDING = 20_000;
const PADDING_FOR_CELL = 20;

/** A row of a table, with its group: cells are merged only within one. */
export function rowsOf(table: Element): readonly Element[] {
  return table.childNodes.filter(isElement).flatMap((child) =>
    child.tagName === "tr" ? [child] : GROUPS.has(child.tagName) ? rowsOf(child) : []
  );
}

export function cellsOf(row: Element): readonly Element[] {
  return row.childNodes.filter(isElement).filter(({ tagName }) => tagName === "td" || tagName === "th");
}

/** The cells of each row in their columns. Null stands where a cell above, or the cell to the left, goes on. */
export type CellGrid = readonly (readonly (Element | null)[])[];

/** `cells` are those of each row that show anything. */
export function gridOf(rows: readonly Element[], cells: readonly (readonly Element[])[]): CellGrid {
  const room = { left: MIN_PADDING + PADDING_FOR_CELL * cells.reduce((sum, { length }) => sum + length, 0) };
  const grid: (Element | null)[][] = [];
  /** For each column, how many more rows a cell above takes. */
  let open: number[] = [];
  let group: unknown;
  for (const [at, row] of rows.entries()) {
    if (row.parentNode !== group) [open, group] = [[], row.parentNode];
    const line: (Element | null)[] = [];
    const skip = (): void => {
      while ((open[line.length] ?? 0) > 0 && room.left-- > 0) {
        open[line.length]! -= 1;
        line.push(null);
      }
    };
    for (const cell of cells[at]!) {
      skip();
      const columns = Math.min(spanOf(cell, "colspan", 1), MAX_COLUMNS_OF_CELL);
      const below = Math.min(spanOf(cell, "rowspan", MAX_ROWS_OF_CELL), MAX_ROWS_OF_CELL) - 1;
      for (let column = 0; column < columns; column++) {
        if (column > 0 && room.left-- <= 0) break;
        if (below > 0) open[line.length] = below;
        line.push(column === 0 ? cell : null);
      }
    }
    while (open.length > 0 && !(open.at(-1)! > 0)) open.pop();
    // Merged cells to the right of the last one.
    while (line.length < open.length && room.left > 0) {
      const before = line.length;
      skip();
      if (line.length === before) {
        room.left--;
        line.push(null);
      }
    }
    grid.push(line);
  }
  return grid;
}

/** How many columns or rows a cell takes. `all` is what 0 stands for. */
function spanOf(cell: Element, name: string, all: number): number {
  const written = attribute(cell, name)?.trim() ?? "";
  if (!/^\d+/.test(written)) return 1;
  return Number.parseInt(written, 10) || all;
}
