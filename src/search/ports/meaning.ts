/** The port through which an answer uses models. */
import type { IndexedChunk } from "./catalogue.ts";
import type { PassageSource } from "./passage_source.ts";
import type { StopSignal } from "./work.ts";

/** The vectors of an answer's topics. */
export interface QueryVectors {
  /** `Embedder.key`. */
  readonly model: string;
  /** One for each text, in order, each of length 1. */
  readonly vectors: readonly (readonly number[])[];
}

export interface Meaning {
  /**
   * The vectors of the texts of a query. Undefined when there are none: the answer is then lexical, and the user has
   * been told once why. Throws `interrupted` only.
   */
  queryVectors(texts: readonly string[], signal?: StopSignal): Promise<QueryVectors | undefined>;
  /** The key of the embedder, without running its model. Undefined when there is none; the user has been told why. */
  model(): Promise<string | undefined>;
  /**
   * How well each chunk answers the query, in the order of the chunks; undefined for one whose text has changed.
   * Undefined as a whole when there is no reranker, and the user has been told once why. Throws `interrupted` only.
   */
  rerank(
    query: string,
    chunks: readonly IndexedChunk[],
    passages: PassageSource,
  ): Promise<readonly (number | undefined)[] | undefined>;
}
