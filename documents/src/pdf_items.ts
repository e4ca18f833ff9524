/** The pieces of text of a PDF page, and how they stand. */

/** As pdf.js gives it. */
export interface TextItem {
  readonly str: string;
  /** The matrix of the text; the last two are the place. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
  readonly fontName?: string;
}

/** A place on the page that leads to an address. */
export interface Link {
  readonly url: string;
  /** Left, bottom, right and top in points. */
  readonly rect: readonly number[];
}

/** How the letters of a font look. */
export interface FontLook {
  readonly isBold: boolean;
  /** Whether all letters are equally wide, by what the file says. Files say it wrongly, so letters are measured, too. */
  readonly isMonospaced: boolean;
}

/** By the names of pdf.js. */
export type FontLooks = ReadonlyMap<string, FontLook>;

interface GlyphPlace {
  /** Along the line, and across it towards the line before, in points. */
  readonly x: number;
  readonly y: number;
  /** Quarter turns of the text. */
  readonly turns: number;
}

/** Text may run in four directions. */
export function placeOf({ transform: [a = 1, b = 0, , , x = 0, y = 0] }: TextItem): GlyphPlace {
  if (Math.abs(a) >= Math.abs(b)) return a >= 0 ? { x, y, turns: 0 } : { x: -x, y: -y, turns: 2 };
  return b > 0 ? { x: y, y: -x, turns: 1 } : { x: -y, y: x, turns: 3 };
}

/** The edges of a page for text that is turned so, as `placeOf` counts. */
export function edgesOf([left = 0, bottom = 0, right = 0, top = 0]: readonly number[], turns: number): {
  readonly low: number;
  readonly high: number;
  readonly start: number;
  readonly end: number;
} {
  if (turns === 0) return { low: bottom, high: top, start: left, end: right };
  if (turns === 1) return { low: -right, high: -left, start: bottom, end: top };
  if (turns === 2) return { low: -top, high: -bottom, start: -right, end: -left };
  return { low: left, high: right, start: -top, end: -bottom };
}

/** The height of most letters, in points, rounded to halves. */
export function sizeOf(items: readonly TextItem[]): number {
  const letters = new Map<number, number>();
  for (const { str, height } of items) {
    const size = Math.round(2 * height) / 2;
    letters.set(size, (letters.get(size) ?? 0) + str.trim().length);
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
