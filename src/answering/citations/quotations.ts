/** Finds what an answer puts in quotation marks. */

export interface Quotation {
  /** Without its marks. */
  readonly text: string;
  /** Where it stands in the text that was searched, with its marks. */
  readonly start: number;
  readonly end: number;
}

/** Straight marks may also be inches or minutes, so they count only around words. */
const QUOTED = [
  /(?<![\p{L}\p{N}])"(?=\S)([^"]*?\S)"(?![\p{L}\p{N}])/gu,
  /“([^”“]+)”/gu,
  /„([^“”„]+)[“”]/gu,
  /«\s?([^»«]+?)\s?»/gu,
  /»([^»«]+)«/gu,
  /「([^」「]+)」/gu,
  /『([^』『]+)』/gu,
  /(?<![\p{L}\p{N}])‘(?=\S)([^‘]*?\S)’(?![\p{L}\p{N}])/gu,
];

/** In their order. Of two that overlap, the longer one where it holds the other, and else both. */
export function quotationsIn(text: string): readonly Quotation[] {
  const found = QUOTED.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: whole, 1: quoted, index }) => ({
      text: quoted!,
      start: index,
      end: index + whole.length,
    }))
  ).sort((a, b) => a.start - b.start);
  // Two never begin at the same place, so whatever holds one begins before it.
  let furthest = 0;
  return found.filter(({ end }) => {
    const isHeld = end <= furthest;
    furthest = Math.max(furthest, end);
    return !isHeld;
  });
}
