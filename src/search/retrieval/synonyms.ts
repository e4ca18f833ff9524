/** Applies the synonyms of `[search.synonyms]`. */
import type { PlanNode } from "../ports/request.ts";
import type { QueryNode } from "../query/syntax.ts";
import { plainWord } from "../query/words.ts";
import { FORM_WEIGHT } from "./word_forms.ts";

/** How much a match of a synonym counts, relative to a match of the word itself. */
const SYNONYM_WEIGHT = 0.8;

/** The synonyms of a word; empty when it has none. */
export type Synonyms = (word: string) => readonly string[];

/**
 * Looks words up without regard to letter case or the encoding of accents. Entries that are equal in this sense are
 * merged.
 */
export function createSynonyms(table: Readonly<Record<string, readonly string[]>>): Synonyms {
  const byWord = new Map<string, string[]>();
  for (const [word, others] of Object.entries(table)) {
    const known = byWord.get(folded(word)) ?? [];
    const given = others.map((other) => other.trim()).filter((other) => other !== "" && folded(other) !== folded(word));
    byWord.set(folded(word), [...new Set([...known, ...given])]);
  }
  return (word) => byWord.get(folded(word)) ?? [];
}

/** Plans a bare word: by itself, or with its synonyms, its other forms and its parts, which count less. */
export function planWord(
  word: string,
  synonyms: readonly string[],
  forms: readonly string[] = [],
  inParts?: string,
): PlanNode {
  const others = inParts === undefined ? synonyms : [...synonyms, inParts];
  const alternatives = [[1, word], ...others.map((other) => [SYNONYM_WEIGHT, other] as const)] as const;
  if (forms.length > 0) return { forms: [alternatives, forms.map((form) => [FORM_WEIGHT, form] as const)] };
  return others.length === 0 ? { word } : { any: alternatives };
}

/** The synonyms that a query uses, by word. Phrases, negated words and words of a field use none. */
export function synonymsUsed(query: QueryNode, synonyms: Synonyms): Readonly<Record<string, readonly string[]>> {
  switch (query.kind) {
    case "word": {
      const word = plainWord(query.text);
      const others = synonyms(word);
      return others.length === 0 ? {} : Object.fromEntries([[word, others]]);
    }
    case "and":
    case "or":
      return Object.fromEntries(query.children.flatMap((child) => Object.entries(synonymsUsed(child, synonyms))));
    case "must":
    case "boost":
      return synonymsUsed(query.child, synonyms);
    default:
      return {};
  }
}

function folded(word: string): string {
  return word.normalize("NFC").toLowerCase();
}
