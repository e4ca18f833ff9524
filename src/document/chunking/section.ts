/** What a chunking strategy is given and what it answers. */
import type { ChunkingSettings } from "../../config/config.ts";
import type { OutlineHeading } from "../outline.ts";

/** Sizes that strategies read; characters unless the name says lines. */
export type ChunkSizes = ChunkingSettings & { readonly min_chunk_size: number };

/** One document that is to be divided. All offsets are bytes into `bytes`. */
export interface ChunkingInput {
  readonly bytes: Uint8Array;
  readonly path: string;
  readonly type: "markdown" | "text";
  /** Title of the document. */
  readonly title: string;
  /** Title that the file states in its properties, or null. */
  readonly statedTitle: string | null;
  /** Where the document's span begins: after a byte order mark. */
  readonly start: number;
  /** Where its text begins: after byte order mark and frontmatter. */
  readonly textStart: number;
  /** Headings in document order; none in text files. */
  readonly headings: readonly OutlineHeading[];
  readonly sizes: ChunkSizes;
}

/** A part of a document below the document itself. Its parent is the nearest earlier section of lower depth. */
export interface Section {
  readonly title: string;
  /** Made unique within the document by a `-1`, `-2`, … at the end. */
  readonly slug: string;
  /** 1 or more. */
  readonly depth: number;
  /** Where its heading begins; equal to `start` when it has none. `[headingStart, start)` is in no body. */
  readonly headingStart: number;
  readonly start: number;
  readonly end: number;
  /** Titles below the document's that lead to this section, its own last. */
  readonly crumbs: readonly string[];
}

/**
 * Divides a document: sections in pre-order, that is, in order of `headingStart`, parents first. What no section covers
 * stays in the body of the section around it, in the end of the document, so no text is ever lost.
 */
export type ChunkingFunction = (input: ChunkingInput) => readonly Section[];
