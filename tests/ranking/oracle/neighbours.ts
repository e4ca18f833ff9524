// Section "Neighbours" of docs/ranking.md.
import { type Index, sum } from "./corpus_index.ts";
import { boostOf, fieldWeight, PHRASE_FIELDS, phraseStarts, saturated } from "./term.ts";
import { type Chunk, type FieldText, type Token, tokensOf } from "./text.ts";
import type { BareWord } from "./whole_query.ts";

const PHRASE = 0.2;
const WINDOWS = 0.2;
const REACH = 8;
const MIN_TERMS = 3;
const MIN_PARTS = 2;

/** Returns what a chunk gains from words of the query that stand close to each other in it. */
export function neighbours(index: Index, chunk: Chunk, words: readonly BareWord[], hasOthers: boolean): number {
  // An echo matches nothing.
  if (!index.chunks.includes(chunk)) return 0;
  const required = words.filter(({ isRequired }) => isRequired);
  const pairs = required.slice(1).map((second, at) =>
    areKnown([required[at]!, second]) ? ofPair(index, chunk, required[at]!, second) : 0
  );
  return sum(pairs) + (hasOthers || !areKnown(words) ? 0 : ofWholeQuery(index, chunk, words));
}

function areKnown(words: readonly BareWord[]): boolean {
  return words.every(({ df }) => df > 0);
}

function ofPair(index: Index, chunk: Chunk, first: BareWord, second: BareWord): number {
  const tokens = (text: string) => tokensOf(index.language, text, chunk.document.stemmer);
  const inPhrase = weightOfPhrase(index, chunk, `${first.text} ${second.text}`);
  const inWindows = weightOf(
    index,
    chunk,
    ({ values }) => sum(values.map((value) => windows(value, tokens(first.text), tokens(second.text)))),
  );
  return (first.idf + second.idf) * (PHRASE * saturated(inPhrase) + WINDOWS * saturated(inWindows));
}

function ofWholeQuery(index: Index, chunk: Chunk, words: readonly BareWord[]): number {
  const text = words.map(({ text }) => text).join(" ");
  const length = tokensOf(index.language, text, chunk.document.stemmer).length;
  if (length < (words.length === 1 ? MIN_PARTS : MIN_TERMS)) return 0;
  return weightOfPhrase(index, chunk, text) > 0 ? sum(words.map(({ idf, share }) => idf / share)) : 0;
}

function weightOfPhrase(index: Index, chunk: Chunk, text: string): number {
  const phrase = tokensOf(index.language, text, chunk.document.stemmer);
  return weightOf(index, chunk, ({ tokens }) => phraseStarts(tokens, phrase).length);
}

function weightOf(index: Index, chunk: Chunk, count: (text: FieldText) => number): number {
  return sum(PHRASE_FIELDS.map((field) => {
    const text = chunk.fields[field];
    const times = count(text);
    return times === 0 ? 0 : fieldWeight(boostOf(index, field), times, text.length, index.averages[field]);
  }));
}

/** Counts pairs of the two words, from the left, each place in one pair at most. */
function windows(value: readonly Token[], first: readonly Token[], second: readonly Token[]): number {
  if (first.map(({ term }) => term).join() === second.map(({ term }) => term).join()) return 0;
  const a = [...phraseStarts(value, first)];
  const b = [...phraseStarts(value, second)];
  let pairs = 0;
  while (a.length > 0 && b.length > 0) {
    if (Math.abs(a[0]! - b[0]!) <= REACH) {
      a.shift();
      b.shift();
      pairs++;
    } else (a[0]! < b[0]! ? a : b).shift();
  }
  return pairs;
}
