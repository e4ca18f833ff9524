/** Finds how far apart the lines of a text on a PDF page are: some texts leave much space between lines. */
import type { PdfLine } from "./pdf_lines.ts";
import { hasRoomFor } from "./pdf_wrap.ts";

/** A larger distance between lines, as a multiple of their letters, ends a paragraph. */
const PARAGRAPH_GAP = 1.6;
/** Lines that are farther apart are no text, whatever they say. */
const MAX_LEADING = 3.2;
const MIN_PAIRS = 2;
/** Lines of a paragraph are equally far apart, but for such a share. */
const UNEVEN = 0.03;
const SAME_LEFT = 20;

/** The largest distance to the line before that a line of the same paragraph has, in points. */
export function leadingByLine(lines: readonly PdfLine[]): (line: PdfLine) => number {
  const ends = new Map<string, number>();
  for (const line of lines) {
    if (line.table === undefined) ends.set(columnOf(line), Math.max(ends.get(columnOf(line)) ?? -Infinity, line.right));
  }
  const gaps = new Map<number, number[]>();
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    if (before === undefined || !isWide(line) || !goesOn(before, line, ends.get(columnOf(before))!)) continue;
    const own = gaps.get(line.size);
    if (own === undefined) gaps.set(line.size, [line.gap]);
    else own.push(line.gap);
  }
  return (line) => {
    const limit = PARAGRAPH_GAP * line.size;
    const alike = gaps.get(line.size)?.filter((gap) => Math.abs(gap - line.gap) < UNEVEN * gap) ?? [];
    return alike.length >= MIN_PAIRS ? Math.max(limit, line.gap) : limit;
  };
}

const columnOf = ({ left, size, turns }: PdfLine): string => `${turns} ${size} ${Math.floor(left / SAME_LEFT)}`;

const isWide = ({ gap, size }: PdfLine): boolean => gap > PARAGRAPH_GAP * size && gap <= MAX_LEADING * size;

/** Whether a full line is in the middle of a sentence that the next one goes on with. */
function goesOn(before: PdfLine, line: PdfLine, edge: number): boolean {
  if (before.table !== undefined || line.table !== undefined) return false;
  if (before.size !== line.size || before.turns !== line.turns || before.y < line.y) return false;
  if (before.segments.length > 1 || line.segments.length > 1) return false;
  return /^[\p{Ll}\p{Lo}\p{N}("'\u201c]/u.test(line.text) && !/[.!?:;\u3002]$/u.test(before.text) &&
    before.text.includes(" ") && !hasRoomFor(before, line, edge, line.size);
}
