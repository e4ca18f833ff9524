/** Writes tables as Markdown. */
import { inlineLines, markup } from "./inline.ts";
import { type Element, elementsIn, isElement, type PageNode, type Parent } from "./page_tree.ts";
import type { LinePiece } from "./text_writer.ts";

/** A cell that contains one of these cannot be written on one line. */
const TOO_MUCH: ReadonlySet<string> = new Set(
  "blockquote dl h1 h2 h3 h4 h5 h6 ol pre table ul".split(" "),
);
const BEFORE_CELL: LinePiece = { text: " ", line: 0 };
const AFTER_CELL = markup(" |");
const EMPTY_CELL = markup("  |");
const GROUPS: ReadonlySet<string> = new Set(["thead", "tbody", "tfoot"]);

/**
 * The lines of a table, with the first row as the head. Null for a table that only makes the layout: its cells are
 * written one after the other. Large tables have a million cells, so each line is made when it is needed.
 */
export function tableRows(
  table: Element,
  isDropped: (element: Element) => boolean,
  blocks: ReadonlySet<PageNode | Parent>,
): Iterable<readonly LinePiece[]> | null {
  for (const { tagName } of elementsIn(table)) if (TOO_MUCH.has(tagName)) return null;
  const rows = rowsOf(table)
    .map((row) => row.childNodes.filter(isElement).filter((cell) => /^t[hd]$/.test(cell.tagName) && !isDropped(cell)))
    .map((cells) => cells.map((cell) => cellPieces(cell, isDropped, blocks)))
    .filter((cells) => cells.some((cell) => cell.length > 0));
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  if (columns < 2) return null;
  return linesOf(rows, columns);
}

function* linesOf(
  rows: readonly (readonly (readonly LinePiece[])[])[],
  columns: number,
): Iterable<readonly LinePiece[]> {
  for (const [at, cells] of rows.entries()) {
    yield rowPieces(cells, columns);
    if (at === 0) yield [markup(`|${" --- |".repeat(columns)}`)];
  }
}

function rowsOf(parent: Element): readonly Element[] {
  return parent.childNodes.filter(isElement).flatMap((child) =>
    child.tagName === "tr" ? [child] : GROUPS.has(child.tagName) ? rowsOf(child) : []
  );
}

function cellPieces(
  cell: Element,
  isDropped: (element: Element) => boolean,
  blocks: ReadonlySet<PageNode | Parent>,
): readonly LinePiece[] {
  const nodes = cell.childNodes.flatMap((child) => blocks.has(child) && isElement(child) ? child.childNodes : [child]);
  return inlineLines(nodes, isDropped).flatMap((line, at) => (at === 0 ? line : [{ text: " ", line: 0 }, ...line]))
    .map((piece) => ({ ...piece, text: piece.text.replace(/\|/g, "\\|") }));
}

function rowPieces(cells: readonly (readonly LinePiece[])[], columns: number): readonly LinePiece[] {
  // The limit keeps one very long row from filling the table with empty cells.
  const empty = Math.min(columns - cells.length, 20);
  return [
    markup("|"),
    ...cells.flatMap((cell) => [BEFORE_CELL, ...cell, AFTER_CELL]),
    ...Array.from({ length: empty }, () => EMPTY_CELL),
  ];
}
