/** Made from schemas/models.ts by `npm run build:shapes`; never edited. */

/** An installed model or OCR language. */
export interface ModelReport {
  readonly name: string;
  /** An encoder finds, a cross-encoder reranks, a language reads pictures. */
  readonly kind: "encoder" | "cross-encoder" | "ocr-language" | null;
  /** The repository or folder of its files. */
  readonly source: string | null;
  readonly revision: string | null;
  readonly dtype: "f32" | "int8" | null;
  /** On disk. */
  readonly bytes: number;
  /** Of an encoder: the cosine below which nothing is near. */
  readonly floor: number | null;
  /** Of an encoder: the share of the meaning in scores that suits it. */
  readonly weight: number | null;
  /** Codes of those that it reads, as its maker or a measurement says. */
  readonly languages: readonly string[] | null;
  readonly licence: string | null;
  /** Where its files came from, as `ra model add` takes it. */
  readonly origin: string | null;
  /** Why it cannot be used; the keys above that are unknown are then `null`. */
  readonly problem: string | null;
}

/** What a model gives for sentences that say the same, and for others. */
export interface TestedPair {
  /** Two sentences that say the same. */
  readonly sentences: readonly string[];
  /** Their cosine; of a cross-encoder its score. */
  readonly related: number;
  /** The same for the first one and a sentence that says something else. */
  readonly unrelated: number;
  /** Both for the full weights of a known model. */
  readonly expected?: readonly number[];
}

/** What a model gives for ten sentences. */
export interface ModelTestReport {
  readonly name: string;
  readonly pairs: readonly TestedPair[];
  readonly passed: boolean;
}
