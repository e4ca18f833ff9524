/** The port through which retrieval reads records of chunks and documents. */
import type { Metadata } from "../document/document.ts";

/**
 * A chunk as its snapshot knows it. It means something to that snapshot alone: compare it with `===` and hand it back,
 * and read nothing else into it.
 */
export type ChunkRef = string | number;

/** A chunk that holds others. */
export interface Ancestor {
  readonly id: string;
  readonly ref: ChunkRef;
}

/** An indexed chunk as it is stored. */
export interface IndexedChunk {
  readonly ref: ChunkRef;
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

export interface IndexedDocument {
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

/** What is known of an indexed document without reading its record. */
export interface IndexedFile {
  readonly id: string;
  readonly tree: string;
  readonly path: string;
  /** Milliseconds since 1970; 0 where it is not known. */
  readonly modifiedMs: number;
}

/** Records of one snapshot. */
export interface Catalogue {
  /** The chunks with these references, in their order. */
  chunksAt(refs: readonly ChunkRef[]): Promise<readonly IndexedChunk[]>;
  /** The chunk with this id. */
  find(id: string): Promise<IndexedChunk | undefined>;
  /** All chunk ids, sorted by code point. */
  ids(): Promise<readonly string[]>;
  /** All chunks by tree, path and position. */
  chunks(): Promise<readonly IndexedChunk[]>;
  /** All documents by tree and path. */
  documents(): Promise<readonly IndexedDocument[]>;
  /** The documents that hold chunks, with the times of their files. */
  files(): Promise<readonly IndexedFile[]>;
  /** When the file of a document was modified, in milliseconds since 1970; 0 where that is not known. */
  modifiedMs(tree: string, path: string): Promise<number>;
  /** Names of the trees that the snapshot holds. */
  trees(): Promise<readonly string[]>;
  /** How many chunks these trees hold; all trees by default. */
  countChunks(trees?: readonly string[]): Promise<number>;
}
