/** Columns of a line in a table. Wide letters take two of them, and marks none. */
import type { Line } from "./lines.ts";

const ASCII = /^[\x20-\x7e]*$/;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/;
const MARK = /\p{M}/u;

function widthOf(letter: string): number {
  if (letter <= "\x7f") return 1;
  if (MARK.test(letter)) return 0;
  return letter.length > 1 || WIDE.test(letter) ? 2 : 1;
}

/** Finds the place in the text of a column of this line, counted from its first letter. */
export function placeOfColumn(text: string, { start, end }: Line): (column: number) => number {
  const written = text.slice(start, end);
  if (ASCII.test(written)) return (column) => Math.min(end, start + column);
  const places: number[] = [];
  let at = start;
  for (const letter of written) {
    for (let column = widthOf(letter); column > 0; column--) places.push(at);
    at += letter.length;
  }
  return (column) => places[column] ?? end;
}

/** Finds the column of each place in a written line. */
export function columnOfPlace(written: string): (at: number) => number {
  if (ASCII.test(written)) return (at) => at;
  const columns: number[] = [];
  let column = 0;
  for (const letter of written) {
    for (let unit = 0; unit < letter.length; unit++) columns.push(column);
    column += widthOf(letter);
  }
  return (at) => columns[at] ?? column;
}

/** The number of columns that a line takes. */
export function columnsOf(text: string, { start, end }: { readonly start: number; readonly end: number }): number {
  const written = text.slice(start, end);
  if (ASCII.test(written)) return written.length;
  let width = 0;
  for (const letter of written) width += widthOf(letter);
  return width;
}
