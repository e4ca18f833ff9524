/** Tables of plain cells as HTML. */
import { escapeHtml } from "./archive.ts";

/** A text, or one that links to an address. */
export type SheetCell = string | { readonly text: string; readonly address: string };

const textOf = (cell: SheetCell | undefined): string => typeof cell === "object" ? cell.text : cell ?? "";

/** The first row is the head. Empty rows and columns at the ends are left out. Empty without a filled cell. */
export function tableHtml(rows: readonly (readonly SheetCell[])[]): string {
  const filled = rows.filter((row) => row.some((cell) => textOf(cell).trim() !== ""));
  const columns = filled.reduce(
    (most, row) => Math.max(most, row.findLastIndex((cell) => textOf(cell).trim() !== "") + 1),
    0,
  );
  if (columns === 0) return "";
  const lines = filled.map((row, at) => {
    const tag = at === 0 ? "th" : "td";
    const cells = Array.from({ length: columns }, (_, column) => `<${tag}>${cellHtml(row[column])}</${tag}>`);
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table>${lines.join("")}</table>`;
}

function cellHtml(cell: SheetCell | undefined): string {
  const text = escapeHtml(textOf(cell));
  return typeof cell === "object" && /^(?:https?|mailto|ftp):/i.test(cell.address)
    ? `<a href="${escapeHtml(cell.address)}">${text}</a>`
    : text;
}
