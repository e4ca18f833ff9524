/** Tells in which other ways a word may be written. What the index has of them decides which count. */

/** The forms of a word with digits, signs or initials, and texts whose longer ends may be forms. */
interface Spellings {
  readonly forms: readonly string[];
  readonly begun: readonly string[];
}

// Letters of alphabets that write words apart: Latin, Greek, Cyrillic. A runtime takes a millisecond for `\p{L}`.
const LETTER = "a-z\\u00df-\\u00f6\\u00f8-\\u024f\\u0370-\\u03ff\\u0400-\\u052f";
const SIGN = "-_/.,'’+#";

const WORD = new RegExp(`^[${LETTER}0-9.]+$`);
const SIGNED = new RegExp(`^[${LETTER}0-9](?:[${LETTER}0-9${SIGN}]*[${LETTER}0-9])?$`);
const LETTERS = new RegExp(`^[${LETTER}]+$`);
const SIGNS = new RegExp(`[${SIGN}]`, "g");
/** Between a letter and a digit. */
const BORDER = new RegExp(`(?<=[${LETTER}])(?=[0-9])|(?<=[0-9])(?=[${LETTER}])`, "g");
const VERSION = /^v?(\d+(?:\.\d+)+)((?:[-+.]?[a-z]+[-.]?\d*)*)$/;

/** A longer word is a checksum, a key, or a path. */
const MAX_LENGTH = 40;
const MAX_BORDERS = 4;

/** A quoted version without its `v`, or with one. Undefined for any other text. */
export function otherVersion(text: string): string | undefined {
  return VERSION.test(text.toLowerCase()) ? spellingsOf(text).forms[0] : undefined;
}

export function isLetters(word: string): boolean {
  return LETTERS.test(word);
}

export function isPlainWord(word: string): boolean {
  return WORD.test(word.toLowerCase());
}

export function spellingsOf(word: string): Spellings {
  const text = word.toLowerCase();
  if (text.length > MAX_LENGTH || !SIGNED.test(text)) return { forms: [], begun: [] };
  const version = VERSION.exec(text);
  if (version !== null) {
    const number = version[1]! + version[2]!;
    return { forms: [text.startsWith("v") ? number : `v${number}`], begun: /\d$/.test(text) ? [text] : [] };
  }
  const bare = text.replace(SIGNS, "");
  const hasDigit = /\d/.test(bare);
  const forms = bare === text ? ofWhole(text) : [bare];
  const isKey = bare.split(BORDER).length - 1 > MAX_BORDERS;
  return { forms, begun: hasDigit && !isKey && !/^\d+$/.test(bare) ? [bare] : [] };
}

/** English nouns whose plural no stemmer leads back to them. */
const PLURALS: readonly (readonly [one: string, several: string])[] = [
  ...[["child", "children"], ["mouse", "mice"], ["goose", "geese"], ["foot", "feet"], ["tooth", "teeth"]] as const,
  ...[["man", "men"], ["woman", "women"], ["person", "people"], ["ox", "oxen"], ["die", "dice"]] as const,
  ...[["index", "indices"], ["vertex", "vertices"], ["matrix", "matrices"], ["appendix", "appendices"]] as const,
  ...[["axis", "axes"], ["crisis", "crises"], ["criterion", "criteria"], ["phenomenon", "phenomena"]] as const,
  ...[["leaf", "leaves"], ["knife", "knives"], ["half", "halves"], ["shelf", "shelves"], ["medium", "media"]] as const,
  ...[["schema", "schemata"], ["stimulus", "stimuli"], ["radius", "radii"], ["nucleus", "nuclei"]] as const,
];
const NUMBERS: ReadonlyMap<string, string> = new Map(
  PLURALS.flatMap(([one, several]) => [[one, several], [several, one]] as const),
);

/** The forms of a word without signs. */
function ofWhole(text: string): readonly string[] {
  const other = NUMBERS.get(text);
  if (other !== undefined) return [other];
  if (/^0x[0-9a-f]{4,}$/.test(text)) return [text.slice(2)];
  if (/^\d+$/.test(text)) {
    return [...text.length > 3 ? [inThrees(text)] : [], ...text.length >= 6 ? [`0x${text}`] : []];
  }
  if (LETTERS.test(text)) return text.length >= 2 && text.length <= 5 ? [[...text].join(" ")] : [];
  const parts = text.split(BORDER);
  return parts.length - 1 <= MAX_BORDERS ? [parts.join(" ")] : [];
}

/** `1 000 000` for `1000000`. */
function inThrees(digits: string): string {
  return digits.replace(/(?<=\d)(?=(?:\d{3})+$)/g, " ");
}

/** The shortest and the longest word that two make: of longer ones, there are too many. */
const MIN_WHOLE = 5;
const MAX_WHOLE = 24;
/** The shortest part. */
const MIN_PART = 2;

/** The ways to divide a word of letters into two. */
export function splitsOf(word: string): readonly (readonly [string, string])[] {
  const text = word.toLowerCase();
  if (text.length < MIN_WHOLE || text.length > MAX_WHOLE || !LETTERS.test(text)) return [];
  const ends = Array.from({ length: text.length - 2 * MIN_PART + 1 }, (_, at) => at + MIN_PART);
  return ends.map((end) => [text.slice(0, end), text.slice(end)] as const);
}
