/** What the benchmark measures of ra and of its rivals. */
import type { Passage } from "./corpus.ts";
import type { BenchQuery } from "./queries.ts";

export type ContenderName = "ra" | "core" | "fts5" | "minisearch" | "dividing";

export interface Contender {
  /** Builds the index from nothing and makes it durable, where that is a thing the contender does. */
  build(): Promise<void> | void;
  /** Opens what `build` left. */
  open(): Promise<void> | void;
  /** Answers with the best five passages, their text included; the number of results. */
  search(query: BenchQuery): Promise<number> | number;
  /** Makes the changed file's text findable: called after the file was written. */
  update(path: string): Promise<void> | void;
  /** The size of the index in bytes, by part. */
  sizes(): Readonly<Record<string, number>>;
}

export interface ContenderInput {
  readonly folder: string;
  /** All documents, relative to `docs/`. */
  readonly paths: readonly string[];
  /** Read before any clock starts. Empty for ra, which reads the documents itself. */
  readonly passages: readonly Passage[];
}

export const RESULTS = 5;
