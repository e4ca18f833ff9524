/** Tells how many candidates `local_boost` alone pushed below the cut. */
import type { Catalogue } from "../ports/catalogue.ts";
import { elbowCutoff } from "./cutoff.ts";
import type { RankedAnswer } from "./rank_query.ts";

/** Hits of trees with a factor are the boosted ones. */
export async function lostToBoost(
  { response: { hits }, left: kept }: Pick<RankedAnswer, "response" | "left">,
  factors: Readonly<Record<string, number>>,
  cutoffRatio: number,
  catalogue: Pick<Catalogue, "chunksAt">,
): Promise<number> {
  if (kept.length === hits.length || Object.values(factors).every((factor) => factor === 1)) return 0;
  const chunks = await catalogue.chunksAt(hits.map(({ ref }) => ref));
  const factorOf = (at: number): number => factors[chunks[at]!.tree] ?? 1;
  const fair = elbowCutoff(hits.map((hit, at) => ({ hit, at, score: hit.base / factorOf(at) })), cutoffRatio);
  const left = new Set(kept.map(({ ref }) => ref));
  return fair.filter(({ hit, at }) => factorOf(at) === 1 && !left.has(hit.ref)).length;
}
