// Section "The whole query" of docs/ranking.md.
import { forms } from "./forms.ts";
import { wordsAsTyped } from "./as_typed.ts";
import type { PlanNode } from "../../../src/search/ports/request.ts";
import { type Clause, evaluate, filtered } from "./combine.ts";
import { type Index, sum } from "./corpus_index.ts";
import { documentScores } from "./document_score.ts";
import { feedback } from "./feedback.ts";
import { headingShare } from "./heading_share.ts";
import { allOf, type Matches } from "./matches.ts";
import { neighbours } from "./neighbours.ts";
import type { Chunk } from "./text.ts";
import { ALL, beginning, type Leaf, synonyms, withoutClitic, word } from "./word.ts";

const COVERAGE = 0.4;
const ALL_HELD = 1.3;
const STOP_WORD_SHARE = 0.1;
const TASK_WORD_SHARE = 0.5;

/** A bare word. Its scores and idf are multiplied by its share and by n of `^n`. */
export interface BareWord extends Leaf {
  readonly text: string;
  readonly share: number;
  readonly factor: number;
  readonly isRequired: boolean;
  /** Is it marked with `+`? */
  readonly must: boolean;
}

/** The parts of a chunk's score for one query or, added up, for several. */
export interface Parts {
  readonly words: number;
  readonly neighbours: number;
  readonly document: number;
  readonly heading: number;
  readonly feedback: number;
}

export interface AnsweredQuery {
  readonly parts: ReadonlyMap<Chunk, Parts>;
  /** The chunks that only feedback found. */
  readonly entered: ReadonlySet<Chunk>;
  readonly words: readonly BareWord[];
}

export function answer(index: Index, query: PlanNode, all: boolean): AnsweredQuery {
  const children = "and" in query ? query.and : [query];
  const words = bareWords(index, children);
  const others = children.filter((child) => typedWord(child) === undefined).flatMap((child) =>
    evaluate(index, child, ALL) ?? []
  );
  const conditions = conditionsOf(index, words, others, all);
  const isEmpty = children.length > 0 && words.length === 0 && others.length === 0;
  const own = isEmpty ? new Map<Chunk, number>() : candidates(index, words, others, conditions);
  const hasOthers = others.some(({ scored }) => scored !== undefined);
  const document = documentScores(index, own, words);
  const parts = new Map([...own].map(([chunk, words_]): readonly [Chunk, Parts] => [chunk, {
    words: words_,
    neighbours: neighbours(index, chunk, words, hasOthers),
    document: document.get(chunk)!,
    heading: headingShare(index, chunk, words),
    feedback: 0,
  }]));
  if (!index.request.feedback || words.length === 0) return { parts, words, entered: new Set() };
  const sums = new Map(
    [...parts].map(([chunk, part]) => [chunk, part.words + part.neighbours + part.document + part.heading]),
  );
  const gained = feedback(index, query, sums, sum(words.map(({ idf }) => idf)));
  const asTyped = wordsAsTyped(sums, words);
  const mayEnter = !all && !hasOthers;
  const entered = new Set(
    [...gained].filter(([chunk, { own }]) =>
      mayEnter && own && !parts.has(chunk) && conditions.every((passing) => passing.has(chunk))
    ).map(([chunk]) => chunk),
  );
  const withFeedback = [...parts.keys(), ...entered].map((chunk): readonly [Chunk, Parts] => [chunk, {
    ...(parts.get(chunk) ?? { words: 0, neighbours: 0, document: 0, heading: 0 }),
    feedback: (gained.get(chunk)?.score ?? 0) + (asTyped.get(chunk) ?? 0),
  }]);
  return { parts: new Map(withFeedback), words, entered };
}

function bareWords(index: Index, children: readonly PlanNode[]): readonly BareWord[] {
  const found = children.flatMap((child) => {
    const typed = typedWord(child);
    if (typed === undefined) return [];
    const leaf = leafOf(index, typed.node);
    if (leaf === undefined) return [];
    const share = shareOf(index, typed.text);
    return [{ leaf, typed, share }];
  });
  const noneLeft = found.every(({ share }) => share < 1);
  return found.map(({ leaf, typed, share }) => {
    const factor = share * typed.factor;
    return {
      ...leaf,
      matches: new Map([...leaf.matches].map(([chunk, { score, own }]) => [chunk, { score: score * factor, own }])),
      idf: leaf.idf * factor,
      counted: new Map([...leaf.counted].map(([chunk, idf]) => [chunk, idf * factor])),
      text: withoutClitic(typed.text),
      share,
      factor,
      isRequired: noneLeft || share === 1,
      must: typed.must,
    };
  });
}

function leafOf(index: Index, node: WordNode): Leaf | undefined {
  if ("word" in node) return word(index, node.word, ALL);
  if ("forms" in node) return forms(index, node.forms, ALL);
  return "prefix" in node ? beginning(index, node.prefix, ALL) : synonyms(index, node.any, ALL);
}

function shareOf({ language }: Index, text: string): number {
  const isNegation = /.n['’]t$/i.test(text);
  if (isNegation || language.stopWords.includes(withoutClitic(text).toLowerCase())) return STOP_WORD_SHARE;
  return language.taskWords.includes(text.toLowerCase()) ? TASK_WORD_SHARE : 1;
}

/** Returns what every chunk has to pass: filters, negations, words with `+`, and with `all` the required words. */
function conditionsOf(
  index: Index,
  words: readonly BareWord[],
  others: readonly Clause[],
  all: boolean,
): readonly ReadonlySet<Chunk>[] {
  return [
    ...others.flatMap(({ passing }) => passing ?? []),
    ...index.request.filters.map((filter) => filtered(index, filter)),
    ...words.filter(({ must, isRequired }) => must || (all && isRequired)).map(({ matches }) =>
      new Set(matches.keys())
    ),
  ];
}

/** Returns `own(c)` of every candidate. */
function candidates(
  index: Index,
  words: readonly BareWord[],
  others: readonly Clause[],
  conditions: readonly ReadonlySet<Chunk>[],
): ReadonlyMap<Chunk, number> {
  const scored = others.flatMap(({ scored }) => scored ?? []);
  const itself = [...scored, ...words.filter(({ isRequired }) => isRequired).map(({ matches }) => matches)];
  const together: Matches | undefined = scored.length === 0 ? undefined : allOf(scored);
  const found = index.listed.filter((chunk) =>
    (together?.has(chunk) ?? true) && (itself.length === 0 || itself.some((matches) => matches.get(chunk)?.own)) &&
    conditions.every((passing) => passing.has(chunk))
  );
  return new Map(found.map((chunk) => [chunk, scoreOfWords(words, chunk) + (together?.get(chunk)!.score ?? 0)]));
}

function scoreOfWords(words: readonly BareWord[], chunk: Chunk): number {
  const scores = sum(words.map(({ matches }) => matches.get(chunk)?.score ?? 0));
  return scores * coverage(words, chunk) ** COVERAGE * (holdsAll(words, chunk) ? ALL_HELD : 1);
}

export function coverage(words: readonly BareWord[], chunk: Chunk): number {
  const all = sum(words.map(({ idf }) => idf));
  return all === 0 ? Number(words.length === 0) : sum(words.map(({ counted }) => counted.get(chunk) ?? 0)) / all;
}

export function holdsAll(words: readonly BareWord[], chunk: Chunk): boolean {
  return words.every(({ isRequired, held }) => !isRequired || held.has(chunk));
}

/** Returns the word, if this clause is a bare word. */
export function typedWord(clause: PlanNode):
  | { readonly text: string; readonly node: WordNode; readonly factor: number; readonly must: boolean }
  | undefined {
  if ("must" in clause) {
    const typed = typedWord(clause.must);
    return typed === undefined ? undefined : { ...typed, must: true };
  }
  if ("boost" in clause) {
    const typed = typedWord(clause.boost[1]);
    return typed === undefined ? undefined : { ...typed, factor: typed.factor * clause.boost[0] };
  }
  if ("word" in clause) return { text: clause.word, node: clause, factor: 1, must: false };
  if ("prefix" in clause) return { text: clause.prefix, node: clause, factor: 1, must: false };
  if ("forms" in clause) return { text: clause.forms[0][0]![1], node: clause, factor: 1, must: false };
  return "any" in clause ? { text: clause.any[0]![1], node: clause, factor: 1, must: false } : undefined;
}

type WordNode = Extract<
  PlanNode,
  { readonly word: string } | { readonly prefix: string } | { readonly any: unknown } | { readonly forms: unknown }
>;
