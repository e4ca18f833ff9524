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
 * Makes windows of at most `code_max_lines` lines and, but for a longer line, `code_max_chars` characters. A window
 * ends after a blank line if its second half has one. Each window repeats the last `overlap_lines` lines of the window
 * before, and at most a quarter of one that the characters limit, until all windows together have 16 times the bytes
 * of the document. The name of a window is like `#L1-L100`. Windows with fewer than 5 characters are left out.
 */
export function chunkCode(input: ChunkingInput): readonly Section[] {
  const { bytes, textStart, title, sizes } = input;
  const lines = indexLines(bytes);
  const isHuge = lines.count > MAX_SECTIONS;
  const most = isHuge
    ? Math.max(sizes.code_max_lines, sizes.overlap_lines + Math.ceil(lines.count / MAX_SECTIONS))
    : sizes.code_max_lines;
  const characters = Math.max(sizes.code_max_chars ?? Infinity, isHuge ? Math.ceil(bytes.length / MAX_SECTIONS) : 0);
  const sections: Section[] = [];
  let first = lines.lineAt(textStart);
  let left = MAX_REPEATED * bytes.length;
  while (first <= lines.count) {
    const { next, isFull } = windowEnd(bytes, lines, { first, most, characters });
    const start = Math.max(lines.startOf(first), textStart);
    const end = lines.startOf(next);
    if (characterLength(textOf(bytes, start, end).trim()) >= MIN_CHARACTERS) {
      const slug = lineSlug(lines, start, end);
      sections.push({ title, slug, depth: 1, headingStart: start, start, end, crumbs: [slug] });
    }
    if (next > lines.count) break;
    left -= end - start;
    const overlap = isFull ? Math.min(sizes.overlap_lines, Math.floor((next - first) / 4)) : sizes.overlap_lines;
    first = left > 0 ? Math.max(next - overlap, first + 1) : next;
  }
  return sections;
}

/** The line after the window that begins with line `first`, and whether its characters limit it. */
function windowEnd(
  bytes: Uint8Array,
  lines: LineIndex,
  { first, most, characters }: { readonly first: number; readonly most: number; readonly characters: number },
): { readonly next: number; readonly isFull: boolean } {
  const byLines = Math.min(first + Math.max(1, most), lines.count + 1);
  const limit = withinCharacters(bytes, lines, first, { end: byLines, characters });
  const isFull = limit < byLines;
  if (limit > lines.count) return { next: limit, isFull };
  for (let line = limit - 1; line >= first + (limit - first) / 2; line--) {
    if (isBlank(bytes, lines.startOf(line), lines.startOf(line + 1))) return { next: line + 1, isFull };
  }
  return { next: limit, isFull };
}

/** The line after the last one that fits, but not after line `end`. */
function withinCharacters(
  bytes: Uint8Array,
  lines: LineIndex,
  first: number,
  { end, characters }: { readonly end: number; readonly characters: number },
): number {
  if (lines.startOf(end) - lines.startOf(first) <= characters) return end;
  let left = characters;
  let line = first;
  for (; line < end; line++) {
    left -= characterLength(textOf(bytes, lines.startOf(line), lines.startOf(line + 1)));
    if (left < 0) break;
  }
  return Math.max(line, first + 1);
}
