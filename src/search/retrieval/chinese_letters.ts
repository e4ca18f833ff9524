/**
 * Finds Chinese words in the script in which the index has them: `安裝` for `安装`, and the reverse. The rules stand in
 * docs/ranking.md, "Chinese scripts".
 */
import type { TermStatistics } from "../ports/retriever.ts";
import type { WordReport } from "../ports/plan.ts";
import type { QueryNode, WordNode } from "../query/syntax.ts";
import type { OtherLetters } from "./word_forms.ts";

/** Tells how common words are in the index. */
type KnownWords = (words: readonly string[]) => Promise<ReadonlyMap<string, TermStatistics>>;

type Reported = Pick<WordReport, "word" | "df" | "stop">;

/** What the index compares of a word: two letters side by side, or a letter that stands alone. */
export interface LetterPiece {
  /** The place of its first letter in the word. */
  readonly at: number;
  readonly count: 1 | 2;
}

interface DividedWord {
  readonly node: WordNode;
  readonly letters: readonly string[];
  readonly pieces: readonly LetterPiece[];
}

const HAN = /[\u3400-\u9fff\u{20000}-\u{3ffff}]/u;

/** The words of which the index has some pairs of letters in the other script alone, with these letters. */
export async function otherLetters(
  parts: readonly { readonly node: QueryNode }[],
  reported: readonly Reported[],
  known: KnownWords,
): Promise<OtherLetters> {
  const out = new Map<QueryNode, string>();
  const words = parts.flatMap(({ node }) => wordsIn(node)).map((node) => divided(node, reported));
  const asked = words.flatMap(({ letters, pieces }) => pieces.map((piece) => textOf(piece, letters)));
  const typed = await dfOf(asked, known, new Map(reported.map(({ word, df }) => [word, df])));
  const lacking = words.filter(({ letters, pieces }) => pieces.some((piece) => typed(textOf(piece, letters)) === 0));
  if (lacking.length === 0) return out;
  const lettersOf = await (await import("../../text/chinese_scripts.ts")).chineseScripts();
  const choices = lacking.map((word) => choicesOf(word, typed, lettersOf));
  const df = await dfOf(
    lacking.flatMap(({ pieces }, at) => pieces.flatMap((piece) => ways(piece, choices[at]!))),
    known,
  );
  for (const [at, { node, pieces }] of lacking.entries()) {
    const found = bestLetters(choices[at]!, pieces, df).join("");
    if (found !== node.text) out.set(node, found);
  }
  return out;
}

/** The words that have to match. Those of a field, a negation or a `*` mean what they say. */
function wordsIn(node: QueryNode): readonly WordNode[] {
  switch (node.kind) {
    case "word":
      return node.prefix !== "star" && HAN.test(node.text) ? [node] : [];
    case "and":
    case "or":
      return node.children.flatMap(wordsIn);
    case "must":
    case "boost":
      return wordsIn(node.child);
    default:
      return [];
  }
}

/** A word with its pairs as the core reports them. Of a word that it takes as a whole, every pair counts. */
function divided(node: WordNode, reported: readonly Reported[]): DividedWord {
  const letters = [...node.text];
  const isHan = letters.map((letter) => HAN.test(letter));
  const pairs = isHan.flatMap((own, at): LetterPiece[] => own && isHan[at + 1] === true ? [{ at, count: 2 }] : []);
  const isPart = (at: number, some: readonly LetterPiece[]): boolean =>
    some.some((pair) => pair.at === at || pair.at === at - 1);
  const isReported = new Map(reported.map(({ word, stop }) => [word, !stop]));
  const ofCore = pairs.filter((pair) => isReported.get(textOf(pair, letters)) === true);
  const singles = isHan.flatMap((own, at): LetterPiece[] => own ? [{ at, count: 1 }] : []);
  const alone = singles.filter(({ at }) => isReported.get(letters[at]!) === true && !isPart(at, ofCore));
  if (isReported.has(node.text) && !isReported.get(node.text)) return { node, letters, pieces: [] };
  const pieces = ofCore.length + alone.length > 0
    ? [...ofCore, ...alone]
    : [...pairs, ...singles.filter(({ at }) => !isPart(at, pairs))];
  return { node, letters, pieces };
}

function textOf({ at, count }: LetterPiece, letters: readonly string[]): string {
  return letters.slice(at, at + count).join("");
}

/** The df of words, some of which are told already. */
async function dfOf(
  words: readonly string[],
  known: KnownWords,
  told: ReadonlyMap<string, number> = new Map(),
): Promise<(word: string) => number> {
  const asked = [...new Set(words)].filter((word) => !told.has(word));
  const statistics = asked.length === 0 ? undefined : await known(asked);
  return (word) => told.get(word) ?? statistics?.get(word)?.df ?? 0;
}

/** What may stand at the place of each letter: itself alone where the index has a pair with it. */
function choicesOf(
  { letters, pieces }: DividedWord,
  df: (word: string) => number,
  lettersOf: (letter: string) => readonly string[],
): readonly (readonly string[])[] {
  const free = new Set<number>();
  for (const { at, count } of pieces) for (let place = at; place < at + count; place++) free.add(place);
  for (const piece of pieces) {
    if (df(textOf(piece, letters)) === 0) continue;
    for (let place = piece.at; place < piece.at + piece.count; place++) free.delete(place);
  }
  return letters.map((letter, at) => free.has(at) ? [letter, ...lettersOf(letter)] : [letter]);
}

/** The texts that a piece may have. */
function ways({ at, count }: LetterPiece, choices: readonly (readonly string[])[]): readonly string[] {
  return count === 1 ? choices[at]! : choices[at]!.flatMap((first) => choices[at + 1]!.map((second) => first + second));
}

/** How good letters are: the pieces that the index has, the sum of their df, and how few letters are not as typed. */
type Worth = readonly [known: number, df: number, kept: number];

/**
 * One of the choices for each letter, the first of which is the letter as typed: those with which the index has most
 * pieces; among equals the most frequent ones, then those that are closest to what was typed.
 */
export function bestLetters(
  choices: readonly (readonly string[])[],
  pieces: readonly LetterPiece[],
  df: (word: string) => number,
): readonly string[] {
  const has = (count: number): ReadonlySet<number> =>
    new Set(pieces.filter((piece) => piece.count === count).map(({ at }) => at));
  const [alone, pairs] = [has(1), has(2)];
  const worthOf = (word: string): Worth => [df(word) > 0 ? 1 : 0, df(word), 0];
  // The best letters up to a place, for each choice there.
  let ends: readonly { readonly worth: Worth; readonly letters: readonly string[] }[] = [
    { worth: [0, 0, 0], letters: [] },
  ];
  for (const [at, letters] of choices.entries()) {
    ends = letters.map((letter, nth) => {
      const own = sum([0, 0, nth === 0 ? 1 : 0], alone.has(at) ? worthOf(letter) : [0, 0, 0]);
      const ways = ends.map((end) => {
        const pair = pairs.has(at - 1) ? worthOf(end.letters.at(-1)! + letter) : [0, 0, 0] as const;
        return { worth: sum(sum(end.worth, own), pair), letters: [...end.letters, letter] };
      });
      return best(ways);
    });
  }
  return best(ends).letters;
}

function sum(a: Worth, b: Worth): Worth {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** The first one of the highest worth. */
function best<W extends { readonly worth: Worth }>(ways: readonly W[]): W {
  return ways.reduce((so, way) => {
    const at = way.worth.findIndex((value, nth) => value !== so.worth[nth]);
    return at >= 0 && way.worth[at]! > so.worth[at]! ? way : so;
  });
}
