// Sections "A word" and "A phrase" of docs/ranking.md.
import { editDistance } from "./edit_distance.ts";
import type { Index } from "./corpus_index.ts";
import { allOf, type Match, type Matches, withBonus } from "./matches.ts";
import { idf, keepBest, phraseOccurrences, termOccurrences } from "./term.ts";
import { type Chunk, type Field, FIELDS, type Token, tokensOf } from "./text.ts";

const FUZZY_DAMPING = 0.4;
const MAX_EXPANSIONS = 50;
const NEAR_FIELDS: readonly Field[] = ["title", "tags", "path_components", "body"];

/** The fields in which to look for a part of a query. */
export interface Scope {
  readonly fields: readonly Field[];
  /** The fields in which to look for near words; none inside negations. */
  readonly near: readonly Field[];
}
export const ALL: Scope = { fields: FIELDS, near: NEAR_FIELDS };

export interface Leaf {
  readonly matches: Matches;
  /** The chunks that hold it: those with its own term or, where the index does not know that, with a near one. */
  readonly held: ReadonlySet<Chunk>;
  readonly df: number;
  readonly idf: number;
  /** For each chunk that matches, the idf that counts in its coverage. */
  readonly counted: ReadonlyMap<Chunk, number>;
}

/** Returns all terms that the parts of a word stand for. */
export function termsOf(index: Index, text: string, scope: Scope): readonly string[] {
  return index.stemmers.flatMap((stemmer) =>
    tokensOf(index.language, text, stemmer).flatMap((token) => {
      const isKnown = termOccurrences(index, scope.fields, token.term).size > 0;
      return [token.term, ...nearTerms(index, token, scope.near, isKnown).map(({ term }) => term)];
    })
  );
}

/** Scores one word of the query under all stemmers, together with its near words. */
function term(index: Index, text: string, part: number, scope: Scope): Leaf {
  const matches = new Map<Chunk, Match>();
  const ownTerm = new Set<Chunk>();
  const best = new Map<Chunk, number>();
  let totalDf = 0;
  let weight = 0;
  for (const stemmer of index.stemmers) {
    const token = tokensOf(index.language, text, stemmer)[part]!;
    const own = termOccurrences(index, scope.fields, token.term);
    totalDf += own.size;
    keepBest(matches, own, idf(index, own.size));
    for (const chunk of own.keys()) ownTerm.add(chunk);
    if (own.size > 0) weight = Math.max(weight, idf(index, own.size));
    for (const { term, distance } of nearTerms(index, token, scope.near, own.size > 0)) {
      const found = termOccurrences(index, scope.fields, term);
      const rarity = Math.min(idf(index, found.size), own.size > 0 ? idf(index, own.size) : Infinity);
      const damped = rarity * FUZZY_DAMPING ** distance;
      keepBest(matches, found, damped);
      for (const chunk of found.keys()) best.set(chunk, Math.max(best.get(chunk) ?? 0, rarity));
      if (own.size === 0) weight = Math.max(weight, damped);
    }
  }
  const counted = new Map(
    [...matches.keys()].map((chunk) => [chunk, ownTerm.has(chunk) ? weight : Math.min(best.get(chunk)!, weight)]),
  );
  const held = totalDf > 0 ? ownTerm : new Set(matches.keys());
  return { matches, held, df: totalDf, idf: weight, counted };
}

function nearTerms(
  index: Index,
  { term, word }: Token,
  fields: readonly Field[],
  isKnown: boolean,
): readonly { term: string; distance: number }[] {
  if (word.length < 4 || word.length > 32 || /[0-9]/.test(word)) return [];
  const most = Math.min(index.request.fuzzy, word.length <= 7 ? 1 : 2);
  const [stemmer, stem] = term.split(":") as [string, string];
  const frequencies = new Map<string, number>();
  for (const chunk of index.chunks) {
    for (const field of fields) {
      // A property that all chunks of a document share counts once.
      if ((field === "tags" || field === "path_components") && !chunk.isFirst) continue;
      for (const found of new Set(chunk.fields[field].tokens.map((token) => token.term))) {
        frequencies.set(found, (frequencies.get(found) ?? 0) + 1);
      }
    }
  }
  const near = [...frequencies].flatMap(([found, frequency]) => {
    const [foundStemmer, foundStem] = found.split(":") as [string, string];
    if (foundStemmer !== stemmer || (isKnown && index.language.stopWords.includes(foundStem))) return [];
    const distance = editDistance(stem, foundStem);
    return distance > 0 && distance <= most ? [{ term: found, distance, frequency }] : [];
  });
  near.sort((a, b) => a.distance - b.distance || b.frequency - a.frequency || (a.term < b.term ? -1 : 1));
  return near.slice(0, MAX_EXPANSIONS);
}

export function word(index: Index, typed: string, scope: Scope): Leaf | undefined {
  const text = withoutClitic(typed);
  const parts = tokensOf(index.language, text, "none").length;
  if (parts === 0) return undefined;
  const leaves = Array.from({ length: parts }, (_, part) => term(index, text, part, scope));
  const matches = allOf(leaves.map((leaf) => leaf.matches));
  if (parts === 1) return leaves[0]!;
  const whole = phrase(index, text, scope.fields)!;
  const counted = new Map(
    [...matches.keys()].map((chunk) => [chunk, Math.max(...leaves.map((leaf) => leaf.counted.get(chunk)!))]),
  );
  return {
    matches: withBonus(matches, whole.matches),
    held: new Set(index.chunks.filter((chunk) => leaves.every((leaf) => leaf.held.has(chunk)))),
    df: whole.df,
    idf: Math.max(...leaves.map((leaf) => leaf.idf)),
    counted,
  };
}

/** English short forms add nothing to what a word is about. */
export function withoutClitic(text: string): string {
  return text.replace(/(?<=[a-z0-9])['’](?:s|re|ve|ll|d|m)$/i, "");
}

export function phrase(
  index: Index,
  text: string,
  scope: readonly Field[],
): { readonly matches: Matches; readonly df: number } | undefined {
  const matches = new Map<Chunk, Match>();
  let df = 0;
  for (const stemmer of index.stemmers) {
    const tokens = tokensOf(index.language, text, stemmer);
    if (tokens.length === 0) return undefined;
    const found = tokens.length > 1
      ? phraseOccurrences(index, scope, tokens)
      : new Map([...termOccurrences(index, scope, tokens[0]!.term)].filter(([, { own }]) => own));
    keepBest(matches, found, idf(index, found.size));
    df += found.size;
  }
  return { matches, df };
}

export function synonyms(
  index: Index,
  alternatives: readonly (readonly [number, string])[],
  scope: Scope,
): Leaf | undefined {
  const leaves = alternatives.flatMap(([weight, text]) => {
    const leaf = word(index, text, scope);
    return leaf === undefined ? [] : [{ weight, leaf }];
  });
  const first = leaves[0];
  if (first === undefined) return undefined;
  const idf = Math.max(first.leaf.idf, ...leaves.slice(1).map((other) => other.weight * other.leaf.idf));
  const held = new Set(leaves.flatMap(({ leaf }) => [...leaf.held]));
  const matches = new Map<Chunk, Match>();
  const counted = new Map<Chunk, number>();
  for (const { weight, leaf } of leaves) {
    for (const [chunk, match] of leaf.matches) {
      const before = matches.get(chunk);
      matches.set(chunk, {
        score: Math.max(before?.score ?? 0, match.score * weight),
        own: (before?.own ?? false) || match.own,
      });
      const near = Math.min(idf, weight * leaf.counted.get(chunk)!);
      counted.set(chunk, held.has(chunk) ? idf : Math.max(counted.get(chunk) ?? 0, near));
    }
  }
  return { matches, held, df: first.leaf.df, idf, counted };
}
