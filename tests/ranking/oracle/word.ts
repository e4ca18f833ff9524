// Sections "A word" and "A phrase" of docs/ranking.md.
import { editCost } from "./edit_cost.ts";
import { editDistance } from "./edit_distance.ts";
import type { Index } from "./corpus_index.ts";
import { allOf, type Match, type Matches, withBonus } from "./matches.ts";
import { idf, keepBest, phraseOccurrences, termOccurrences } from "./term.ts";
import { type Chunk, type Field, FIELDS, type Token, tokensOf } from "./text.ts";

const FUZZY_DAMPING = 0.4;
const MAX_EXPANSIONS = 50;
const ANY_FREQUENCY = 0.7;
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
      const { size } = termOccurrences(index, scope.fields, token.term);
      return [token.term, ...nearTerms(index, token, scope.near, size).map(({ term }) => term)];
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
    const near = nearTerms(index, token, scope.near, own.size);
    const rarities = near.map(({ term }) => idf(index, termOccurrences(index, scope.fields, term).size));
    const rarity = Math.min(...rarities, own.size > 0 ? idf(index, own.size) : Infinity);
    for (const [term, likelihood] of likelihoods(near)) {
      const found = termOccurrences(index, scope.fields, term);
      const damped = rarity * likelihood;
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

interface NearTerm {
  readonly term: string;
  readonly cost: number;
  readonly frequency: number;
}

function nearTerms(
  index: Index,
  { term, word }: Token,
  fields: readonly Field[],
  df: number,
): readonly NearTerm[] {
  if (word.length < 4 || word.length > 32 || /[0-9]/.test(word)) return [];
  const { fuzzy } = index.request;
  const most = Math.min(fuzzy > 0 && word.length >= 12 ? fuzzy + 1 : fuzzy, word.length <= 7 ? 1 : 2);
  const [stemmer, stem] = term.split(":") as [string, string];
  const isNear = (one: string, other: string): boolean => {
    const distance = editDistance(one, other);
    return distance > 0 && distance <= most;
  };
  const frequencies = new Map<string, number>();
  const costs = new Map<string, number>();
  const add = (found: string, cost: number): unknown => costs.set(found, Math.min(costs.get(found) ?? Infinity, cost));
  for (const chunk of index.chunks) {
    for (const field of new Set([...fields, ...NEAR_FIELDS])) {
      // A property that all chunks of a document share counts once.
      if ((field === "tags" || field === "path" || field === "path_components") && !chunk.isFirst) continue;
      const tokens = chunk.fields[field].tokens;
      for (const found of fields.includes(field) ? new Set(tokens.map((token) => token.term)) : []) {
        frequencies.set(found, (frequencies.get(found) ?? 0) + 1);
      }
      for (const token of tokens) {
        const [foundStemmer, foundStem] = token.term.split(":") as [string, string];
        if (foundStemmer !== stemmer || token.term === term) continue;
        for (const typed of [stem, word]) if (isNear(typed, foundStem)) add(token.term, editCost(typed, foundStem));
        const isForm = stemmer !== "none" && token.word !== foundStem && /^[^0-9]{3,34}$/.test(token.word);
        if (isForm && isNear(word, token.word)) add(token.term, editCost(word, token.word));
      }
    }
  }
  const near = [...costs].flatMap(([found, cost]): readonly NearTerm[] => {
    const frequency = frequencies.get(found) ?? 0;
    const isStop = df > 0 && index.language.stopWords.includes(found.split(":")[1]!);
    return frequency === 0 || isStop ? [] : [{ term: found, cost, frequency }];
  });
  near.sort((a, b) => a.cost - b.cost || b.frequency - a.frequency || (a.term < b.term ? -1 : 1));
  return near.slice(0, MAX_EXPANSIONS);
}

/** How much near words count beside each other: less for each edit, and for being rarer. */
function likelihoods(near: readonly NearTerm[]): ReadonlyMap<string, number> {
  const most = Math.max(...near.map(({ frequency }) => frequency));
  return new Map(near.map(({ term, cost, frequency }) => [
    term,
    FUZZY_DAMPING ** cost * (ANY_FREQUENCY + ((1 - ANY_FREQUENCY) * Math.log(1 + frequency)) / Math.log(1 + most)),
  ]));
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
