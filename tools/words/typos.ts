/** Makes typos of words. */
import { randomFor } from "../relevance/random.ts";

/** The letters of a word, and the place of the mistake. Lists the typos there. */
type Mistake = (word: string, at: number) => readonly string[];

/** Rows of the keyboard. Each stands half a key to the right of the one above it. */
const ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

const MISTAKES = {
  dropped: (word, at) => [word.slice(0, at) + word.slice(at + 1)],
  doubled: (word, at) => [word.slice(0, at + 1) + word.slice(at)],
  replaced: (word, at) => neighbours(word[at]!).map((key) => word.slice(0, at) + key + word.slice(at + 1)),
  swapped: (word, at) => at === 0 ? [] : [word.slice(0, at - 1) + word[at] + word[at - 1] + word.slice(at + 1)],
} satisfies Readonly<Record<string, Mistake>>;

export type MistakeKind = keyof typeof MISTAKES;
export const MISTAKE_KINDS = Object.keys(MISTAKES) as readonly MistakeKind[];

/** Makes a typo of one kind at a place that depends on the seed. Undefined when every place gives a known word. */
export function typoOf(
  word: string,
  kind: MistakeKind,
  seed: string,
  isWord: (text: string) => boolean,
): string | undefined {
  const make: Mistake = MISTAKES[kind];
  const places = Array.from({ length: word.length }, (_, at) => make(word, at))
    .map((typos) => typos.filter((typo) => typo !== word && !isWord(typo)))
    .filter((typos) => typos.length > 0);
  const random = randomFor(seed);
  const oneOf = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  return oneOf(oneOf(places) ?? []);
}

/** Lists the keys that touch a letter's key on a QWERTY keyboard. */
function neighbours(letter: string): readonly string[] {
  const row = ROWS.findIndex((keys) => keys.includes(letter));
  const at = ROWS[row]!.indexOf(letter);
  const touching: readonly (readonly [row: number, at: number])[] = [
    [row, at - 1],
    [row, at + 1],
    [row - 1, at],
    [row - 1, at + 1],
    [row + 1, at - 1],
    [row + 1, at],
  ];
  return touching.flatMap(([row, at]) => ROWS[row]?.[at] ?? []);
}
