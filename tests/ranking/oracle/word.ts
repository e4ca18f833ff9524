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
  /** The terms that it stands for, if it is the beginning of words, and none if its own term is only near to it. */
  readonly standsFor?: ReadonlySet<string>;
}

/** Returns all terms that the parts of a word stand for. */
export function termsOf(index: Index, text: string, scope: Scope): readonly string[] {
  return partsOf(index, text).flatMap((tokens) => termsOfPart(index, tokens, scope));
}

function termsOfPart(index: Index, tokens: readonly Token[], scope: Scope): readonly string[] {
  const { near } = nearOf(index, tokens, scope);
  return tokens.flatMap((token) => [token.term, ...near.get(token)!.map(({ term }) => term)]);
}

/** Returns all terms that the beginning of a word stands for: no near words of its last part, if words begin so. */
export function termsBegunBy(index: Index, text: string, scope: Scope): readonly string[] {
  const parts = partsOf(index, text);
  return parts.flatMap((tokens, part) => {
    const begun = part + 1 < parts.length ? [] : [...begunTerms(index, tokens, scope)];
    const isFound = begun.some((term) => termOccurrences(index, scope.fields, term).size > 0);
    return isFound ? begun : termsOfPart(index, tokens, scope);
  });
}

/** The tokens of each part of a word, under each stemmer. */
function partsOf(index: Index, text: string): readonly (readonly Token[])[] {
  const byStemmer = analysed(index, text);
  return (byStemmer[0] ?? []).map((_, part) => byStemmer.map((tokens) => tokens[part]!));
}

/** The tokens of a text under each stemmer. */
function analysed(index: Index, text: string): readonly (readonly Token[])[] {
  return index.stemmers.map((stemmer) => tokensOf(index.language, text, stemmer));
}

/** Scores one word of the query under all stemmers, together with its near words. */
function term(index: Index, text: string, part: number, scope: Scope): Leaf {
  const matches = new Map<Chunk, Match>();
  const ownTerm = new Set<Chunk>();
  const best = new Map<Chunk, number>();
  const tokens = analysed(index, text).map((tokens) => tokens[part]!);
  const { near, isUnknown } = nearOf(index, tokens, scope);
  let totalDf = 0;
  let weight = 0;
  for (const token of isUnknown ? [] : tokens) {
    const own = termOccurrences(index, scope.fields, token.term);
    totalDf += own.size;
    keepBest(matches, own, idf(index, own.size));
    for (const chunk of own.keys()) ownTerm.add(chunk);
    if (own.size > 0) weight = Math.max(weight, idf(index, own.size));
  }
  const highest = totalDf > 0 ? weight : Infinity;
  for (const token of tokens) {
    const rarities = near.get(token)!.map(({ term }) => idf(index, termOccurrences(index, scope.fields, term).size));
    const rarity = Math.min(...rarities, highest);
    for (const [term, likelihood] of likelihoods(near.get(token)!)) {
      const found = termOccurrences(index, scope.fields, term);
      const damped = rarity * likelihood;
      keepBest(matches, found, damped);
      for (const chunk of found.keys()) best.set(chunk, Math.max(best.get(chunk) ?? 0, rarity));
      if (totalDf === 0) weight = Math.max(weight, damped);
    }
  }
  const counted = new Map(
    [...matches.keys()].map((chunk) => [chunk, ownTerm.has(chunk) ? weight : Math.min(best.get(chunk)!, weight)]),
  );
  const held = totalDf > 0 ? ownTerm : new Set(matches.keys());
  return { matches, held, df: totalDf, idf: weight, counted, ...(isUnknown ? { standsFor: new Set() } : {}) };
}

interface NearTerm {
  readonly term: string;
  readonly cost: number;
  readonly frequency: number;
}

/** The near terms of a word under each stemmer, and whether the index counts as not knowing the word. */
function nearOf(
  index: Index,
  tokens: readonly Token[],
  scope: Scope,
): { readonly near: ReadonlyMap<Token, readonly NearTerm[]>; readonly isUnknown: boolean } {
  const dfs = tokens.map((token) => termOccurrences(index, scope.fields, token.term).size);
  const known = dfs.some((df) => df > 0);
  const found = tokens.map((token) => nearTerms(index, token, scope.near, known));
  const isUnknown = known &&
    found.every(({ others, own }, at) => dfs[at] === 0 || (others[0]?.cost ?? Infinity) < (own?.cost ?? 0));
  const near = found.map(({ others, own }) => isUnknown && own !== undefined ? [...others, own] : others);
  return { near: new Map(tokens.map((token, at) => [token, near[at]!])), isUnknown };
}

/** Is a word written in a form that is not its stem, which the index keeps? */
function isForm({ term, word }: Token): boolean {
  const [stemmer, stem] = term.split(":");
  return stemmer !== "none" && word !== stem && /^[^0-9]{3,34}$/.test(word);
}

function nearTerms(
  index: Index,
  { term, word }: Token,
  fields: readonly Field[],
  known: boolean,
): { readonly others: readonly NearTerm[]; readonly own: NearTerm | undefined } {
  const { fuzzy } = index.request;
  const isShort = word.length === 3;
  const isLeft = word.length < (known ? 4 : 3) || word.length > 32 || /[0-9]/.test(word);
  const most = Math.min(fuzzy > 0 && word.length >= 12 ? fuzzy + 1 : fuzzy, word.length <= 7 ? 1 : 2);
  if (isLeft || most === 0 || fields.length === 0) return { others: [], own: undefined };
  const [stemmer, stem] = term.split(":") as [string, string];
  const isNear = (one: string, other: string): boolean => {
    const distance = editDistance(one, other);
    return distance > 0 && distance <= most;
  };
  const frequencies = new Map<string, number>();
  const costs = new Map<string, number>();
  const add = (found: string, cost: number): unknown => costs.set(found, Math.min(costs.get(found) ?? Infinity, cost));
  let ownCost = 1;
  let isWritten = false;
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
        if (foundStemmer !== stemmer) continue;
        const isNearForm = isForm(token) && isNear(word, token.word);
        if (token.term === term) {
          isWritten ||= isForm(token) && token.word === word;
          if (isNearForm) ownCost = Math.min(ownCost, editCost(word, token.word));
          continue;
        }
        for (const typed of stem.length < 3 ? [word] : [stem, word]) {
          if (isNear(typed, foundStem)) add(token.term, editCost(typed, foundStem));
        }
        if (isNearForm) add(token.term, editCost(word, token.word));
      }
    }
  }
  const others = [...costs].flatMap(([found, cost]): readonly NearTerm[] => {
    const frequency = frequencies.get(found) ?? 0;
    const isStop = known && index.language.stopWords.includes(found.split(":")[1]!);
    const isTooShort = isShort && found.split(":")[1]!.length <= 3 && !isSwap(word, found.split(":")[1]!);
    return frequency === 0 || isStop || isTooShort ? [] : [{ term: found, cost, frequency }];
  });
  others.sort((a, b) => a.cost - b.cost || b.frequency - a.frequency || (a.term < b.term ? -1 : 1));
  const mayMislead = stemmer === "english" && word === `${stem}e` && !isWritten;
  const own = mayMislead ? { term, cost: ownCost, frequency: frequencies.get(term) ?? 0 } : undefined;
  return { others: others.slice(0, MAX_EXPANSIONS), own };
}

/** Do two neighbouring letters of one word stand swapped in the other? */
function isSwap(one: string, other: string): boolean {
  return [...one].sort().join() === [...other].sort().join() && editDistance(one, other) === 1;
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

/** Scores the chunks that have a word which begins so. */
export function beginning(index: Index, text: string, scope: Scope): Leaf | undefined {
  const parts = tokensOf(index.language, text, "none").length;
  if (parts === 0) return undefined;
  const leaves = Array.from(
    { length: parts },
    (_, part) => part + 1 < parts ? term(index, text, part, scope) : begunTerm(index, text, part, scope),
  );
  if (parts === 1) return leaves[0]!;
  const matches = allOf(leaves.map((leaf) => leaf.matches));
  return {
    matches,
    held: new Set(index.chunks.filter((chunk) => leaves.every((leaf) => leaf.held.has(chunk)))),
    df: Math.min(...leaves.map((leaf) => leaf.df)),
    idf: Math.max(...leaves.map((leaf) => leaf.idf)),
    counted: new Map(
      [...matches.keys()].map((chunk) => [chunk, Math.max(...leaves.map((leaf) => leaf.counted.get(chunk)!))]),
    ),
  };
}

function begunTerm(index: Index, text: string, part: number, scope: Scope): Leaf {
  const tokens = analysed(index, text).map((tokens) => tokens[part]!);
  const begun = begunTerms(index, tokens, scope);
  const sums = new Map<Chunk, { weight: number; own: boolean }>();
  for (const found of [...begun].sort().map((term) => termOccurrences(index, scope.fields, term))) {
    for (const [chunk, { weight, own }] of found) {
      const before = sums.get(chunk);
      sums.set(chunk, { weight: (before?.weight ?? 0) + weight, own: (before?.own ?? false) || own });
    }
  }
  if (sums.size === 0) return term(index, text, part, scope);
  const matches = new Map<Chunk, Match>();
  const weight = idf(index, sums.size);
  keepBest(matches, sums, weight);
  for (const token of tokens.filter((token) => begun.has(token.term))) {
    const own = termOccurrences(index, scope.fields, token.term);
    keepBest(matches, own, idf(index, own.size));
  }
  const held = new Set(matches.keys());
  return {
    matches,
    held,
    df: sums.size,
    idf: weight,
    counted: new Map([...held].map((chunk) => [chunk, weight])),
    standsFor: begun,
  };
}

/** The terms of words that begin as these tokens do, by their stems or by how they are written. */
function begunTerms(index: Index, tokens: readonly Token[], scope: Scope): ReadonlySet<string> {
  const stems: readonly Field[] = scope.fields.length > 1 ? NEAR_FIELDS : scope.fields;
  const out = new Set<string>();
  for (const { term, word } of tokens) {
    const stemmer = term.split(":")[0]!;
    for (const { fields } of index.chunks) {
      for (const field of FIELDS) {
        for (const token of fields[field].tokens) {
          const isOfField = stems.includes(field) && token.term.startsWith(`${stemmer}:${word}`);
          const isWritten = NEAR_FIELDS.includes(field) && token.term.startsWith(`${stemmer}:`) && isForm(token) &&
            token.word.startsWith(word);
          if (isOfField || isWritten) out.add(token.term);
        }
      }
    }
  }
  return out;
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
