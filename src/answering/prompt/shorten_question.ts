/** Shortens a question that would take too much of a prompt: its middle is left out. */

/** Of cl100k_base, in characters. */
const MAX_TOKEN_LENGTH = 128;

export interface ShortenedQuestion {
  /** The beginning and the end, with a mark between them; or the whole question. */
  readonly text: string;
  /** How many characters are left out. */
  readonly leftOut: number;
}

/** The longest that has at most so many tokens. */
export function shortenQuestion(
  question: string,
  most: number,
  count: (text: string) => number,
): ShortenedQuestion {
  if (question.length <= MAX_TOKEN_LENGTH * most && count(question) <= most) return { text: question, leftOut: 0 };
  let [low, high] = [0, Math.min(question.length - 1, MAX_TOKEN_LENGTH * most)];
  while (low < high) {
    const kept = Math.ceil((low + high) / 2);
    if (count(withoutMiddle(question, kept).text) <= most) low = kept;
    else high = kept - 1;
  }
  return withoutMiddle(question, low);
}

/** Keeps about so many characters: half of them at the beginning, half at the end. Neither ends within a word. */
export function withoutMiddle(question: string, kept: number): ShortenedQuestion {
  if (question.length <= kept) return { text: question, leftOut: 0 };
  const half = kept >> 1;
  const beginning = question.slice(0, half).replace(/[\ud800-\udbff]$/, "").replace(/(?<=\s)\S{1,100}$/, "").trimEnd();
  const end = half === 0 ? "" : question.slice(-half).replace(/^[\udc00-\udfff]/, "").replace(/^\S{1,100}(?=\s)/, "");
  const leftOut = question.length - beginning.length - end.trimStart().length;
  const mark = `[… ${leftOut.toLocaleString("en-US")} characters of the question are left out here …]`;
  return { text: [beginning, mark, end.trimStart()].filter((part) => part !== "").join("\n"), leftOut };
}
