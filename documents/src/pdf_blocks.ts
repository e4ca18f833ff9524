/** Makes HTML of the lines of a PDF page: headings, paragraphs, lists, code and tables. */
import type { PdfHeading } from "./pdf_headings.ts";
import { type DocumentWords, joinLines } from "./pdf_hyphens.ts";
import type { PdfLine } from "./pdf_lines.ts";
import { leadingByLine } from "./pdf_leading.ts";
import { textBlocks } from "./pdf_paragraphs.ts";
import { codeBlocks, codeHtml } from "./pdf_code_blocks.ts";
import { edgesByLine } from "./pdf_text_edges.ts";

/** A larger distance between lines, as a multiple of their letters, ends a heading. */
const HEADING_GAP = 1.6;
/** More lines of large letters are a text. */
const MAX_HEADING_LINES = 3;

export function pageHtml(
  lines: readonly PdfLine[],
  headings: ReadonlyMap<PdfLine, PdfHeading>,
  forms: DocumentWords,
): string {
  const blocks: string[] = [];
  const edges = edgesByLine(lines);
  const leading = leadingByLine(lines);
  const code = codeBlocks(lines, headings);
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
    } else if (code.has(at)) {
      end = code.get(at)!;
      blocks.push(codeHtml(lines.slice(at, end)));
    } else {
      end = at + 1;
      while (end < lines.length && goesOn(lines, end, headings, code, leading)) end++;
      blocks.push(...textBlocks(lines.slice(at, end), edges, forms));
    }
    at = end;
  }
  return blocks.join("\n").replaceAll("</ul>\n<ul>", "");
}

function goesOn(
  lines: readonly PdfLine[],
  at: number,
  headings: ReadonlyMap<PdfLine, PdfHeading>,
  code: ReadonlyMap<number, number>,
  leading: (line: PdfLine) => number,
): boolean {
  const line = lines[at]!;
  return line.table === undefined && !headings.has(line) && line.gap <= leading(line) &&
    line.turns === lines[at - 1]!.turns && !code.has(at);
}

/** Lines of letters of the same size are one heading, unless a number begins the next one. */
function headingEnd(lines: readonly PdfLine[], start: number, headings: ReadonlyMap<PdfLine, PdfHeading>): number {
  const first = headings.get(lines[start]!)!;
  let end = start + 1;
  for (; end < lines.length; end++) {
    const line = lines[end]!;
    const heading = headings.get(line);
    if (heading === first && !first.isOpen) continue;
    const isSame = heading?.isOpen === true && first.isOpen && heading.level === first.level &&
      line.size === lines[start]!.size && line.y < lines[end - 1]!.y + 1;
    if (!isSame || line.gap > HEADING_GAP * line.size || /^\(?(?:\d{1,3}[.)\s]|[a-zA-Z][.)])/.test(line.text)) break;
  }
  return end;
}

/** The first row is the head. */
function tableHtml(rows: readonly (readonly (readonly string[])[])[], forms: DocumentWords): string {
  const joined = rows.map((row) => row.map((cell) => joinLines(cell, forms)));
  const filled = joined.filter((row) => row.some((cell) => cell !== ""));
  const columns = filled.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== "") + 1), 0);
  const lines = filled.map((row, at) => {
    const tag = at === 0 ? "th" : "td";
    return `<tr>${row.slice(0, columns).map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  });
  return columns === 0 ? "" : `<table>${lines.join("")}</table>`;
}
