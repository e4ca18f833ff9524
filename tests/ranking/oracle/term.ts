// Section "A term" of docs/ranking.md.
import type { Index } from "./corpus_index.ts";
import type { Match } from "./matches.ts";
import type { Chunk, Field, FieldText, Token } from "./text.ts";

const K1 = 1.2;
const B = 0.75;
const ANCESTORS_BOOST = 1;
export const PHRASE_FIELDS: readonly Field[] = ["title", "tags", "body"];

export function idf(index: Index, df: number): number {
  return rarity(index.chunks.length, df);
}

export function rarity(all: number, df: number): number {
  return Math.log(1 + Math.max(0, all - df + 0.5) / (df + 0.5));
}

export function saturated(weight: number): number {
  return ((K1 + 1) * weight) / (K1 + weight);
}

/** Returns what `times` occurrences in a field weigh. */
export function fieldWeight(boost: number, times: number, length: number, average: number): number {
  return (boost * times) / (1 - B + (B * length) / average);
}

/** Returns chunks with the weighted frequency of what `count` counts in each field. */
function occurrences(
  index: Index,
  scope: readonly Field[],
  count: (text: FieldText) => number,
): ReadonlyMap<Chunk, { weight: number; own: boolean }> {
  const out = new Map<Chunk, { weight: number; own: boolean }>();
  for (const chunk of index.chunks) {
    for (const field of scope) {
      const boost = boostOf(index, field);
      const text = chunk.fields[field];
      const times = boost > 0 ? count(text) : 0;
      const frequency = field === "ancestors" ? Math.min(times, 1) : times;
      if (frequency === 0) continue;
      const before = out.get(chunk) ?? { weight: 0, own: false };
      const weight = before.weight + fieldWeight(boost, frequency, text.length, index.averages[field]);
      out.set(chunk, { weight, own: before.own || field !== "ancestors" });
    }
  }
  return out;
}

export function boostOf(index: Index, field: Field): number {
  return field === "ancestors" ? ANCESTORS_BOOST : (index.request.boosts[field] ?? 0);
}

export function termOccurrences(index: Index, scope: readonly Field[], term: string) {
  return occurrences(index, scope, ({ tokens }) => tokens.filter((token) => token.term === term).length);
}

export function phraseOccurrences(index: Index, scope: readonly Field[], phrase: readonly Token[]) {
  const within = scope.filter((field) => PHRASE_FIELDS.includes(field));
  return occurrences(index, within, ({ tokens }) => phraseStarts(tokens, phrase).length);
}

/** Returns the positions at which a phrase, or a single word, starts. */
export function phraseStarts(tokens: readonly Token[], phrase: readonly Token[]): readonly number[] {
  const first = phrase[0]!;
  const stands = (start: number) =>
    phrase.every(({ term, position }) =>
      tokens.some((token) => token.term === term && token.position === start + position - first.position)
    );
  return tokens.filter(({ term, position }) => term === first.term && stands(position)).map(({ position }) => position);
}

export function keepBest(
  matches: Map<Chunk, Match>,
  found: ReadonlyMap<Chunk, { weight: number; own: boolean }>,
  idf: number,
): void {
  for (const [chunk, { weight, own }] of found) {
    const before = matches.get(chunk);
    const score = idf * saturated(weight);
    matches.set(chunk, { score: Math.max(before?.score ?? 0, score), own: (before?.own ?? false) || own });
  }
}
