/** Tables of plain cells as HTML. */
import { escapeHtml } from "./archive.ts";

/** The first row is the head. Empty rows and columns at the ends are left out. Empty without a filled cell. */
export function tableHtml(rows: readonly (readonly string[])[]): string {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ""));
  const columns = filled.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell.trim() !== "") + 1), 0);
  if (columns === 0) return "";
  const lines = filled.map((row, at) => {
    const tag = at === 0 ? "th" : "td";
    const cells = Array.from({ length: columns }, (_, column) => `<${tag}>${escapeHtml(row[column] ?? "")}</${tag}>`);
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table>${lines.join("")}</table>`;
}
