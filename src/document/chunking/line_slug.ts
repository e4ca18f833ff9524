import type { LineIndex } from "../../text/lines.ts";

/** The slug `L3-L9`, from the first and last line of a byte range. */
export function lineSlug(lines: LineIndex, start: number, end: number): string {
  return `L${lines.lineAt(start)}-L${lines.lineAt(end - 1)}`;
}
