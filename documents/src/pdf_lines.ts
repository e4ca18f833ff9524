/** Puts the pieces of text of a PDF page into lines. */
import { escapeHtml } from "./archive.ts";

/** As pdf.js gives it. */
export interface TextItem {
  readonly str: string;
  /** The matrix of the text; the last two are the place. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

/** A place on the page that leads to an address. */
export interface Link {
  readonly url: string;
  /** Left, bottom, right and top in points. */
  readonly rect: readonly number[];
}

export interface PdfLine {
  readonly text: string;
  /** The height of most of its letters, in points, rounded to halves. */
  readonly size: number;
  /** The height on the page from its lower edge, in points. */
  readonly y: number;
  /** The same text as HTML, with its links. */
  readonly html: string;
  /** Whether it is a table, whose HTML is a block. */
  readonly isTable: boolean;
  /** The distance to the line before, in points. */
  readonly gap: number;
}

/** In the order of the page's content, which is the reading order of most pages. */
export function linesOf(items: readonly TextItem[], links: readonly Link[] = []): readonly PdfLine[] {
  const lines: PdfLine[] = [];
  let open: TextItem[] = [];
  let last: number | undefined;
  const close = (): void => {
    const { text, html } = lineText(open, links);
    const [first] = open;
    if (text !== "" && first !== undefined) {
      const { y } = placeOf(first);
      lines.push({
        text,
        html,
        isTable: false,
        y,
        size: sizeOf(open),
        gap: last === undefined ? 0 : Math.abs(last - y),
      });
      last = y;
    }
    open = [];
  };
  for (const item of items) {
    const before = open.at(-1);
    const isNew = before !== undefined && item.str.trim() !== "" && isOnAnotherLine(before, item);
    if (isNew) close();
    open.push(item);
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

interface GlyphPlace {
  /** Along the line, and across it towards the line before, in points. */
  readonly x: number;
  readonly y: number;
  /** Quarter turns of the text. */
  readonly turns: number;
}

/** Text may run in four directions. */
function placeOf({ transform: [a = 1, b = 0, , , x = 0, y = 0] }: TextItem): GlyphPlace {
  if (Math.abs(a) >= Math.abs(b)) return a >= 0 ? { x, y, turns: 0 } : { x: -x, y: -y, turns: 2 };
  return b > 0 ? { x: y, y: -x, turns: 1 } : { x: -y, y: x, turns: 3 };
}

function isOnAnotherLine(before: TextItem, item: TextItem): boolean {
  const [one, two] = [placeOf(before), placeOf(item)];
  return one.turns !== two.turns || Math.abs(one.y - two.y) > 0.6 * Math.max(1, before.height, item.height);
}

/** Joins the text of lines, and words that the end of a line cuts. */
export function joinLines(lines: readonly string[]): string {
  // Pieces, because a look at the end of a long text takes as long as the text is.
  const pieces: string[] = [];
  for (const line of lines) {
    const last = pieces.at(-1);
    if (last === undefined || last === "") pieces[Math.max(0, pieces.length - 1)] = line;
    else if (/\p{Ll}-$/u.test(last) && /^\p{Ll}/u.test(line)) pieces.splice(-1, 1, last.slice(0, -1), line);
    else pieces.push(` ${line}`);
  }
  return pieces.join("");
}

/** Pieces that stand apart are words of their own. */
function lineText(items: readonly TextItem[], links: readonly Link[]): { text: string; html: string } {
  let [text, html] = ["", ""];
  let end: number | undefined;
  let open: string | undefined;
  const follow = (url: string | undefined): void => {
    if (url === open) return;
    if (open !== undefined) html = html.endsWith(" ") ? `${html.slice(0, -1)}</a> ` : `${html}</a>`;
    if (url !== undefined) html += `<a href="${escapeHtml(url)}">`;
    open = url;
  };
  for (const item of items) {
    const { str, width, height } = item;
    const shown = spaced(str);
    const { x } = placeOf(item);
    const isApart = end !== undefined && x - end > 0.15 * Math.max(1, height);
    const url = linkAt(item, links);
    if (shown.trim() !== "" && url !== open) follow(undefined);
    if (isApart && !text.endsWith(" ") && !shown.startsWith(" ")) {
      text += " ";
      html += " ";
    }
    if (shown.trim() !== "") follow(url);
    text += shown;
    html += escapeHtml(shown);
    if (str !== "") end = x + width;
  }
  follow(undefined);
  return { text: spaced(text).trim(), html: spaced(html).trim() };
}

/** Ligatures are letters of their own in a font, and not in a text. */
function spaced(text: string): string {
  return text.replace(/[\ufb00-\ufb06]/g, (sign) => sign.normalize("NFKC")).replace(/[\s\u0000]+/g, " ");
}

function linkAt({ transform, width, height }: TextItem, links: readonly Link[]): string | undefined {
  const [x, y] = [(transform[4] ?? 0) + width / 2, (transform[5] ?? 0) + height / 3];
  return links.find(({ rect: [left = 0, bottom = 0, right = 0, top = 0] }) =>
    x >= left && x <= right && y >= bottom && y <= top
  )?.url;
}

function sizeOf(items: readonly TextItem[]): number {
  const letters = new Map<number, number>();
  for (const { str, height } of items) {
    const size = Math.round(2 * height) / 2;
    letters.set(size, (letters.get(size) ?? 0) + str.trim().length);
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
