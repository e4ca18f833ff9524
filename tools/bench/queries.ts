/** Makes queries as people type them, from the documents themselves. */
import type { Passage } from "./corpus.ts";
import { randomNumbers } from "./random.ts";

export type QueryKind = "one word" | "two words" | "three words" | "phrase" | "typo";

export interface BenchQuery {
  readonly kind: QueryKind;
  /** As typed, without quotes. */
  readonly words: readonly string[];
}

const KINDS: readonly QueryKind[] = ["one word", "two words", "three words", "phrase", "typo"];
const WORD = /\p{L}{4,20}/gu;

/** Makes the same queries for the same passages. All kinds are equally frequent. */
export function makeQueries(passages: readonly Passage[], count: number): readonly BenchQuery[] {
  const random = randomNumbers(11);
  const below = (limit: number): number => Math.floor(random() * limit);
  const usable = passages.filter(({ body }) => phrasesOf(body).length > 0);
  if (usable.length === 0) throw new Error("no passage has words enough for a query");
  return Array.from({ length: count }, (_, index): BenchQuery => {
    const kind = KINDS[index % KINDS.length]!;
    const { body } = usable[below(usable.length)]!;
    const phrases = phrasesOf(body);
    if (kind === "phrase") return { kind, words: phrases[below(phrases.length)]! };
    const words = body.match(WORD)!.map((word) => word.toLowerCase());
    const pick = (): string => words[below(words.length)]!;
    if (kind === "one word") return { kind, words: [pick()] };
    if (kind === "two words") return { kind, words: [pick(), pick()] };
    if (kind === "three words") return { kind, words: [pick(), pick(), pick()] };
    return { kind, words: [misspell(pick(), below), pick()] };
  });
}

/** Finds pairs of words that stand side by side with one space between them. */
function phrasesOf(body: string): readonly (readonly string[])[] {
  return [...body.matchAll(/(?<![\p{L}\p{N}_-])(\p{L}{4,20}) (\p{L}{4,20})(?![\p{L}\p{N}_-])/gu)].map((
    [, first, second],
  ) => [first!, second!]);
}

/** Swaps two neighbouring letters after the first letter. */
function misspell(word: string, below: (limit: number) => number): string {
  const at = 1 + below(word.length - 2);
  return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
}
