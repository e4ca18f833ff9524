/** Writes tables as Markdown. */
import { type CellGrid, cellsOf, gridOf, rowsOf } from "./grid.ts";
import { inlineLines, markup } from "./inline.ts";
import { attribute, type Element, elementsIn, isElement, isText, type PageNode } from "./page_tree.ts";
import type { LinePiece } from "./text_writer.ts";
import type { IsDropped } from "./shown.ts";

/** What a cell of data rarely holds. A table without heads that has it may only make the layout. */
const BLOCKS_OF_LAYOUT: ReadonlySet<string> = new Set("blockquote dl ol pre table ul".split(" "));
const HEADING = /^h[1-6]$/;
/** A cell with more letters is not one of data. */
const MAX_LETTERS = 2000;
const BEFORE_CELL: LinePiece = { text: " ", line: 0 };
const AFTER_CELL = markup(" |");
const EMPTY_CELL = markup("  |");

export interface WrittenTable {
  /** What stands above the table: its caption, and a first row that is one cell. */
  readonly titles: readonly (readonly PageNode[])[];
  /** Large tables have a million cells, so each line is made when it is needed. */
  readonly lines: Iterable<readonly LinePiece[]>;
}

/**
 * A table, with the first row as the head. Null for one that only makes the layout: its cells are written one after the
 * other.
 */
export function writtenTable(table: Element, isDropped: IsDropped): WrittenTable | null {
  const rows = rowsOf(table);
  const cells = rows.map((row) => cellsOf(row).filter((cell) => !isDropped(cell)));
  if (isLayout(table, cells)) return null;
  const grid = gridOf(rows, cells);
  const columns = grid.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns < 2) return null;
  const caption = table.childNodes.filter(isElement).filter(({ tagName, ...element }) =>
    tagName === "caption" && !isDropped({ tagName, ...element })
  );
  const first = titleOf(grid, columns);
  return {
    titles: [...caption.map(({ childNodes }) => childNodes), ...(first === undefined ? [] : [first.childNodes])],
    lines: linesOf(first === undefined ? grid : grid.slice(1), columns, isDropped),
  };
}

function isLayout(table: Element, rows: readonly (readonly Element[])[]): boolean {
  if (/^(?:presentation|none)$/.test(attribute(table, "role") ?? "")) return true;
  let [hasHeads, hasBlocks, hasHeadings, hasTables] = [false, false, false, false];
  for (const { tagName } of elementsIn(table)) {
    hasHeads ||= tagName === "th" || tagName === "thead";
    hasBlocks ||= BLOCKS_OF_LAYOUT.has(tagName);
    hasHeadings ||= HEADING.test(tagName);
    hasTables ||= tagName === "table";
  }
  if (!hasBlocks && !hasHeadings) return false;
  if (hasHeads && !hasTables) return rows.length < 2;
  // Heads of an inner table say nothing of the outer one.
  const hasOwnHeads = rows.some((row) => row.some(({ tagName }) => tagName === "th"));
  if (hasTables && !hasOwnHeads) return true;
  return rows.length < 2 || (!hasOwnHeads && (hasHeadings || rows.some((row) => row.some(isLong))));
}

function isLong(cell: Element): boolean {
  let letters = 0;
  const isOver = (node: PageNode): boolean => {
    if (isText(node)) letters += node.value.trim().length;
    return letters > MAX_LETTERS || (isElement(node) && node.childNodes.some(isOver));
  };
  return cell.childNodes.some(isOver);
}

/** The only cell of a first row. The heads stand below it. */
function titleOf(grid: CellGrid, columns: number): Element | undefined {
  const [first = [], second] = grid;
  const [title, ...others] = first;
  const isAlone = first.length === columns && others.every((cell) => cell === null);
  return isAlone && second !== undefined && title !== null && attribute(title!, "colspan") !== null ? title : undefined;
}

function* linesOf(grid: CellGrid, columns: number, isDropped: IsDropped): Iterable<readonly LinePiece[]> {
  let isHead = true;
  for (const row of grid) {
    const cells = row.map((cell) => (cell === null ? [] : cellPieces(cell, isDropped)));
    if (cells.every((cell) => cell.length === 0)) continue;
    yield rowPieces(cells, columns);
    if (isHead) yield [markup(`|${" --- |".repeat(columns)}`)];
    isHead = false;
  }
}

function cellPieces(cell: Element, isDropped: IsDropped): readonly LinePiece[] {
  return inlineLines(cell.childNodes, isDropped)
    .flatMap((line, at) => (at === 0 ? line : [{ text: " ", line: 0 }, ...line]))
    .map((piece) => ({ ...piece, text: piece.text.replace(/\|/g, "\\|") }));
}

function rowPieces(cells: readonly (readonly LinePiece[])[], columns: number): readonly LinePiece[] {
  // The limit keeps one very long row from filling the table with empty cells.
  const empty = Math.min(columns - cells.length, 20);
  return [
    markup("|"),
    ...cells.flatMap((cell) => cell.length === 0 ? [EMPTY_CELL] : [BEFORE_CELL, ...cell, AFTER_CELL]),
    ...Array.from({ length: empty }, () => EMPTY_CELL),
  ];
}
