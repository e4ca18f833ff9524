/** `ra search --matches`: prints the matching lines as `path:line: text`. */
import type { SearchResult } from "../../shapes/search.ts";
import type { Palette } from "../terminal/color.ts";
import { matchLines } from "../terminal/highlight.ts";
import { sanitizeLine } from "../../text/sanitize.ts";

interface MatchTextOptions {
  readonly palette: Palette;
  locate(result: SearchResult): string;
}

/**
 * Prints the matching lines in rank order. A result that matched only by title, tags or path shows the line of its
 * heading, so no result is missing.
 */
export function formatMatchLines(results: readonly SearchResult[], options: MatchTextOptions): string {
  const { palette } = options;
  return results.map((result) => {
    const path = palette.id(sanitizeLine(options.locate(result)));
    const first = firstContentLine(result);
    const lines = matchLines(result.content ?? "", result.match_ranges ?? [], palette)
      .map((line) => `${path}:${first + line.index}: ${line.text.trim()}\n`);
    return lines.length > 0 ? lines.join("") : `${path}:${result.start_line}: ${sanitizeLine(result.title)}\n`;
  }).join("");
}

/** The line of the file on which the span starts: one after the heading, or two and more after a setext heading. */
function firstContentLine(result: SearchResult): number {
  if (result.content === undefined || result.truncated) return result.start_line + (result.depth > 0 ? 1 : 0);
  const lines = result.content.split("\n");
  // `end_line` is the line of the span's last byte, which may be the newline at its end.
  const newlines = lines.length - 1 - (lines[lines.length - 1] === "" ? 1 : 0);
  return result.end_line - newlines;
}
