// Chunks with scores, and functions that combine lists of them.
import { sum } from "./corpus_index.ts";
import type { Chunk } from "./text.ts";

export interface Match {
  readonly score: number;
  readonly own: boolean;
}

export type Matches = ReadonlyMap<Chunk, Match>;

export function allOf(lists: readonly Matches[]): Matches {
  const first = lists[0]!;
  const shared = [...first.keys()].filter((chunk) => lists.every((list) => list.has(chunk)));
  return new Map(shared.map((chunk) => [chunk, combined(lists, chunk)]));
}

export function anyOf(lists: readonly Matches[]): Matches {
  return new Map(
    [...new Set(lists.flatMap((list) => [...list.keys()]))].map((chunk) => [chunk, combined(lists, chunk)]),
  );
}

export function withBonus(matches: Matches, bonus: Matches): Matches {
  return new Map([...matches.keys()].map((chunk) => [chunk, combined([matches, bonus], chunk)]));
}

function combined(lists: readonly Matches[], chunk: Chunk): Match {
  const found = lists.flatMap((list) => list.get(chunk) ?? []);
  return { score: sum(found.map(({ score }) => score)), own: found.some(({ own }) => own) };
}

export function unscored(of: Iterable<Chunk>): Matches {
  return new Map([...of].map((chunk) => [chunk, { score: 0, own: true }]));
}
