/** Makes one list of the matches by words and of the passages that are near in meaning (docs/ranking.md). */
import type { MeaningScale } from "../ports/embedder.ts";
import type { ChunkRef } from "../ports/catalogue.ts";
import type { MeaningOfHit, SearchResponse } from "../ports/request.ts";
import { fuseScores, isFound } from "./fuse_scores.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/** How to fuse. */
export interface Fusion extends MeaningScale {
  readonly method: "weighted" | "rrf";
}

/** How to fuse, as far as it is asked for. The model decides about the rest. */
export interface FusionWish extends Partial<MeaningScale> {
  readonly method: Fusion["method"];
}

/** What is asked for, and else what suits the model. */
export function settledFusion({ weight, floor, method }: FusionWish, scale: MeaningScale): Fusion {
  return { weight: weight ?? scale.weight, floor: floor ?? scale.floor, method };
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

/** Scores the candidates of both lists, and orders the hits by their scores. Undefined without candidates. */
export function fuse(response: SearchResponse, fusion: Fusion, limit: number): Fused | undefined {
  if (response.meaning === undefined) return undefined;
  const candidates = response.meaning.of;
  const weights = { words: 1 - fusion.weight, meaning: fusion.weight };
  const scores = fuseScores(candidates, weights, fusion.method);
  const fused = candidates.map((candidate, at): FusedParts => {
    const { words, meaning } = scores[at]!;
    return { ...candidate, words: weights.words * words, meaning: weights.meaning * meaning };
  });
  const bases = scores.map(({ base }) => base);
  const found = [...fused.keys()].filter((at) => isFound(fused[at]!, fusion.floor));
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
    response: withoutUndefined<SearchResponse>({
      ...rest,
      hits,
      explained: explained && places.map((at) => explained[at]!),
      missing: missing && places.map((at) => missing[at]!),
    }),
    parts: new Map(fused.map((parts, at) => [response.hits[at]!.ref, parts])),
  };
}
