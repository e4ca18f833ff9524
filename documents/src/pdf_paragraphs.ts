/** Makes paragraphs and lists of lines of a PDF page that follow each other closely. */
import { cutAt, type DocumentWords, joinLines } from "./pdf_hyphens.ts";
import type { PdfLine } from "./pdf_lines.ts";
import { BULLET, NUMBERING } from "./pdf_signs.ts";
import { hasRoomFor } from "./pdf_wrap.ts";

/** How a line follows the one before. */
type Break = "joined" | "line" | "paragraph" | "item";

/** Marks that begin no line of a text by chance. */
const WEAK_BULLET = /^[-\u2013\u2014*\u00b7]/u;

/** `edges` tells where a line would end if it were full. */
export function textBlocks(
  lines: readonly PdfLine[],
  edges: (line: PdfLine) => number,
  forms: DocumentWords,
): readonly string[] {
  const ownEdge = lines.reduce((most, { right }) => Math.max(most, right), -Infinity);
  const blocks: { isItem: boolean; rows: string[][] }[] = [];
  const state: ListState = { itemLeft: undefined, numberLeft: undefined, number: undefined, isFirst: true };
  for (const [at, line] of lines.entries()) {
    const kind = breakBefore(lines, at, Math.max(ownEdge, edges(line)), forms, state);
    const isItem = kind === "item";
    const html = isItem ? withoutBullet(line.html) : line.html;
    const open = blocks.at(-1);
    if (open === undefined || kind === "paragraph" || isItem) blocks.push({ isItem, rows: [[html]] });
    else if (kind === "line") open.rows.push([html]);
    else open.rows.at(-1)!.push(html);
    if (kind === "paragraph") state.itemLeft = undefined;
    if (isItem) state.itemLeft = line.left;
    if (kind !== "joined") rememberNumber(line, state);
    state.isFirst = kind === "paragraph" || at === 0;
  }
  return blocks.map(({ isItem, rows }) => {
    const text = rows.map((row) => joinLines(row.filter(Boolean), forms)).join("<br>");
    return isItem ? `<ul><li>${text}</li></ul>` : `<p>${text}</p>`;
  });
}

interface ListState {
  /** Where the mark of the open item is. */
  itemLeft: number | undefined;
  /** The last numbered item, and where its number is. */
  numberLeft: number | undefined;
  number: number | undefined;
  /** Whether the last line is the first of its paragraph. */
  isFirst: boolean;
}

function breakBefore(
  lines: readonly PdfLine[],
  at: number,
  edge: number,
  forms: DocumentWords,
  state: ListState,
): Break {
  const [before, line, next] = [lines[at - 1], lines[at]!, lines[at + 1]];
  const { size } = line;
  const isCut = before !== undefined &&
    (/\p{L}-$/u.test(before.text) || cutAt(before.html, line.html, forms) !== "none");
  const isWanted = before === undefined || (!isCut && hasRoomFor(before, line, edge, size));
  if (BULLET.test(line.text) && line.text.length > 2) {
    const isSibling = state.itemLeft !== undefined && Math.abs(line.left - state.itemLeft) < 1.5;
    const isFirst = next !== undefined && next.text[0] === line.text[0] && Math.abs(next.left - line.left) < 1.5;
    if (!WEAK_BULLET.test(line.text) || isWanted || isSibling || isFirst) return "item";
  }
  if (before === undefined) return "paragraph";
  if (isCut) return "joined";
  if (line.isRow === true || before.isRow === true) return "line";
  const shift = line.left - before.left;
  if (state.itemLeft !== undefined) {
    if (line.left < state.itemLeft - 1 || (isWanted && line.left < state.itemLeft + 2)) return "paragraph";
    return isWanted ? "line" : "joined";
  }
  if (NUMBERING.test(line.text) && state.numberLeft !== undefined && Math.abs(line.left - state.numberLeft) < 1.5) {
    if (shift < -0.5 * size || numberOf(line.text) === (state.number ?? 0) + 1) return "line";
  }
  // An entry of a list whose other lines are indented.
  if (shift < -0.8 * size && !state.isFirst && (isWanted || line.left <= lines[0]!.left + 1)) return "line";
  const isIndented = shift > 0.7 * size && shift < 4 * size;
  if (isIndented && (isWanted || (next !== undefined && line.left - next.left > 0.7 * size))) return "paragraph";
  return isWanted ? "line" : "joined";
}

function rememberNumber({ text, left }: PdfLine, state: ListState): void {
  if (!NUMBERING.test(text)) return;
  state.numberLeft = left;
  state.number = numberOf(text);
}

/** The place of an item in its list, by its number or letter. */
function numberOf(text: string): number | undefined {
  const [, sign = ""] = /^\(?(\d{1,3}|[a-zA-Z])[.)]/.exec(text) ?? [];
  return sign === "" ? undefined : /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0);
}

function withoutBullet(html: string): string {
  return html.replace(/^((?:<a [^>]*>)?)\S\s+/u, "$1");
}
