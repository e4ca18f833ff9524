/** Divides a document into windows of lines that overlap. */
import { isBlank } from "../../text/blank.ts";
import { characterLength } from "../../text/cut.ts";
import { indexLines, type LineIndex } from "../../text/lines.ts";
import { MAX_SECTIONS } from "../limits.ts";
import { lineSlug } from "./line_slug.ts";
import { textOf } from "./pack.ts";
import type { ChunkingInput, Section } from "./section.ts";

const MIN_CHARACTERS = 5;
/** Windows that repeat more than so many times the document no longer overlap. */
const MAX_REPEATED = 16;

/**
 * Makes windows of at most `code_max_lines` lines. A window ends after a blank line if its second half has one. Each
 * window repeats the last `overlap_lines` lines of the window before, until all windows together have 16 times the
 * bytes of the document. The name of a window is like `#L1-L100`. Windows with fewer than 5 characters are left out.
 */
export function chunkCode(input: ChunkingInput): readonly Section[] {
  const { bytes, textStart, title, sizes } = input;
  const lines = indexLines(bytes);
  const most = lines.count > MAX_SECTIONS
    ? Math.max(sizes.code_max_lines, sizes.overlap_lines + Math.ceil(lines.count / MAX_SECTIONS))
    : sizes.code_max_lines;
  const sections: Section[] = [];
  let first = lines.lineAt(textStart);
  let left = MAX_REPEATED * bytes.length;
  while (first <= lines.count) {
    const next = windowEnd(bytes, lines, first, most);
    const start = Math.max(lines.startOf(first), textStart);
    const end = lines.startOf(next);
    if (characterLength(textOf(bytes, start, end).trim()) >= MIN_CHARACTERS) {
      const slug = lineSlug(lines, start, end);
      sections.push({ title, slug, depth: 1, headingStart: start, start, end, crumbs: [slug] });
    }
    if (next > lines.count) break;
    left -= end - start;
    first = left > 0 ? Math.max(next - sizes.overlap_lines, first + 1) : next;
  }
  return sections;
}

/** The line after the window that begins with line `first`. */
function windowEnd(bytes: Uint8Array, lines: LineIndex, first: number, max: number): number {
  const limit = first + Math.max(1, max);
  if (limit > lines.count) return lines.count + 1;
  for (let line = limit - 1; line >= first + max / 2; line--) {
    if (isBlank(bytes, lines.startOf(line), lines.startOf(line + 1))) return line + 1;
  }
  return limit;
}
