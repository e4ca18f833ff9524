/** Tells the numbered headings of a plain text from its lists. */
import { longestChain } from "./number_chain.ts";
import { isAcross, numberedAt, type NumberedTitle } from "./numbers.ts";
import type { PlainLines } from "./plain_lines.ts";
import { linesOf, type PlainTitle } from "./underlined.ts";

/** So many headings run on in a text that has any, and they are such a part of all lines that look like some. */
const LEAST = 3;
const LEAST_PART = 0.75;
/** Such a part of the lines is indented in a text where headings alone stand at the margin. */
const HANGING = 0.8;
const MOST_BARE = 2;

/** Titles that are underlined may have numbers too. Returns the others, in order. */
export function numberedTitles(
  lines: PlainLines,
  underlined: readonly PlainTitle[],
  isPart: boolean,
): readonly NumberedTitle[] {
  const sure = new Map(underlined.map((title) => [title.at, title]));
  const covered = linesOf(underlined);
  const all = lines.lines.flatMap((_, at) =>
    covered.has(at) && !sure.has(at) ? [] : numberedAt(lines, at, sure.get(at)) ?? []
  );
  const indentOf = ({ at }: NumberedTitle): number => lines.lines[at]!.indent;
  const indent = all.reduce((least, title) => Math.min(least, indentOf(title)), Infinity);
  const found = all.filter((title) => indentOf(title) === indent);
  const titles = withoutRepeats(withoutLists(found));
  const chain = longestChain(titles, isPart);
  const others = chain.filter(({ at }) => !sure.has(at));
  if (isPart) return others;
  const isEnough = chain.length >= LEAST || (chain.length === 2 && chain[1]!.numbers.length > 1);
  const sureOf = (all: readonly NumberedTitle[]): number => all.filter(({ isSure }) => isSure).length;
  const isMost = sureOf(chain) >= LEAST_PART * Math.max(chain.length, sureOf(titles));
  return isEnough && isMost && !isList(lines, chain) ? others : [];
}

/** A title that comes again is an entry of a table of contents. */
function withoutRepeats(titles: readonly NumberedTitle[]): readonly NumberedTitle[] {
  const last = new Map(titles.map((title) => [keyOf(title), title]));
  return titles.filter((title) => last.get(keyOf(title)) === title);
}

function keyOf({ numbers, words }: NumberedTitle): string {
  return `${numbers.join(".")} ${words}`;
}

/** Where several titles follow each other without text, and are not below each other, they are a list. */
function withoutLists(titles: readonly NumberedTitle[]): readonly NumberedTitle[] {
  const kept: NumberedTitle[] = [];
  for (let from = 0; from < titles.length;) {
    let [to, bare] = [from + 1, 0];
    for (; to < titles.length && titles[to - 1]!.next === titles[to]!.first; to++) {
      if (titles[to]!.numbers.length <= titles[to - 1]!.numbers.length) bare++;
    }
    if (bare < MOST_BARE) kept.push(...titles.slice(from, to));
    from = to;
  }
  return kept;
}

/** The text of an item is indented where other text is not. Lists have one level, and no lines across the page. */
function isList(lines: PlainLines, chain: readonly NumberedTitle[]): boolean {
  if (chain.some(({ at, numbers }) => numbers.length > 1 || isAcross(lines, at - 1))) return false;
  return hasIndentedText(lines, chain) && !isHanging(lines);
}

/** Whether most of the text below headings is indented. */
export function hasIndentedText(lines: PlainLines, titles: readonly PlainTitle[]): boolean {
  const heads = new Set(titles.map(({ first }) => first));
  const bodies = titles.map(({ next }) => next).filter((at) => at < lines.lines.length && !heads.has(at));
  const margin = lines.lines[titles[0]?.at ?? 0]?.indent ?? lines.margin;
  const indented = bodies.filter((at) => lines.lines[at]!.indent > margin);
  return indented.length > bodies.length / 2;
}

/** Whether most of a text is indented. */
function isHanging(lines: PlainLines): boolean {
  return lines.lines.filter(({ indent }) => indent > lines.margin).length >= HANGING * lines.lines.length;
}
