/** Makes HTML of the lines of a PDF page: headings, paragraphs, lists, code and tables. */
import { escapeHtml } from "./archive.ts";
import type { Heading } from "./pdf_headings.ts";
import { joinLines, type WordForms } from "./pdf_hyphens.ts";
import type { PdfLine } from "./pdf_lines.ts";
import { textBlocks } from "./pdf_paragraphs.ts";
import { NUMBERING } from "./pdf_signs.ts";
import { edgesByLine } from "./pdf_text_edges.ts";
import { isRunningText } from "./pdf_wrap.ts";

/** A larger distance between lines, as a multiple of their letters, ends a paragraph. */
const PARAGRAPH_GAP = 1.6;
/** Up to here, lines of code are one block. */
const CODE_GAP = 3.5;
/** More lines of large letters are a text. */
const MAX_HEADING_LINES = 3;

export function pageHtml(
  lines: readonly PdfLine[],
  headings: ReadonlyMap<PdfLine, Heading>,
  forms: WordForms,
): string {
  const blocks: string[] = [];
  const edges = edgesByLine(lines);
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const heading = headings.get(line);
    let end = at + 1;
    if (line.table !== undefined) blocks.push(tableHtml(line.table, forms));
    else if (heading !== undefined) {
      end = headingEnd(lines, at, headings);
      const text = joinLines(lines.slice(at, end).map(({ html }) => html), forms);
      const tag = end - at > MAX_HEADING_LINES ? "p" : `h${heading.level}`;
      blocks.push(`<${tag}>${text}</${tag}>`);
    } else if (line.code !== undefined && (end = codeEnd(lines, at, headings)) > at) {
      blocks.push(codeHtml(lines.slice(at, end)));
    } else {
      end = at + 1;
      while (end < lines.length && goesOn(lines, end, headings)) end++;
      blocks.push(...textBlocks(lines.slice(at, end), edges, forms));
    }
    at = end;
  }
  return blocks.join("\n").replaceAll("</ul>\n<ul>", "");
}

function goesOn(lines: readonly PdfLine[], at: number, headings: ReadonlyMap<PdfLine, Heading>): boolean {
  const line = lines[at]!;
  return line.table === undefined && !headings.has(line) && line.gap <= PARAGRAPH_GAP * line.size &&
    line.turns === lines[at - 1]!.turns && (line.code === undefined || codeEnd(lines, at, headings) === at);
}

/** Lines of letters of the same size are one heading, unless a number begins the next one. */
function headingEnd(lines: readonly PdfLine[], start: number, headings: ReadonlyMap<PdfLine, Heading>): number {
  const first = headings.get(lines[start]!)!;
  let end = start + 1;
  for (; end < lines.length; end++) {
    const line = lines[end]!;
    const heading = headings.get(line);
    if (heading === first && !first.isOpen) continue;
    const isSame = heading?.isOpen === true && first.isOpen && heading.level === first.level &&
      line.size === lines[start]!.size && line.y < lines[end - 1]!.y + 1;
    if (!isSame || line.gap > PARAGRAPH_GAP * line.size || NUMBERING.test(line.text)) break;
  }
  return end;
}

/** The end of the code that begins at a line. The line itself where there is none. */
function codeEnd(lines: readonly PdfLine[], start: number, headings: ReadonlyMap<PdfLine, Heading>): number {
  const first = lines[start]!;
  let end = start + 1;
  for (; end < lines.length; end++) {
    const line = lines[end]!;
    if (line.code === undefined || line.table !== undefined || headings.has(line) || line.turns !== first.turns) break;
    if (line.gap > CODE_GAP * line.size || line.y > lines[end - 1]!.y + 1) break;
  }
  const code = lines.slice(start, end);
  if (isRunningText(code, first.size)) return start;
  if (end - start > 1) return end;
  const [before, next] = [lines[start - 1], lines[end]];
  const isApart = (gap: number): boolean => gap > 1.4 * first.size;
  const isAlone = (before === undefined || before.table !== undefined || isApart(first.gap) ||
    first.left > before.left + first.size) && (next === undefined || next.table !== undefined || isApart(next.gap) ||
      first.left > next.left + first.size);
  return isAlone ? end : start;
}

function codeHtml(lines: readonly PdfLine[]): string {
  const left = lines.reduce((least, line) => Math.min(least, line.left), Infinity);
  const usual = lines.slice(1).reduce((least, { gap }) => (gap > 0 ? Math.min(least, gap) : least), Infinity);
  const written = lines.map(({ code = "", pitch = 1, gap, ...line }, at) => {
    const indent = " ".repeat(Math.min(200, Math.max(0, Math.round((line.left - left) / pitch))));
    return `${at > 0 && gap > 1.6 * usual ? "\n" : ""}${indent}${escapeHtml(code)}`;
  });
  return `<pre>${written.join("\n")}</pre>`;
}

/** The first row is the head. */
function tableHtml(rows: readonly (readonly (readonly string[])[])[], forms: WordForms): string {
  const joined = rows.map((row) => row.map((cell) => joinLines(cell, forms)));
  const filled = joined.filter((row) => row.some((cell) => cell !== ""));
  const columns = filled.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== "") + 1), 0);
  const lines = filled.map((row, at) => {
    const tag = at === 0 ? "th" : "td";
    return `<tr>${row.slice(0, columns).map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  });
  return columns === 0 ? "" : `<table>${lines.join("")}</table>`;
}
