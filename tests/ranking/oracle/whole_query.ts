// Section "The whole query" of docs/ranking.md.
import type { PlanNode } from "../../../src/ports/request.ts";
import { type Clause, evaluate, filtered, kept, together } from "./combine.ts";
import { type Index, sum } from "./corpus_index.ts";
import { allOf, type Match, type Matches, withBonus } from "./matches.ts";
import { K1, phraseOccurrences } from "./term.ts";
import { type Chunk, FIELDS, tokensOf } from "./text.ts";
import { ALL, synonyms, word } from "./word.ts";

const PROXIMITY = 0.3;
const DOCUMENT_SCORE = 0.15;
const COVERAGE = 0.4;
const STOP_WORD_WEIGHT = 0.1;

/** Returns one query's matches with their scores, and what they came from. */
export interface AnsweredPart {
  readonly scores: ReadonlyMap<Chunk, number>;
  readonly clauses: readonly Clause[];
  readonly isRelaxed: boolean;
}

export function answer(index: Index, query: PlanNode, mayRelax: boolean): AnsweredPart {
  const clauses = topLevel(index, query);
  const filters = index.request.filters.map((filter) => filtered(index, filter));
  const isStop = ({ word }: Clause): boolean => word?.stop ?? false;
  const optional = mayRelax && !clauses.every(isStop) ? clauses.filter(isStop) : [];
  const required = clauses.filter((clause) => !optional.includes(clause));
  const wanted = clauses.filter(({ word }) => word !== undefined && !word.stop).length;
  let matches = together(index, required, optional, filters);
  const complete =
    [...matches.keys()].filter((chunk) => required.every(({ word }) => word?.exact?.has(chunk) ?? true)).length;
  const isRelaxed = mayRelax && wanted >= 2 && (complete === 0 || (wanted >= 5 && complete < 10));
  if (isRelaxed) matches = relaxed(index, clauses, filters);
  return { scores: withProximityAndDocument(index, matches, clauses), clauses, isRelaxed };
}

function topLevel(index: Index, query: PlanNode): readonly Clause[] {
  const children = "and" in query ? query.and : [query];
  const clauses = children.flatMap((child): readonly Clause[] => {
    const text = typedWord(child);
    if (text === undefined) return [evaluate(index, child, ALL) ?? []].flat();
    const leaf = "word" in child
      ? word(index, child.word, ALL)
      : "any" in child
      ? synonyms(index, child.any, ALL)
      : undefined;
    if (leaf === undefined) return [];
    const stop = index.language.stopWords.includes(text.toLowerCase());
    const share = stop ? STOP_WORD_WEIGHT : 1;
    const scored = new Map([...leaf.matches].map(([chunk, { score, own }]) => [chunk, { score: score * share, own }]));
    return [{ scored, word: { ...leaf, idf: leaf.idf * share, text, stop } }];
  });
  return clauses.length === 0 && children.length > 0 ? [{ scored: new Map() }] : clauses;
}

function relaxed(index: Index, clauses: readonly Clause[], filters: readonly ReadonlySet<Chunk>[]): Matches {
  const words = clauses.flatMap(({ word, scored }) => (word === undefined ? [] : [{ ...word, scored: scored! }]));
  const all = sum(words.map(({ idf }) => idf));
  const some = new Map<Chunk, Match>();
  for (const chunk of index.chunks) {
    const held = words.filter(({ scored }) => scored.has(chunk));
    if (held.every(({ stop }) => stop)) continue;
    const share = sum(held.map(({ idf }) => idf)) / all;
    const score = sum(held.map(({ scored }) => scored.get(chunk)!.score)) * share ** COVERAGE;
    some.set(chunk, { score, own: held.some(({ scored }) => scored.get(chunk)!.own) });
  }
  const fixed = clauses.flatMap(({ word, scored }) => (word === undefined && scored !== undefined ? [scored] : []));
  const matches = fixed.length === 0 ? some : withBonus(allOf(fixed), some);
  return kept(matches, [...clauses.flatMap(({ passing }) => passing ?? []), ...filters]);
}

function withProximityAndDocument(
  index: Index,
  matches: Matches,
  clauses: readonly Clause[],
): ReadonlyMap<Chunk, number> {
  const out = new Map([...matches].map(([chunk, { score }]) => [chunk, score]));
  const words = clauses.flatMap(({ word }) => (word === undefined || word.stop ? [] : [word]));
  words.slice(1).forEach((second, at) => {
    const first = words[at]!;
    if (first.df === 0 || second.df === 0) return;
    for (const stemmer of index.stemmers) {
      for (
        const [chunk, { weight }] of phraseOccurrences(
          index,
          FIELDS,
          tokensOf(index.language, `${first.text} ${second.text}`, stemmer),
        )
      ) {
        const gain = (PROXIMITY * (first.idf + second.idf) * (K1 + 1) * weight) / (K1 + weight);
        if (out.has(chunk)) out.set(chunk, out.get(chunk)! + gain);
      }
    }
  });
  for (const document of index.documents) {
    const chunks = index.chunks.filter((chunk) => chunk.document === document);
    const best = sum(
      clauses.map(({ scored }) => Math.max(0, ...chunks.map((chunk) => scored?.get(chunk)?.score ?? 0))),
    );
    for (const chunk of chunks) {
      if (out.has(chunk)) out.set(chunk, out.get(chunk)! + DOCUMENT_SCORE * best);
    }
  }
  return out;
}

export function typedWord(node: PlanNode): string | undefined {
  return "word" in node ? node.word : "any" in node ? node.any[0]?.[1] : undefined;
}
