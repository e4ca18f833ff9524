/** What the index stores of chunks and documents. */
import type { Metadata } from "../document/document.ts";

/** Segment and number in it: where the reader that answered finds a chunk again. */
export type ChunkPlace = readonly [segment: number, chunk: number];

/** A chunk that others stand in, in their segment. */
export interface Ancestor {
  readonly id: string;
  readonly at: ChunkPlace;
}

/** An indexed chunk as it is stored. */
export interface StoredChunk {
  readonly at: ChunkPlace;
  readonly id: string;
  readonly docId: string;
  /** What it stands in, nearest first, up to the document. */
  readonly ancestors: readonly Ancestor[];
  readonly tree: string;
  readonly path: string;
  readonly title: string;
  readonly breadcrumb: string;
  readonly depth: number;
  readonly position: number;
  readonly siblingCount: number;
  readonly byteStart: number;
  readonly byteEnd: number;
  /** Where its text begins: for the document's chunk after the frontmatter, else the same as `byteStart`. */
  readonly textStart: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly stemmer: string;
  /** Pieces of the file that were indexed as this chunk's body. */
  readonly body: readonly (readonly [start: number, end: number])[];
}

export interface StoredDocument {
  readonly id: string;
  readonly tree: string;
  readonly path: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly lang: string | null;
  readonly metadata: Metadata;
  readonly chunks: number;
  /** Bytes of the file. */
  readonly bytes: number;
}
