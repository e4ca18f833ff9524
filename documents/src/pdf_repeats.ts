/** Finds the headers and footers of PDF pages: lines that stand at the same edge of many pages. */
import type { PdfLine } from "./pdf_lines.ts";

/** The lines at each edge of a page that are looked at. */
const EDGE = 2;
const MIN_PAGES = 3;
/** Of the pages, because headers change with the chapters, and from left to right pages. */
const MIN_SHARE = 0.2;

/** The pages without lines that repeat. Numbers count as the same, so that page numbers go, too. */
export function withoutRepeats(pages: readonly (readonly PdfLine[])[]): readonly (readonly PdfLine[])[] {
  const edges = pages.map(edgeLines);
  const seen = new Map<string, number>();
  for (const key of edges.flatMap((lines) => [...new Set(lines.values())])) seen.set(key, (seen.get(key) ?? 0) + 1);
  const fewest = Math.max(MIN_PAGES, MIN_SHARE * pages.length);
  return pages.map((lines, at) => lines.filter((line) => (seen.get(edges[at]!.get(line) ?? "") ?? 0) < fewest));
}

/** The lines next to the edges, and what is equal where they repeat: the edge, the height and the words. */
function edgeLines(lines: readonly PdfLine[]): ReadonlyMap<PdfLine, string> {
  // A page of few lines is not a frame around a text.
  if (lines.length <= 2 * EDGE) return new Map();
  const heights = [...new Set(lines.map(({ y }) => Math.round(y)))].sort((a, b) => b - a);
  const edge = new Set([...heights.slice(0, EDGE), ...heights.slice(-EDGE)]);
  return new Map(
    lines.filter(({ y, isTable }) => !isTable && edge.has(Math.round(y))).map((line) => [
      line,
      `${Math.round(line.y / 3)} ${line.text.replace(/\d+|\b[ivxlc]+\b/g, "#")}`,
    ]),
  );
}
