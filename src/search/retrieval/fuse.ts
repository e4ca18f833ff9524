/** Makes one list of the matches by words and of the passages that are near in meaning (docs/ranking.md). */
import type { ChunkRef } from "../ports/catalogue.ts";
import type { MeaningOfHit, SearchResponse } from "../ports/request.ts";

export interface Fusion {
  /** The share of the meaning, 0 to 1. */
  readonly weight: number;
  readonly method: "weighted" | "rrf";
  /** The least cosine with which a chunk is found that does not match by words. */
  readonly floor: number;
}

/** What a candidate's score is made of. `base = (words + meaning) · scale`. */
interface FusedParts extends MeaningOfHit {
  readonly words: number;
  readonly meaning: number;
}

export interface Fused {
  readonly response: SearchResponse;
  readonly parts: ReadonlyMap<ChunkRef, FusedParts>;
}

/**
 * Ranks differ less and less further down. The constant is that of Cormack, Clarke and Büttcher, "Reciprocal Rank
 * Fusion outperforms Condorcet and individual Rank Learning Methods" (2009).
 */
const RANK_CONSTANT = 60;

type Share = (candidate: MeaningOfHit) => number;

/** Scores the candidates of both lists, and orders the hits by their scores. Undefined without candidates. */
export function fuse(response: SearchResponse, fusion: Fusion, limit: number): Fused | undefined {
  if (response.meaning === undefined) return undefined;
  const candidates = response.meaning.of;
  const { words, meaning } = fusion.method === "rrf" ? byRank(candidates) : byScore(candidates);
  const fused = candidates.map((candidate): FusedParts => ({
    ...candidate,
    words: candidate.isLexical ? (1 - fusion.weight) * words(candidate) : 0,
    meaning: candidate.isNear ? fusion.weight * meaning(candidate) : 0,
  }));
  const isFound = ({ lex, cosine }: MeaningOfHit): boolean => lex !== null || (cosine ?? -1) >= fusion.floor;
  const bases = fused.map((parts) => (parts.words + parts.meaning) * parts.scale);
  const found = [...fused.keys()].filter((at) => isFound(fused[at]!));
  const highest = Math.max(0, ...found.map((at) => bases[at]!));
  const lowest = Math.min(highest, ...found.map((at) => bases[at]!));
  const scoreOf = (at: number): number => bases[at]! + (highest * fused[at]!.level) / 2;
  const order = found.sort((a, b) => scoreOf(b) - scoreOf(a) || a - b);
  // Matches beyond the candidates come in their own order, and never above a candidate.
  const further = [...response.hits.keys()].slice(candidates.length);
  const first = response.hits[further[0] ?? 0]?.base ?? 0;
  const places = [...order, ...further].slice(0, limit);
  const hits = places.map((at) => {
    const hit = response.hits[at]!;
    if (at < candidates.length) return { ref: hit.ref, base: bases[at]!, score: scoreOf(at) };
    const base = first > 0 ? (lowest * hit.base) / first : 0;
    return { ref: hit.ref, base, score: base };
  });
  const { explained, missing, ...rest } = response;
  return {
    response: {
      ...rest,
      hits,
      ...(explained === undefined ? {} : { explained: places.map((at) => explained[at]!) }),
      ...(missing === undefined ? {} : { missing: places.map((at) => missing[at]!) }),
    },
    parts: new Map(fused.map((parts, at) => [response.hits[at]!.ref, parts])),
  };
}

/** Scores by words relative to the best one, and cosines relative to the best and the least of the near ones. */
function byScore(candidates: readonly MeaningOfHit[]): { readonly words: Share; readonly meaning: Share } {
  const highest = Math.max(0, ...candidates.map(({ isLexical, lex }) => (isLexical ? lex ?? 0 : 0)));
  const cosines = candidates.flatMap(({ isNear, cosine }) => (isNear && cosine !== null ? [cosine] : []));
  const [least, most] = [Math.min(...cosines), Math.max(...cosines)];
  return {
    words: ({ lex }) => (highest > 0 ? (lex ?? 0) / highest : 0),
    meaning: ({ cosine }) => (most > least ? ((cosine ?? least) - least) / (most - least) : 1),
  };
}

/** Reciprocal ranks; the first of a list has 1. */
function byRank(candidates: readonly MeaningOfHit[]): { readonly words: Share; readonly meaning: Share } {
  const ranks = (isIn: (candidate: MeaningOfHit) => boolean, score: (candidate: MeaningOfHit) => number) =>
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
