/**
 * Finds names in code by a piece of them that is typed as one word: `httpresponsecode` for `getHttpResponseCode`. The
 * rules stand in docs/ranking.md, "Other forms of a word".
 */
import type { QueryNode, WordNode } from "../query/syntax.ts";
import { plainWord } from "../query/words.ts";
import { isLetters } from "./spellings.ts";
import type { KnownForms, WordParts } from "./word_forms.ts";

/** The shortest and the longest word that ra divides. */
const MIN_WORD = 6;
const MAX_WORD = 24;
/** The shortest part that is not one of `SMALL_PARTS`. */
const MIN_PART = 3;
const MAX_PARTS = 4;
/** Parts of names that are too short, or stop words, and so are not looked up. */
const SMALL_PARTS: ReadonlySet<string> = new Set(
  "all and any best by can db do done each for from get had has have id if in io ip is it js more most need new no not of off on only or os out own same some than that the then this to ui up use vm was when where will with"
    .split(" "),
);

/** Whether a word may be several parts of a name. */
export function isDivisible(word: string): boolean {
  return word.length >= MIN_WORD && word.length <= MAX_WORD && isLetters(word.toLowerCase());
}

/** The parts of words that the index does not have. */
export async function partsOf(words: readonly WordNode[], known: KnownForms): Promise<WordParts> {
  const out = new Map<QueryNode, string>();
  for (const node of words) {
    const word = plainWord(node.text).toLowerCase();
    const asked = piecesOf(word);
    const found = await known(asked.map((form) => ({ typed: word, forms: [form], begun: [], always: true })));
    const parts = divide(word, new Set([...SMALL_PARTS, ...asked.filter((_, at) => found[at]!.length > 0)]));
    if (parts !== undefined) out.set(node, parts.map((part) => part[0]!.toUpperCase() + part.slice(1)).join(""));
  }
  return out;
}

/** What may be a part of a word. */
function piecesOf(word: string): readonly string[] {
  const out = new Set<string>();
  for (let from = 0; from + MIN_PART <= word.length; from++) {
    for (let end = from + MIN_PART; end <= word.length && end - from <= word.length - 2; end++) {
      out.add(word.slice(from, end));
    }
  }
  return [...out].filter((piece) => !SMALL_PARTS.has(piece));
}

/** The fewest known parts that make a word. Of as many, the shortest part is the longest. */
export function divide(word: string, known: ReadonlySet<string>): readonly string[] | undefined {
  let best: readonly string[] | undefined;
  const shortest = (parts: readonly string[]): number => Math.min(...parts.map(({ length }) => length));
  const go = (from: number, parts: readonly string[]): void => {
    if (from === word.length) {
      const isBetter = best === undefined || parts.length < best.length ||
        parts.length === best.length && shortest(parts) > shortest(best);
      if (isBetter && parts.some((part) => !SMALL_PARTS.has(part))) best = parts;
    } else if (parts.length < MAX_PARTS) {
      for (let end = from + 2; end <= word.length; end++) {
        const part = word.slice(from, end);
        if (known.has(part)) go(end, [...parts, part]);
      }
    }
  };
  go(0, []);
  return best;
}
