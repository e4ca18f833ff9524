/** The vectors of rows: those of the earlier generation, those that were computed before, and new ones. */
import type { Embedded, Embedder } from "../../search/ports/embedder.ts";
import type { VectorCache } from "../../models/embed/vector_cache.ts";
import type { ChunkRow } from "../artefacts/chunk_table.ts";
import type { EarlierGeneration } from "./earlier_generation.ts";

export interface VectorSources {
  readonly embedder: Embedder;
  /** What any run of this user has computed. */
  readonly cache: VectorCache;
  /** Undefined where everything is embedded anew. */
  readonly reuse: { readonly earlier: EarlierGeneration | undefined } | undefined;
}

export interface RowVector {
  readonly vector: Embedded;
  readonly isNew: boolean;
}

/** The rows' vectors, in their order. Throws what the embedder throws. */
export async function vectorsOfRows(
  rows: readonly ChunkRow[],
  { embedder, cache, reuse }: VectorSources,
): Promise<readonly RowVector[]> {
  const found: (Embedded | undefined)[] = rows.map(({ hash }) => reuse?.earlier?.vector(hash));
  const lacking = (): readonly number[] => [...found.keys()].filter((at) => found[at] === undefined);
  const textsAt = (places: readonly number[]): readonly string[] => places.map((at) => rows[at]!.text);
  if (reuse !== undefined) {
    const places = lacking();
    cache.get(textsAt(places)).forEach((vector, at) => found[places[at]!] = vector);
  }
  const unknown = lacking();
  if (unknown.length > 0) {
    const made = await embedder.embed(textsAt(unknown), "passage");
    unknown.forEach((at, place) => found[at] = made[place]!);
    const whole = unknown.filter((at) => found[at] instanceof Float32Array);
    cache.put(textsAt(whole), whole.map((at) => found[at] as Float32Array));
  }
  const isNew = new Set(unknown);
  return found.map((vector, at) => ({ vector: vector!, isNew: isNew.has(at) }));
}
