// The documents that the oracle ranks. Texts are lower-case ASCII words.

export interface CorpusChunk {
  readonly id: string;
  readonly title: string;
  /** The titles of its ancestors. */
  readonly ancestors: readonly string[];
  /** The pieces of the body. */
  readonly body: readonly string[];
}

export interface CorpusDocument {
  readonly tree: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly lang: string | null;
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  readonly stemmer: string;
  /** The ancestors, root first. */
  readonly chunks: readonly CorpusChunk[];
}

export interface OracleLanguage {
  readonly stem: (stemmer: string, word: string) => string;
  readonly stopWords: readonly string[];
  readonly taskWords: readonly string[];
}
