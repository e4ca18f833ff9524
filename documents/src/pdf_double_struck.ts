/** Reads once what a PDF page draws twice in the same place: bold letters, shadows and layers. */
import { placeOf, type TextItem } from "./pdf_items.ts";

/** How far the second text is from the first along the line and across it, as a share of its height. */
const ALONG = 0.15;
const ACROSS = 0.2;
/** Of a letter. A letter that is farther away is another one. */
const LETTER = 0.35;
const BAND = 4;
/** A text is compared with so many that share its height. */
const MAX_COMPARED = 200;

interface PlacedItem {
  readonly item: TextItem;
  readonly x: number;
  readonly y: number;
  readonly turns: number;
}

export function withoutDoubles(items: readonly TextItem[]): readonly TextItem[] {
  const rows = new Map<number, PlacedItem[]>();
  return items.flatMap((item) => {
    if (item.str.trim() === "") return [item];
    const { x, y, turns } = placeOf(item);
    const key = 1e6 * turns + Math.round(y / BAND);
    const near = [key - 1, key, key + 1].flatMap((each) => rows.get(each)?.slice(-MAX_COMPARED) ?? []);
    const drawn = { item, x, y, turns };
    const repeated = near.reduce((most, each) => Math.max(most, repeatedLetters(each, drawn)), 0);
    const left = item.str.slice(repeated);
    if (repeated > 0 && left.trim() === "") return item.hasEOL ? [{ ...item, str: "", width: 0 }] : [];
    const kept = repeated === 0 ? item : withoutStart(item, repeated);
    const row = rows.get(key);
    const own = { item: kept, ...placeOf(kept) };
    if (row === undefined) rows.set(key, [own]);
    else row.push(own);
    return [kept];
  });
}

/** How many letters at the beginning of a text are drawn already. */
function repeatedLetters(first: PlacedItem, { item, x, y }: PlacedItem): number {
  const [one, height] = [first.item, item.height];
  if (one.height !== height || Math.abs(first.y - y) > ACROSS * height) return 0;
  const letter = one.width / one.str.length;
  const tolerance = Math.min(ALONG * height, LETTER * letter);
  if (x < first.x - tolerance || x > first.x + one.width - 0.5 * letter) return 0;
  if (one.str === item.str && Math.abs(first.x - x) <= tolerance) return one.str.length;
  // The end of the first text is the beginning of the second one.
  const start = Math.max(0, one.str.length - item.str.length, Math.round((x - first.x) / letter) - 4);
  const end = Math.min(one.str.length, Math.round((x - first.x) / letter) + 5);
  for (let at = start; at < end; at++) {
    const tail = one.str.slice(at);
    if (item.str.startsWith(tail) && Math.abs(first.x + letter * at - x) <= 4 * tolerance && tail.trim() !== "") {
      return isAtEnd(one, first.x, item, x, tail.length, tolerance) ? tail.length : 0;
    }
  }
  return 0;
}

/** Whether some letters of the second text are as wide as the rest of the first one. */
function isAtEnd(one: TextItem, oneX: number, two: TextItem, x: number, letters: number, tolerance: number): boolean {
  const rest = oneX + one.width - x;
  const width = letters === two.str.length ? two.width : two.width * letters / two.str.length;
  // A part of a text is not exactly as wide as its number of letters tells.
  return Math.abs(rest - width) <= (letters === two.str.length ? 1 : 2) * tolerance + 0.1 * width;
}

function withoutStart(item: TextItem, letters: number): TextItem {
  const share = letters / item.str.length;
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = item.transform;
  const size = Math.max(1e-6, Math.hypot(a, b));
  const shift = share * item.width / size;
  return {
    ...item,
    str: item.str.slice(letters),
    width: item.width * (1 - share),
    transform: [a, b, c, d, x + a * shift, y + b * shift],
  };
}
