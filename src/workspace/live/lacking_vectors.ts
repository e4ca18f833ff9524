/** What an answer says about the sections that have no vector. */
import type { VectorCounts } from "../../models/embed/embed_pending.ts";
import type { Unusable } from "../../search/ports/meaning.ts";

/** Undefined if each section has its vector, or needs none. */
export function lackingVectors({ embedded, pending, failed }: VectorCounts): Unusable | undefined {
  const lacking = pending + failed;
  if (lacking === 0) return undefined;
  const have = `${numbered(lacking)} of ${numbered(embedded + lacking)} sections ${lacking === 1 ? "has" : "have"}`;
  const why = failed === 0
    ? "run ra update --semantic"
    : pending === 0
    ? `the model could not embed ${failed === 1 ? "it" : "them"}`
    : `${numbered(pending)} wait (run ra update --semantic), and the model could not embed ${numbered(failed)}`;
  return { missing: `${have} no vector: ${why}` };
}

export function numbered(count: number): string {
  return count.toLocaleString("en-US");
}
