/** The port through which an answer uses models. */
import type { IndexedChunk } from "./catalogue.ts";
import type { PassageSource } from "./passage_source.ts";
import type { Embedder, MeaningScale } from "./embedder.ts";
import type { StopSignal } from "./work.ts";

/** Why a model took no part, in words for the user. */
export interface Unusable {
  readonly missing: string;
}

/** The vectors of an answer's topics. */
export interface QueryVectors {
  /** `Embedder.key`. */
  readonly model: string;
  readonly scale: MeaningScale;
  /** One for each text, in order, each of length 1. */
  readonly vectors: readonly (readonly number[])[];
  /** Why some of the texts have none. */
  readonly missing?: string | undefined;
}

export interface Meaning {
  /** The vectors of the texts of a query. Throws `interrupted` only. */
  queryVectors(texts: readonly string[], signal?: StopSignal): Promise<QueryVectors | Unusable>;
  /** The embedder, without running its model. */
  model(): Promise<Pick<Embedder, "key" | "scale"> | Unusable>;
  /** Why the last query had no vector, without asking again. Undefined if it had one. */
  problem(): Unusable | undefined;
  /** How many sections of the index have no vector. Undefined if each has its own, or needs none. */
  lacking(): Unusable | undefined;
  /**
   * How well each chunk answers the query, in the order of the chunks; undefined for one whose text has changed.
   * Throws `interrupted` only.
   */
  rerank(
    query: string,
    chunks: readonly IndexedChunk[],
    passages: PassageSource,
  ): Promise<readonly (number | undefined)[] | Unusable>;
}
