// Section "A term" of docs/ranking.md.
import type { Index } from "./corpus_index.ts";
import type { Match } from "./matches.ts";
import type { Chunk, Field, Token } from "./text.ts";

export const K1 = 1.2;
const B = 0.75;
const ANCESTORS_BOOST = 1;
const PHRASE_FIELDS: readonly Field[] = ["title", "tags", "body"];

export function idf(index: Index, df: number): number {
  return Math.log(1 + Math.max(0, index.chunks.length - df + 0.5) / (df + 0.5));
}

/** Returns chunks with the weighted frequency of what `count` counts in each field. */
function occurrences(
  index: Index,
  scope: readonly Field[],
  count: (tokens: readonly Token[]) => number,
): ReadonlyMap<Chunk, { weight: number; own: boolean }> {
  const out = new Map<Chunk, { weight: number; own: boolean }>();
  for (const chunk of index.chunks) {
    for (const field of scope) {
      const boost = boostOf(index, field);
      const { tokens, length } = chunk.fields[field];
      const times = boost > 0 ? count(tokens) : 0;
      const frequency = field === "ancestors" ? Math.min(times, 1) : times;
      if (frequency === 0) continue;
      const before = out.get(chunk) ?? { weight: 0, own: false };
      const weight = before.weight + (frequency * boost) / (1 - B + (B * length) / index.averages[field]);
      out.set(chunk, { weight, own: before.own || field !== "ancestors" });
    }
  }
  return out;
}

export function boostOf(index: Index, field: Field): number {
  return field === "ancestors" ? ANCESTORS_BOOST : (index.request.boosts[field] ?? 0);
}

export function termOccurrences(index: Index, scope: readonly Field[], term: string) {
  return occurrences(index, scope, (tokens) => tokens.filter((token) => token.term === term).length);
}

export function phraseOccurrences(index: Index, scope: readonly Field[], phrase: readonly Token[]) {
  const first = phrase[0]!.position;
  const stands = (tokens: readonly Token[], start: number) =>
    phrase.every(({ term, position }) =>
      tokens.some((token) => token.term === term && token.position === start + position - first)
    );
  const within = scope.filter((field) => PHRASE_FIELDS.includes(field));
  return occurrences(
    index,
    within,
    (tokens) => tokens.filter((token) => token.term === phrase[0]!.term && stands(tokens, token.position)).length,
  );
}

export function keepBest(
  matches: Map<Chunk, Match>,
  found: ReadonlyMap<Chunk, { weight: number; own: boolean }>,
  idf: number,
): void {
  for (const [chunk, { weight, own }] of found) {
    const before = matches.get(chunk);
    const score = (idf * (K1 + 1) * weight) / (K1 + weight);
    matches.set(chunk, { score: Math.max(before?.score ?? 0, score), own: (before?.own ?? false) || own });
  }
}
