/** Finds what an answer puts in quotation marks. */

export interface Quotation {
  /** Without its marks. */
  readonly text: string;
  /** Where it stands in the text that was searched, with its marks. */
  readonly start: number;
  readonly end: number;
}

/** Straight marks may also be inches, minutes and apostrophes, so they count only around words. */
const INSIDE_SINGLE = "(?=[\\p{L}\\p{N}(\\[…])(?!\\d{2}s\\b)((?:[^'‘’‚\\n]|(?<=\\p{L})['’](?=\\p{L}))+?)";
const QUOTED: Readonly<Record<string, RegExp>> = {
  '"': /(?<![\p{L}\p{N}])"(?=\S)([^"]*?\S)"(?![\p{L}\p{N}])/uy,
  "＂": /＂([^＂]+)＂/uy,
  "“": /“([^”“]+)[”"]|“([^”“]+)“/uy,
  "”": /”([^”“]+)”/uy,
  "„": /„([^“”„"]+)[“”"]/uy,
  "‟": /‟([^”‟]+)”/uy,
  "«": /«\s?([^»«]+?)\s?»/uy,
  "»": /»([^»«]+)[«»]/uy,
  "‹": /‹\s?([^›‹]+?)\s?›/uy,
  "›": /›([^›‹]+)‹/uy,
  "「": /「([^」「]+)」/uy,
  "『": /『([^』『]+)』/uy,
  "〝": /〝([^〟〞]+)[〟〞]/uy,
  "'": new RegExp(`(?<![\\p{L}\\p{N}])'${INSIDE_SINGLE}'(?![\\p{L}\\p{N}])`, "uy"),
  "‘": new RegExp(`(?<![\\p{L}\\p{N}])‘${INSIDE_SINGLE}['’](?![\\p{L}\\p{N}])`, "uy"),
  "‚": new RegExp(`(?<![\\p{L}\\p{N}])‚${INSIDE_SINGLE}[‘’'](?![\\p{L}\\p{N}])`, "uy"),
};
const OPENING = new RegExp(`[${Object.keys(QUOTED).join("")}]`, "gu");
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’._/-]*/gu;
/** Fewer words, or characters where words have no spaces, are a name or a label. */
const LEAST_WORDS = 3;
const LEAST_CHARACTERS = 8;

/** In their order. Of two that lie in each other, the outer one. */
export function quotationsIn(text: string): readonly Quotation[] {
  const found: Quotation[] = [];
  OPENING.lastIndex = 0;
  for (let opening = OPENING.exec(text); opening !== null; opening = OPENING.exec(text)) {
    const pattern = QUOTED[opening[0]]!;
    pattern.lastIndex = opening.index;
    const match = pattern.exec(text);
    if (match === null) continue;
    const end = opening.index + match[0].length;
    found.push({ text: match[1] ?? match[2] ?? "", start: opening.index, end });
    OPENING.lastIndex = end;
  }
  return found;
}

/** Whether so many words are said that somebody is quoted. */
export function isQuoted(text: string): boolean {
  const characters = text.match(NO_SPACES)?.length ?? 0;
  if (characters > 0) return characters >= LEAST_CHARACTERS;
  return (text.match(WORD)?.length ?? 0) >= LEAST_WORDS;
}
