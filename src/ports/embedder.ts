/** The ports to models: one turns texts into vectors, the other judges passages. */
import type { StopSignal } from "./work.ts";

/** A text gives a vector of length 1, or the reason why it gives none. */
export type Embedded = Float32Array | { readonly failure: string };

/** What a text is for. Some models put different words before queries and passages. */
export type EmbeddedAs = "query" | "passage";

export interface Embedder {
  /**
   * 32 hexadecimal digits, the same for two embedders exactly if they give the same vectors: a hash of the weights (or
   * of address, model and dimensions of a server), the provider, the dtype, the number of the arithmetic and the
   * prefixes.
   */
  readonly key: string;
  /**
   * The texts' vectors, in their order. Throws `model-missing`, `model-invalid`, `embedding-failed` when it can give
   * none at all, and `interrupted`.
   */
  embed(texts: readonly string[], as: EmbeddedAs, signal?: StopSignal): Promise<readonly Embedded[]>;
  close(): void;
}

export interface Reranker {
  /** The model's name, as configured. */
  readonly name: string;
  /** How well each passage answers the query; higher is better. Throws as `Embedder.embed` does. */
  score(query: string, passages: readonly string[], signal?: StopSignal): Promise<readonly number[]>;
  close(): void;
}
