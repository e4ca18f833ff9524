/** The vectors of queries, and of those that were asked before. */
import type { Embedder } from "../../search/ports/embedder.ts";
import type { QueryVectors, Unusable } from "../../search/ports/meaning.ts";
import type { StopSignal } from "../../search/ports/work.ts";
import { numbered } from "./lacking_vectors.ts";

/** How many texts are kept with their vectors. */
const MAX_QUERIES = 100;

export class KnownQueries {
  readonly #vectors = new Map<string, readonly number[]>();

  /** Throws what the embedder throws. */
  async of(texts: readonly string[], embedder: Embedder, signal: StopSignal): Promise<QueryVectors | Unusable> {
    const known = this.#vectors;
    const unknown = [...new Set(texts)].filter((text) => !known.has(text));
    const found = unknown.length === 0 ? [] : await embedder.embed(unknown, "query", signal);
    let failure: string | undefined;
    unknown.forEach((text, at) => {
      const vector = found[at];
      if (vector instanceof Float32Array) known.set(text, Array.from(vector));
      else failure ??= vector?.failure ?? "the model gives it no vector";
    });
    const vectors = texts.flatMap((text) => {
      const vector = known.get(text);
      return vector === undefined ? [] : [vector];
    });
    if (known.size > MAX_QUERIES) known.clear();
    if (failure === undefined) return { model: embedder.key, scale: embedder.scale, vectors };
    if (vectors.length === 0) return { missing: `the query could not be embedded: ${failure}` };
    const parts = `${numbered(texts.length - vectors.length)} of ${numbered(texts.length)} parts of the query`;
    return {
      model: embedder.key,
      scale: embedder.scale,
      vectors,
      missing: `${parts} could not be embedded: ${failure}`,
    };
  }
}
