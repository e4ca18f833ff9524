/** Made from schemas/listings.ts by `npm run build:shapes`; never edited. */
import type { ChunkRecord } from "./search.ts";

/** A document. */
export interface DocumentReport {
  readonly id: string;
  readonly tree: string;
  /** Path relative to the tree, with `/`. */
  readonly path: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly chunks: number;
  /** Size of the file. */
  readonly bytes: number;
  /** When the file was changed, ISO 8601, UTC. */
  readonly modified: string;
  /** Its place among the documents of its tree, from 1: in the order of the site's navigation, then by path. */
  readonly position: number;
  /** The titles of the parts and folders around it in the navigation, from the outermost on. */
  readonly section: readonly string[];
}

/** Identity, place and span of a chunk: of a document, or of the part of it under one heading. */
export type ChunkReport = ChunkRecord;

/** A tag. */
export interface TagReport {
  readonly tag: string;
  /** How many documents have it. */
  readonly documents: number;
}
