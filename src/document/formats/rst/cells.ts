/** Reads the cells of tables. */
import type { TextRange } from "../markup.ts";
import { isBlankLine, leastIndent, type Line } from "./lines.ts";
import { type BodyScope, MAX_NESTING, type RstState } from "./state.ts";

/** The lines of a cell, each with the column of its text. */
export type CellLines = Line[];

/** A row whose cells are bodies of text. */
export function addRow(state: RstState, scope: BodyScope, cells: readonly CellLines[], isHead: boolean): void {
  const texts = cells.map((cell) => cell.filter((line) => !isBlankLine(line)));
  const ranges: TextRange[][] = texts.map((lines) => lines.map(({ start, end }) => ({ start, end })));
  const all = ranges.flat();
  if (all.length === 0) return;
  const start = all.reduce((least, range) => Math.min(least, range.start), Infinity);
  const end = all.reduce((most, range) => Math.max(most, range.end), 0);
  state.block(scope, { kind: "row", start, end, cells: ranges, isHead });
  for (const cell of cells) {
    const margin = leastIndent(cell, 0, cell.length);
    if (margin === undefined) continue;
    const nesting = Math.min(scope.nesting + 1, MAX_NESTING);
    state.body(cell, 0, cell.length, { ...scope, margin, nesting, titles: false, isCell: true });
  }
}
