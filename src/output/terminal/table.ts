/** Aligns columns. */
import { displayWidth } from "./width.ts";

/** Prints rows of cells as text, with two spaces between columns. `right` lists the columns that align at the right. */
export function formatTable(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, displayWidth(cell))));
  return rows.map((row) =>
    row.map((cell, i) => {
      const gap = " ".repeat(Math.max(0, (widths[i] ?? 0) - displayWidth(cell)));
      return right.includes(i) ? gap + cell : i === row.length - 1 ? cell : cell + gap;
    }).join("  ").trimEnd() + "\n"
  ).join("");
}
