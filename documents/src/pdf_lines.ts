/** Puts the pieces of text of a PDF page into lines. */

/** As pdf.js gives it. */
export interface TextItem {
  readonly str: string;
  /** The matrix of the text; the last two are the place. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

export interface Line {
  readonly text: string;
  /** The height of most of its letters, in points, rounded to halves. */
  readonly size: number;
  /** The distance to the line before, in points. */
  readonly gap: number;
}

/** In the order of the page's content, which is the reading order of most pages. */
export function linesOf(items: readonly TextItem[]): readonly Line[] {
  const lines: Line[] = [];
  let open: TextItem[] = [];
  let last: number | undefined;
  const close = (): void => {
    const text = lineText(open);
    const [first] = open;
    if (text !== "" && first !== undefined) {
      const y = first.transform[5] ?? 0;
      lines.push({ text, size: sizeOf(open), gap: last === undefined ? 0 : Math.abs(last - y) });
      last = y;
    }
    open = [];
  };
  for (const item of items) {
    const before = open.at(-1);
    const isNew = before !== undefined && item.str.trim() !== "" &&
      Math.abs((before.transform[5] ?? 0) - (item.transform[5] ?? 0)) > 0.6 * Math.max(1, before.height, item.height);
    if (isNew) close();
    open.push(item);
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

/** Pieces that stand apart are words of their own. */
function lineText(items: readonly TextItem[]): string {
  let text = "";
  let end: number | undefined;
  for (const { str, transform, width, height } of items) {
    const x = transform[4] ?? 0;
    const isApart = end !== undefined && x - end > 0.15 * Math.max(1, height);
    if (isApart && !text.endsWith(" ") && !str.startsWith(" ")) text += " ";
    text += str;
    if (str !== "") end = x + width;
  }
  return text.replace(/\s+/g, " ").trim();
}

function sizeOf(items: readonly TextItem[]): number {
  const letters = new Map<number, number>();
  for (const { str, height } of items) {
    const size = Math.round(2 * height) / 2;
    letters.set(size, (letters.get(size) ?? 0) + str.trim().length);
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
