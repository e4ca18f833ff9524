/** The port through which retrieval reads records of chunks and documents. */
import type { Metadata } from "../../document/document.ts";

/**
 * Refers to a chunk in one snapshot. It has no meaning outside that snapshot, and its value tells you nothing. Only
 * compare it with `===` and pass it back.
 */
export type ChunkRef = string | number;

/** A chunk that contains other chunks. */
export interface Ancestor {
  readonly id: string;
  readonly ref: ChunkRef;
}

/** A chunk as the index stores it. */
export interface IndexedChunk {
  readonly ref: ChunkRef;
  readonly id: string;
  readonly docId: string;
  /** The chunks that contain it, from the nearest up to the document. */
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
  /**
   * Where its text begins. The document's own chunk begins after the frontmatter; for all others, it equals
   * `byteStart`.
   */
  readonly textStart: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly stemmer: string;
  /** The pieces of the file that were indexed as this chunk's body. */
  readonly body: readonly (readonly [start: number, end: number])[];
}

export interface IndexedDocument {
  readonly id: string;
  readonly tree: string;
  readonly path: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly lang: string | null;
  /** The name of its version, in a tree with several; else null. */
  readonly version: string | null;
  readonly metadata: Metadata;
  readonly chunks: number;
  /** Bytes of the file. */
  readonly bytes: number;
}

/** Another place with a chunk's text, or with its page in another language or version. */
export interface OtherPlace {
  /** A chunk with an equal text, or the root of the page. */
  readonly ref: ChunkRef;
  readonly reason: "copy" | "translation" | "version";
}

/** A name by which links lead to a place in a document, beside the ids of its sections. */
export interface ChunkAnchor {
  readonly name: string;
  /** The innermost chunk around the place. */
  readonly ref: ChunkRef;
}

/** By what links may name a document. */
export interface LinkNames {
  /** Names of its file, its title, and the ends of its addresses. */
  readonly names: readonly string[];
  /** Names of places in it that a link gives without the document. */
  readonly labels: readonly string[];
}

/** What is known of an indexed document without its record. */
export interface IndexedFile {
  readonly id: string;
  readonly tree: string;
  readonly path: string;
  /** When the file was modified, in milliseconds since 1970; 0 when the time is unknown. */
  readonly modifiedMs: number;
  /** The date that the frontmatter states, in milliseconds since 1970; without one, `modifiedMs`. */
  readonly dateMs: number;
}

/** The records of one snapshot. */
export interface Catalogue {
  /** The chunks with these references, in their order. */
  chunksAt(refs: readonly ChunkRef[]): Promise<readonly IndexedChunk[]>;
  /** The vectors of chunks, in their order; undefined where a chunk has none of this embedder (`Embedder.key`). */
  vectorsAt(refs: readonly ChunkRef[], model: string): Promise<readonly (Float32Array | undefined)[]>;
  /** The chunk with this id; without one, the chunk whose id differs only in how its letters are composed. */
  find(id: string): Promise<IndexedChunk | undefined>;
  /**
   * Where the text of each of these chunks stands too, the shortest path first. Copies have the same checksum of their
   * text.
   */
  alsoIn(refs: readonly ChunkRef[]): Promise<readonly (readonly OtherPlace[])[]>;
  /** The chunks of the document with this id, in the order of the text. Empty when there is no such document. */
  sections(docId: string): Promise<readonly IndexedChunk[]>;
  /** The anchors of all documents. */
  anchors(): Promise<readonly ChunkAnchor[]>;
  /** The document chunks of documents with a link that may lead to these. Some lead elsewhere; none is missing. */
  linking(targets: LinkNames): Promise<readonly ChunkRef[]>;
  /** All chunk ids, sorted by code point. */
  ids(): Promise<readonly string[]>;
  /** All chunks by tree, path and position. */
  chunks(): Promise<readonly IndexedChunk[]>;
  /** The documents of the chunks with these references, in their order. */
  documentsAt(refs: readonly ChunkRef[]): Promise<readonly IndexedDocument[]>;
  /** All documents by tree and path. */
  documents(): Promise<readonly IndexedDocument[]>;
  /** The documents that have chunks, with the times of their files. */
  files(): Promise<readonly IndexedFile[]>;
  /** `dateMs` of a document. */
  dateMs(tree: string, path: string): Promise<number>;
  /** Names of the trees in the snapshot. */
  trees(): Promise<readonly string[]>;
  /** The number of chunks in these trees; by default in all trees. */
  countChunks(trees?: readonly string[]): Promise<number>;
}
