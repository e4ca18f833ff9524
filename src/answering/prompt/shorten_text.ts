/** Shortens a text that would take too much of a prompt, such as a question: its middle is left out. */

/** Of cl100k_base, in characters. */
const MAX_TOKEN_LENGTH = 128;

export interface ShortenedText {
  /** The beginning and the end, with a mark between them; or the whole text. */
  readonly text: string;
  /** How many characters are left out. */
  readonly leftOut: number;
}

/** The longest that has at most so many tokens. */
export function shortenText(
  text: string,
  most: number,
  count: (text: string) => number,
): ShortenedText {
  if (text.length <= MAX_TOKEN_LENGTH * most && count(text) <= most) return { text, leftOut: 0 };
  let [low, high] = [0, Math.min(text.length - 1, MAX_TOKEN_LENGTH * most)];
  while (low < high) {
    const kept = Math.ceil((low + high) / 2);
    if (count(withoutMiddle(text, kept).text) <= most) low = kept;
    else high = kept - 1;
  }
  return withoutMiddle(text, low);
}

/** Keeps about so many characters: half of them at the beginning, half at the end. Neither ends within a word. */
export function withoutMiddle(text: string, kept: number): ShortenedText {
  if (text.length <= kept) return { text, leftOut: 0 };
  const half = kept >> 1;
  const beginning = text.slice(0, half).replace(/[\ud800-\udbff]$/, "").replace(/(?<=\s)\S{1,100}$/, "").trimEnd();
  const end = half === 0 ? "" : text.slice(-half).replace(/^[\udc00-\udfff]/, "").replace(/^\S{1,100}(?=\s)/, "");
  const leftOut = text.length - beginning.length - end.trimStart().length;
  const mark = `[… ${leftOut.toLocaleString("en-US")} characters are left out here …]`;
  return { text: [beginning, mark, end.trimStart()].filter((part) => part !== "").join("\n"), leftOut };
}
