/** The port through which an answer uses models. */
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
}
