/** The score of a row (docs/hybrid-retrieval.md). */
import type { RagConfig } from "../../sources/config/rag_config.ts";

export interface Candidate {
  readonly id: string;
  /** Null where no word of the question stands in it. */
  readonly lex: number | null;
  /** Null where it has no vector. */
  readonly cosine: number | null;
  /** The share of the question's identifiers that stand in it. */
  readonly identifiers: number;
}

export interface ScoreSettings {
  readonly weights: RagConfig["retrieval"]["weights"];
  /** How many candidates each list has. */
  readonly initialK: number;
  /** Whether words count. Identifiers count only with them. */
  readonly bm25: boolean;
  readonly semantic: boolean;
  /** The least cosine of a row that no word finds. */
  readonly floor: number;
}

/** Each from 0 to 1, before its weight. Null for what took no part. */
interface RowParts {
  readonly semantic: number | null;
  readonly bm25: number | null;
  readonly identifier: number | null;
}

export interface ScoredRow<C extends Candidate> {
  readonly candidate: C;
  readonly score: number;
  readonly parts: RowParts;
}

/** Scores the best of both lists. Best first; ids decide between equal scores. */
export function scoreRows<C extends Candidate>(
  candidates: readonly C[],
  { weights, initialK, bm25, semantic, floor }: ScoreSettings,
): readonly ScoredRow<C>[] {
  const byWords = bm25 ? bestOf(candidates, ({ lex }) => lex, initialK) : new Map<C, number>();
  const byMeaning = semantic
    ? bestOf(candidates, ({ lex, cosine }) => lex !== null || (cosine ?? -1) >= floor ? cosine : null, initialK)
    : new Map<C, number>();
  const highest = Math.max(0, ...byWords.values());
  const [least, most] = [Math.min(...byMeaning.values()), Math.max(...byMeaning.values())];
  const rows = candidates.filter((candidate) => byWords.has(candidate) || byMeaning.has(candidate));
  return rows.map((candidate): ScoredRow<C> => {
    const [lex, cosine] = [byWords.get(candidate), byMeaning.get(candidate)];
    const words = lex === undefined || highest === 0 ? 0 : lex / highest;
    const meaning = cosine === undefined ? 0 : most > least ? (cosine - least) / (most - least) : 1;
    const score = weights.semantic * meaning + weights.bm25 * words +
      (bm25 ? weights.identifier * candidate.identifiers : 0);
    const parts: RowParts = {
      semantic: semantic ? meaning : null,
      bm25: bm25 ? words : null,
      identifier: bm25 ? candidate.identifiers : null,
    };
    return { candidate, score, parts };
  }).sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

function bestOf<C extends Candidate>(
  candidates: readonly C[],
  valueOf: (candidate: C) => number | null,
  count: number,
): ReadonlyMap<C, number> {
  const valued = candidates.flatMap((candidate) => {
    const value = valueOf(candidate);
    return value === null ? [] : [[candidate, value] as const];
  });
  valued.sort(([a, x], [b, y]) => y - x || (a.id < b.id ? -1 : 1));
  return new Map(valued.slice(0, count));
}
