// Section "Neighbours" of docs/ranking.md.
import { type Index, sum } from "./corpus_index.ts";
import { boostOf, fieldWeight, PHRASE_FIELDS, phraseStarts, saturated } from "./term.ts";
import { type Chunk, type FieldText, type Token, tokensOf } from "./text.ts";
import type { BareWord } from "./whole_query.ts";

const PHRASE = 0.2;
const WINDOWS = 0.2;
const REACH = 8;

/** Returns what a chunk gains from required words that follow each other in the query and stand close in the chunk. */
export function neighbours(index: Index, chunk: Chunk, words: readonly BareWord[]): number {
  const required = words.filter(({ isRequired }) => isRequired);
  return sum(
    required.slice(1).map((second, at) => {
      const first = required[at]!;
      if (first.df === 0 || second.df === 0) return 0;
      const tokens = (text: string) => tokensOf(index.language, text, chunk.document.stemmer);
      const weightOf = (count: (text: FieldText) => number) =>
        sum(PHRASE_FIELDS.map((field) => {
          const text = chunk.fields[field];
          const times = count(text);
          return times === 0 ? 0 : fieldWeight(boostOf(index, field), times, text.length, index.averages[field]);
        }));
      const phrase = tokens(`${first.text} ${second.text}`);
      const inPhrase = weightOf((text) => phraseStarts(text.tokens, phrase).length);
      const inWindows = weightOf(({ values }) =>
        sum(values.map((value) => windows(value, tokens(first.text), tokens(second.text))))
      );
      return (first.idf + second.idf) * (PHRASE * saturated(inPhrase) + WINDOWS * saturated(inWindows));
    }),
  );
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
