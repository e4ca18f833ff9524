/** Lines of code: letters that are all equally wide stand where their column is. */
import { type FontLooks, placeOf, type TextItem } from "./pdf_items.ts";

/** The width of a letter as a share of its height. */
const [NARROWEST, WIDEST] = [0.4, 0.75];
const MAX_SPACES = 200;

/** Empty unless all letters are of one width. `items` are without blank ones. */
export function codeOf(
  items: readonly TextItem[],
  fonts: FontLooks,
): { readonly code?: string; readonly pitch?: number } {
  if (!items.every(({ fontName = "" }) => fonts.get(fontName)?.isMonospaced === true)) return {};
  const pitches = items.filter(({ str }) => [...str].length > 1).map(({ str, width }) => width / [...str].length);
  const first = pitches[0] ?? items[0]!.width;
  const height = Math.max(1, items[0]!.height);
  const isRegular = pitches.every((pitch) => Math.abs(pitch - first) < 0.04 * first);
  if (!isRegular || first < NARROWEST * height || first > WIDEST * height) return {};
  const left = items.reduce((least, item) => Math.min(least, placeOf(item).x), Infinity);
  const pieces: string[] = [];
  let column = 0;
  for (const item of items) {
    const wanted = Math.round((placeOf(item).x - left) / first);
    if (wanted > column) pieces.push(" ".repeat(Math.min(MAX_SPACES, wanted - column)));
    const str = item.str.replace(/[\ufb00-\ufb06]/g, (sign) => sign.normalize("NFKC")).replace(/[\s\u0000]/g, " ");
    pieces.push(str);
    column = Math.max(column, wanted) + [...item.str].length;
  }
  return { code: pieces.join("").trimEnd(), pitch: first };
}
