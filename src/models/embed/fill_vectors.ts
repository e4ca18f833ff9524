/** The vectors of texts: those that are known, those that were computed before, and new ones, which the cache keeps. */
import type { Embedded, Embedder } from "../../search/ports/embedder.ts";
import type { StopSignal } from "../../search/ports/work.ts";
import type { VectorCache } from "./vector_cache.ts";

export interface VectorSources {
  readonly embedder: Embedder;
  /** What any run of this user has computed. */
  readonly cache: VectorCache;
  /** The vector of the text at a place, if the caller has it. */
  readonly known?: ((at: number) => Float32Array | undefined) | undefined;
  /** Whether the cache is asked. It is told in any case. Default: true. */
  readonly asksCache?: boolean | undefined;
  /** Computes nothing where more texts than these lack a vector. Default: no limit. */
  readonly most?: number | undefined;
  readonly signal?: StopSignal | undefined;
}

interface FilledVectors {
  /** In the order of the texts. Undefined where it was not to be computed. */
  readonly vectors: readonly (Embedded | undefined)[];
  /** The places of the texts that neither the caller nor the cache had a vector for. */
  readonly lacking: ReadonlySet<number>;
  /** The places of the texts that were too long for the model. Their vectors are those of their beginnings. */
  readonly cut: ReadonlySet<number>;
}

/** Throws what the embedder throws. */
export async function fillVectors(
  texts: readonly string[],
  { embedder, cache, known, asksCache = true, most = Infinity, signal }: VectorSources,
): Promise<FilledVectors> {
  const vectors: (Embedded | undefined)[] = texts.map((_, at) => known?.(at));
  const lacking = (): readonly number[] => [...vectors.keys()].filter((at) => vectors[at] === undefined);
  const textsAt = (places: readonly number[]): readonly string[] => places.map((at) => texts[at]!);
  if (asksCache) {
    const places = lacking();
    cache.get(textsAt(places)).forEach((vector, at) => vectors[places[at]!] = vector);
  }
  const unknown = lacking();
  const cut = new Set<number>();
  if (unknown.length > 0 && unknown.length <= most) {
    const keep = (from: number, made: readonly Embedded[]): void =>
      made.forEach((vector, place) => vectors[unknown[from + place]!] = vector);
    try {
      keep(0, await embedder.embed(textsAt(unknown), "passage", signal, keep));
    } finally {
      // What was made before a failure is kept too.
      const isMade = (at: number): boolean => vectors[at] instanceof Float32Array;
      const made = unknown.filter(isMade);
      for (const at of made) if (embedder.isOfBeginning?.(vectors[at] as Float32Array) === true) cut.add(at);
      // The cache does not know which are cut.
      const whole = made.filter((at) => !cut.has(at));
      cache.put(textsAt(whole), whole.map((at) => vectors[at] as Float32Array));
    }
  }
  return { vectors, lacking: new Set(unknown), cut };
}
