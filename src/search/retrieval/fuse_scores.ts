/** One score of what stands in a candidate and what it is about (docs/ranking.md, docs/hybrid-retrieval.md). */
import type { MeaningOfHit } from "../ports/request.ts";

/** The most that each share adds to a score. */
export interface FusionWeights {
  readonly words: number;
  readonly meaning: number;
  /** Of the names in the question that stand whole in the candidate. Default: they do not count. */
  readonly identifiers?: number | undefined;
}

/** `scale` and `level` are those of the candidate's tree and its exact headings. */
type FusedCandidate = Pick<MeaningOfHit, "lex" | "cosine" | "isLexical" | "isNear" | "scale"> & {
  /** 0 to 1. */
  readonly identifiers?: number | undefined;
};

/** The shares, from 0 to 1, and what they are together with their weights: `Σ weight · share · scale`. */
interface FusedShares {
  readonly words: number;
  readonly meaning: number;
  readonly base: number;
}

type Share = (candidate: FusedCandidate) => number;

/**
 * Ranks differ less and less further down. The constant is that of Cormack, Clarke and Büttcher, "Reciprocal Rank
 * Fusion outperforms Condorcet and individual Rank Learning Methods" (2009).
 */
const RANK_CONSTANT = 60;

/** `isLexical` and `isNear` say which of the two lists a candidate is in. */
export function fuseScores(
  candidates: readonly FusedCandidate[],
  weights: FusionWeights,
  method: "weighted" | "rrf",
): readonly FusedShares[] {
  const shares = method === "rrf" ? byRank(candidates) : byScore(candidates);
  return candidates.map((candidate) => {
    const words = candidate.isLexical ? shares.words(candidate) : 0;
    const meaning = candidate.isNear ? shares.meaning(candidate) : 0;
    const identifiers = (weights.identifiers ?? 0) * (candidate.identifiers ?? 0);
    const base = (weights.words * words + weights.meaning * meaning + identifiers) * candidate.scale;
    return { words, meaning, base };
  });
}

/** Scores by words relative to the best one, and cosines relative to the best and the least of the near ones. */
function byScore(candidates: readonly FusedCandidate[]): { readonly words: Share; readonly meaning: Share } {
  const highest = Math.max(0, ...candidates.map(({ isLexical, lex }) => (isLexical ? lex ?? 0 : 0)));
  const cosines = candidates.flatMap(({ isNear, cosine }) => (isNear && cosine !== null ? [cosine] : []));
  const [least, most] = [Math.min(...cosines), Math.max(...cosines)];
  return {
    words: ({ lex }) => (highest > 0 ? (lex ?? 0) / highest : 0),
    meaning: ({ cosine }) => (most > least ? ((cosine ?? least) - least) / (most - least) : 1),
  };
}

/** Reciprocal ranks; the first of a list has 1. */
function byRank(candidates: readonly FusedCandidate[]): { readonly words: Share; readonly meaning: Share } {
  const ranks = (isIn: (candidate: FusedCandidate) => boolean, score: Share) =>
    new Map(candidates.filter(isIn).sort((a, b) => score(b) - score(a)).map((candidate, rank) => [candidate, rank]));
  const byWords = ranks(({ isLexical }) => isLexical, ({ lex }) => lex ?? 0);
  const byMeaning = ranks(({ isNear }) => isNear, ({ cosine }) => cosine ?? -1);
  const share = (rank: number | undefined): number =>
    rank === undefined ? 0 : (RANK_CONSTANT + 1) / (RANK_CONSTANT + 1 + rank);
  return {
    words: (candidate) => share(byWords.get(candidate)),
    meaning: (candidate) => share(byMeaning.get(candidate)),
  };
}

/** Whether a candidate is an answer: a word finds it, or it is near enough in meaning. */
export function isFound({ lex, cosine }: Pick<MeaningOfHit, "lex" | "cosine">, floor: number): boolean {
  return lex !== null || (cosine ?? -1) >= floor;
}
