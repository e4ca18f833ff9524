/** Tells the ends of lines that a full line makes from those that somebody wants. */

/** What is used of a line, or of a piece of one. */
export interface Extent {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** Whether the first word of `next` has room behind `line`, so that its place on a line of its own is wanted. */
export function hasRoomFor(line: Extent, next: Extent, edge: number, size: number): boolean {
  return line.right + 0.25 * size + firstWordWidth(next) < edge - 0.1 * size;
}

/** Letters that need no spaces between words: a line may break before each. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

function firstWordWidth({ text, left, right }: Extent): number {
  const word = UNSPACED.test(text) ? 1 : /^\S*/.exec(text.slice(0, 200))![0].length;
  return (right - left) * word / Math.max(1, text.length);
}

const CASED = /[\p{Ll}\p{Lu}]/u;

/** Whether lines, from top to bottom, are a text that runs on: they are full, and sentences go over their ends. */
export function isRunningText(lines: readonly (Extent & { readonly y: number })[], size: number): boolean {
  if (lines.length < 3) return false;
  const edge = lines.reduce((most, { right }) => Math.max(most, right), -Infinity);
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0) / lines.length;
  const words = lines.reduce((sum, { text }) => sum + text.split(" ").length, 0) / lines.length;
  const isUnspaced = lines.every(({ text }) => UNSPACED.test(text));
  if (letters < (isUnspaced ? 6 : 14) || (!isUnspaced && words < 3.2)) return false;
  let [pairs, full, goesOn] = [0, 0, 0];
  for (const [at, next] of lines.entries()) {
    const line = lines[at - 1];
    if (line === undefined || line.y - next.y > 2.6 * size) continue;
    pairs++;
    if (!hasRoomFor(line, next, edge, size)) full++;
    if (!CASED.test(next.text) || (/^\P{Lu}*\p{Ll}/u.test(next.text) && !/[.!?:;]$/.test(line.text))) goesOn++;
  }
  return pairs >= 2 && full >= 0.6 * pairs && goesOn >= 0.3 * pairs;
}
