/** `ra rag retrieve`, for people. */
import type { RagRetrieveAnswer, RagRow } from "../../shapes/passages.ts";
import { sanitize, sanitizeLine } from "../../text/sanitize.ts";
import type { Palette } from "../terminal/color.ts";

/** A line for each row, and its text: with `whole` all of it, else the first line. */
export function formatRows({ results }: RagRetrieveAnswer, whole: boolean, palette: Palette): string {
  if (results.length === 0) return "no row answers this\n";
  return results.map((row) => {
    const content = row.content ?? "";
    const first = content.split("\n").find((line) => line.trim() !== "") ?? "";
    const text = whole ? `${sanitize(content.trimEnd())}\n` : `   ${palette.dim(sanitizeLine(first.trim()))}\n`;
    return `${String(row.rank).padStart(2)} ${(row.score ?? 0).toFixed(3)} ${palette.id(placeOf(row))} ${
      sanitizeLine(row.title)
    }${row.stale === true ? palette.caution(row.gone === true ? " (file gone)" : " (file changed)") : ""}\n${text}`;
  }).join(whole ? "\n" : "");
}

function placeOf({ source_id, path, url, start_line, end_line, page }: RagRow): string {
  const lines = `:${start_line}-${end_line}`;
  const pages = page === null ? "" : ` (page ${page})`;
  return `${sanitizeLine(url ?? `${source_id}:${path}`)}${lines}${pages}`;
}
