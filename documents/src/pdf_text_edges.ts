/** Finds where the lines of a PDF page would end if they were full. */
import type { PdfLine } from "./pdf_lines.ts";

/** Lines begin the same column when their beginnings are so near, in points. */
const COLUMN = 20;
const COLUMNS = 3;
const EDGE = 5;
const MIN_LINES = 3;

/** The end that most lines have which begin where a line begins, or a little on its left. `-Infinity` where there is none. */
export function edgesByLine(lines: readonly PdfLine[]): (line: PdfLine) => number {
  const ends = new Map<number, Map<number, { count: number; right: number }>>();
  for (const { left, right, turns, table } of lines) {
    if (table !== undefined) continue;
    const column = columnOf(left, turns);
    const own = ends.get(column) ?? new Map<number, { count: number; right: number }>();
    ends.set(column, own);
    const edge = Math.round(right / EDGE);
    const held = own.get(edge) ?? { count: 0, right };
    held.count++;
    held.right = Math.max(held.right, right);
    own.set(edge, held);
  }
  const usual = new Map<number, { count: number; right: number }>();
  for (const [column, own] of ends) {
    usual.set(column, [...own.values()].reduce((most, each) => (each.count > most.count ? each : most)));
  }
  return ({ left, turns }) => {
    const column = columnOf(left, turns);
    let [count, edge] = [MIN_LINES - 1, -Infinity];
    for (let at = column; at >= column - COLUMNS; at--) {
      const found = usual.get(at);
      if (found !== undefined && found.count > count) ({ count, right: edge } = found);
    }
    return edge;
  };
}

/** Text that is turned has places of its own. */
const columnOf = (left: number, turns: number): number => 1e6 * turns + Math.round(left / COLUMN);
