/** What a chunking strategy gets and returns. */
import type { ChunkingSettings } from "../../config/config.ts";
import type { OutlineHeading } from "../outline.ts";

/** The sizes that strategies use. They count characters unless the name says lines or tokens. */
export type ChunkSizes = ChunkingSettings & { readonly min_chunk_size: number };

/** One document to divide. All offsets are bytes into `bytes`. */
export interface ChunkingInput {
  readonly bytes: Uint8Array;
  readonly path: string;
  readonly type: "markdown" | "text";
  /** The title of the document. */
  readonly title: string;
  /** The title in the file's properties, or null. */
  readonly statedTitle: string | null;
  /** Where the document's span begins: after the byte order mark. */
  readonly start: number;
  /** Where its text begins: after the byte order mark and the frontmatter. */
  readonly textStart: number;
  /** Headings in the order of the document; empty in text files. */
  readonly headings: readonly OutlineHeading[];
  readonly sizes: ChunkSizes;
}

/** A part of a document. Its parent is the nearest earlier section with a lower depth, or else the document. */
export interface Section {
  readonly title: string;
  /** A repeated slug gets `-1`, `-2`, … at the end, so that it is unique in the document. */
  readonly slug: string;
  /** 1 or more. */
  readonly depth: number;
  /** Where its heading begins; equal to `start` when it has none. No body contains `[headingStart, start)`. */
  readonly headingStart: number;
  readonly start: number;
  readonly end: number;
  /** The titles that lead to this section, without the document's. The section's own is last. */
  readonly crumbs: readonly string[];
}

/**
 * Divides a document into sections. They are in pre-order: sorted by `headingStart`, parents first. Text that no
 * section covers stays in the body of the section around it, or of the document, so no text is lost.
 */
export type ChunkingFunction = (input: ChunkingInput) => readonly Section[];
