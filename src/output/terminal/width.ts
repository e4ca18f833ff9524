/** Measures how many terminal cells text takes. */
import measure from "fast-string-truncated-width";

/** The width of text in cells. The text may hold colours. */
export function displayWidth(text: string): number {
  return measure(text).width;
}

/** The longest prefix of plain text that fits. Ends with `…` if something is left out. */
export function clip(text: string, columns: number): string {
  const { truncated, ellipsed, index } = measure(text, { limit: columns, ellipsis: "…" });
  return truncated ? `${text.slice(0, index)}${ellipsed ? "…" : ""}` : text;
}
