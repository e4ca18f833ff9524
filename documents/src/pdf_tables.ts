/** Makes tables of the text of a PDF page that stands in grids of ruling lines. */
import { joinLines, linesOf, type Link, type PdfLine, type TextItem } from "./pdf_lines.ts";
import type { Grid } from "./pdf_rules.ts";
import { tableHtml } from "./table.ts";

/** A grid with fewer filled cells, or a smaller share of them, is a drawing or a frame. */
const MIN_CELLS = 4;
const MIN_SHARE = 0.3;

/** The lines of a page in order. A table is one line, where its first text is. */
export function linesAndTables(
  items: readonly TextItem[],
  links: readonly Link[],
  grids: readonly Grid[],
): readonly PdfLine[] {
  const tables = grids.flatMap((grid) => tableOf(grid, items) ?? []);
  const lines: PdfLine[] = [];
  let open: TextItem[] = [];
  const told = new Set<PdfLine>();
  for (const item of items) {
    const table = tables.find(({ inside }) => inside.has(item));
    if (table === undefined) {
      open.push(item);
    } else if (!told.has(table.line)) {
      lines.push(...linesOf(open, links), table.line);
      open = [];
      told.add(table.line);
    }
  }
  return [...lines, ...linesOf(open, links)];
}

function tableOf(grid: Grid, items: readonly TextItem[]): { line: PdfLine; inside: ReadonlySet<TextItem> } | undefined {
  const columns = grid.xs.length - 1;
  const rows = grid.ys.length - 1;
  const cells = new Map<number, TextItem[]>();
  const inside = new Set<TextItem>();
  for (const item of items) {
    const { transform, width, height, str } = item;
    const middle = (transform[4] ?? 0) + Math.min(width, Math.max(1, height)) / 2;
    const cell = str.trim() === "" ? undefined : grid.cellAt(middle, (transform[5] ?? 0) + height / 3);
    if (cell === undefined) continue;
    inside.add(item);
    const held = cells.get(cell);
    if (held === undefined) cells.set(cell, [item]);
    else held.push(item);
  }
  if (cells.size < MIN_CELLS || cells.size < MIN_SHARE * rows * columns) return undefined;
  const text = (row: number, column: number): string =>
    joinLines(linesOf(cells.get(row * columns + column) ?? []).map(({ text }) => text));
  const filled = Array.from(
    { length: rows },
    (_, row) => Array.from({ length: columns }, (_, column) => text(row, column)),
  );
  // A frame whose rows have one cell each holds no table.
  if (filled.filter((row) => row.filter((cell) => cell !== "").length > 1).length < 2) return undefined;
  const line: PdfLine = {
    text: filled.flat().join(" "),
    html: tableHtml(filled),
    isTable: true,
    y: grid.ys[0]!,
    size: 0,
    gap: 0,
  };
  return { line, inside };
}
