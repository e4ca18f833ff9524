/** Makes tables of the text of a PDF page that stands in grids of ruling lines. */
import { tableLine } from "./pdf_columns.ts";
import type { FontLooks, Link, TextItem } from "./pdf_items.ts";
import { linesOf, type PdfLine } from "./pdf_lines.ts";
import type { Grid } from "./pdf_rules.ts";

/** A grid with fewer filled cells, or a smaller share of them, is a drawing or a frame. */
const MIN_CELLS = 4;
const MIN_SHARE = 0.3;

/** The lines of a page in order. A table is one line, where its first text is. */
export function linesAndTables(
  items: readonly TextItem[],
  links: readonly Link[],
  grids: readonly Grid[],
  fonts: FontLooks,
): readonly PdfLine[] {
  const tables = grids.flatMap((grid) => tableOf(grid, items, links) ?? []);
  const lines: PdfLine[] = [];
  let open: TextItem[] = [];
  const told = new Set<PdfLine>();
  for (const item of items) {
    const table = tables.find(({ inside }) => inside.has(item));
    if (table === undefined) {
      open.push(item);
    } else if (!told.has(table.line)) {
      lines.push(...linesOf(open, links, fonts), table.line);
      open = [];
      told.add(table.line);
    }
  }
  return [...lines, ...linesOf(open, links, fonts)];
}

function tableOf(
  grid: Grid,
  items: readonly TextItem[],
  links: readonly Link[],
): { line: PdfLine; inside: ReadonlySet<TextItem> } | undefined {
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
  const filled = Array.from(
    { length: rows },
    (_, row) =>
      Array.from(
        { length: columns },
        (_, column) => linesOf(cells.get(row * columns + column) ?? [], links).map(({ html }) => html),
      ),
  );
  // A frame whose rows have one cell each holds no table.
  if (filled.filter((row) => row.filter((cell) => cell.length > 0).length > 1).length < 2) return undefined;
  const place = { y: grid.ys[0]!, left: grid.xs[0]!, right: grid.xs.at(-1)!, turns: 0 };
  return { line: { ...tableLine(filled, place), bottom: grid.ys.at(-1)! }, inside };
}
