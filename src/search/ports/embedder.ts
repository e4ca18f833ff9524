/** The ports to models: one turns texts into vectors, one says how well passages answer a query. */
import type { StopSignal } from "./work.ts";

/** A text gives a vector of length 1, or the reason why it gives none. */
export type Embedded = Float32Array | EmbeddingFailure;

interface EmbeddingFailure {
  readonly failure: string;
  /** The vector has another number of values than those before. */
  readonly isOtherWidth?: true | undefined;
}

/** What a text is for. Some models put different words before queries and passages. */
export type EmbeddedAs = "query" | "passage";

/** How far apart a model puts texts: cosines of one model say nothing about those of another. */
export interface MeaningScale {
  /** The share of the meaning in the fused score that suits the model, 0 to 1. */
  readonly weight: number;
  /** The cosine below which nothing is near. */
  readonly floor: number;
}

/** Told the texts' vectors from a place on, before those of the others are there: a failure does not lose them. */
export type KeepMade = (from: number, made: readonly Embedded[]) => void;

export interface Embedder {
  /**
   * 32 hexadecimal digits, the same for two embedders exactly if they give the same vectors: a hash of the weights, the
   * dtype, the number of the arithmetic and the prefixes.
   */
  readonly key: string;
  readonly scale: MeaningScale;
  /** The address that texts are sent to, if it lies beyond this machine. */
  readonly sendsTo?: string | undefined;
  /**
   * The texts' vectors, in their order. Throws `model-missing`, `model-invalid` and `embedding-failed` when it can give
   * none at all, and `interrupted`.
   */
  embed(
    texts: readonly string[],
    as: EmbeddedAs,
    signal?: StopSignal,
    keep?: KeepMade,
  ): Promise<readonly Embedded[]>;
  /** Whether the text of a vector that it gave was too long, so that it is the vector of its beginning. */
  isOfBeginning?(vector: Float32Array): boolean;
  close(): void;
}

export interface Reranker {
  /**
   * How well each passage answers the query, in the order of the passages. More is better, on any scale. Throws
   * `model-missing`, `model-invalid`, `embedding-failed` and `interrupted`.
   */
  score(query: string, passages: readonly string[], signal?: StopSignal): Promise<readonly number[]>;
  close(): void;
}
