// Section "Several topics" of docs/ranking.md.
import type { Index } from "./corpus_index.ts";
import { sum } from "./corpus_index.ts";
import { named } from "./exact_titles.ts";
import type { Chunk } from "./text.ts";
import { answer, type AnsweredQuery } from "./whole_query.ts";

export const TOPIC = 4;

/** Scores that differ only in how their parts were added up are equal. */
function difference(a: number, b: number): number {
  return Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b)) ? 0 : a - b;
}

interface Topic {
  readonly total: number;
  readonly best: Chunk | undefined;
}

/** The best chunk of each topic. `queries` are the answers to the queries of the request. */
export function bestOfTopics(
  index: Index,
  queries: readonly AnsweredQuery[],
  scaleOf: (chunk: Chunk) => number,
): readonly Topic[] {
  const asked = index.request.queries.map(({ query }) => query);
  if (asked.length > 1) return queries.map((answered, at) => topic(index, asked[at]!, answered, scaleOf));
  const children = "and" in asked[0]! ? asked[0].and : [asked[0]!];
  const [only] = children;
  if (children.length !== 1 || only === undefined || !("or" in only)) return [];
  // The sides of an `OR` are compared without the texts of sections.
  const plain = { ...index, request: { ...index.request, feedback: false } };
  return only.or.map((side) => topic(plain, side, answer(plain, side, true), scaleOf));
}

function topic(
  index: Index,
  query: Parameters<typeof answer>[1],
  { parts }: AnsweredQuery,
  scaleOf: (chunk: Chunk) => number,
): Topic {
  const levels = named(index, [query], new Set(parts.keys()));
  const scored = [...parts].map(([chunk, part]) => ({
    chunk,
    level: levels.get(chunk) ?? 0,
    own: sum(Object.values(part)),
    score: sum(Object.values(part)) * scaleOf(chunk),
  }));
  const best =
    scored.filter(({ own }) => own > 0).sort((a, b) =>
      b.level - a.level || difference(b.score, a.score) || (a.chunk.id < b.chunk.id ? -1 : 1)
    )[0];
  return { total: parts.size, best: best?.chunk };
}
