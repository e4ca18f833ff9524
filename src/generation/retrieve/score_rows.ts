/** The score of a row (docs/hybrid-retrieval.md). */
import { fuseScores, type FusionWeights, isFound } from "../../search/retrieval/fuse_scores.ts";
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
  /** The least cosine of a row that no word finds. Without words, -Infinity keeps the order of the vectors whole. */
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
  const lexOf = (of: C): number | null => bm25 ? of.lex : null;
  const isNear = (of: C): boolean => semantic && isFound({ lex: lexOf(of), cosine: of.cosine }, floor);
  const byWords = bestOf(candidates, lexOf, initialK);
  const byMeaning = bestOf(candidates, (of) => isNear(of) ? of.cosine : null, initialK);
  const rows = candidates.filter((candidate) => byWords.has(candidate) || byMeaning.has(candidate)).map((
    candidate,
  ) => ({
    candidate,
    lex: candidate.lex,
    cosine: candidate.cosine,
    identifiers: candidate.identifiers,
    scale: 1,
    isLexical: byWords.has(candidate),
    isNear: byMeaning.has(candidate),
  }));
  const scores = fuseScores(
    rows,
    weightsOf(weights, { bm25, semantic }),
    "weighted",
  );
  return rows.map(({ candidate }, at): ScoredRow<C> => {
    const { words, meaning, base } = scores[at]!;
    const parts: RowParts = {
      semantic: semantic ? meaning : null,
      bm25: bm25 ? words : null,
      identifier: bm25 ? candidate.identifiers : null,
    };
    return { candidate, score: base, parts };
  }).sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

/** The weights say how lists are mixed. A list alone orders the rows, whatever it weighs. */
function weightsOf(
  weights: ScoreSettings["weights"],
  { bm25, semantic }: Pick<ScoreSettings, "bm25" | "semantic">,
): FusionWeights {
  if (!bm25) return { words: 0, meaning: weights.semantic || 1, identifiers: 0 };
  const words = semantic ? weights.bm25 : weights.bm25 || 1;
  return { words, meaning: weights.semantic, identifiers: weights.identifier };
}

function bestOf<C extends Candidate>(
  candidates: readonly C[],
  valueOf: (candidate: C) => number | null,
  count: number,
): ReadonlySet<C> {
  const valued = candidates.flatMap((candidate) => {
    const value = valueOf(candidate);
    return value === null ? [] : [[candidate, value] as const];
  });
  valued.sort(([a, x], [b, y]) => y - x || (a.id < b.id ? -1 : 1));
  return new Set(valued.slice(0, count).map(([candidate]) => candidate));
}
