/** Finds blocks of code among the lines of a PDF page. */
import { escapeHtml } from "./archive.ts";
import type { PdfHeading } from "./pdf_headings.ts";
import type { PdfLine } from "./pdf_lines.ts";
import { isRunningText } from "./pdf_wrap.ts";

/** Up to this distance, as a multiple of their letters, lines are one block. */
const MAX_GAP = 3.5;
/** A single line of code stands so far from the text around it, or is indented. */
const APART = 1.4;
/** A larger distance than that of other lines is an empty line. */
const EMPTY_LINE = 1.6;

/** Where each block begins, and where it ends. */
export function codeBlocks(
  lines: readonly PdfLine[],
  headings: ReadonlyMap<PdfLine, PdfHeading>,
): ReadonlyMap<number, number> {
  const blocks = new Map<number, number>();
  const isCode = (line: PdfLine): boolean => line.code !== undefined && !headings.has(line);
  for (let start = 0; start < lines.length;) {
    let end = start + 1;
    if (isCode(lines[start]!)) {
      while (end < lines.length && isCode(lines[end]!) && follows(lines[end - 1]!, lines[end]!)) end++;
      if (isBlock(lines, start, end)) blocks.set(start, end);
    }
    start = end;
  }
  return blocks;
}

function follows(before: PdfLine, line: PdfLine): boolean {
  return line.turns === before.turns && line.gap <= MAX_GAP * line.size && line.y < before.y + 1;
}

function isBlock(lines: readonly PdfLine[], start: number, end: number): boolean {
  const first = lines[start]!;
  if (end - start > 1) {
    const own = lines.slice(start, end);
    return isIndented(own.slice(1), first.size) || !isRunningText(own, first.size);
  }
  const isFar = (other: PdfLine | undefined, gap: number): boolean =>
    other === undefined || other.table !== undefined || gap > APART * first.size ||
    first.left > other.left + first.size;
  return isFar(lines[start - 1], first.gap) && isFar(lines[end], lines[end]?.gap ?? 0);
}

/** Whether lines begin at several places, as those of a paragraph below its first one do not. */
function isIndented([one, ...others]: readonly PdfLine[], size: number): boolean {
  return one !== undefined && others.some(({ left }) => Math.abs(left - one.left) > size / 2);
}

export function codeHtml(lines: readonly PdfLine[]): string {
  const left = lines.reduce((least, line) => Math.min(least, line.left), Infinity);
  const usual = lines.slice(1).reduce((least, { gap }) => (gap > 0 ? Math.min(least, gap) : least), Infinity);
  const written = lines.map(({ code = "", pitch = 1, gap, ...line }, at) => {
    const indent = " ".repeat(Math.min(200, Math.max(0, Math.round((line.left - left) / pitch))));
    return `${at > 0 && gap > EMPTY_LINE * usual ? "\n" : ""}${indent}${escapeHtml(code)}`;
  });
  return `<pre>${written.join("\n")}</pre>`;
}
