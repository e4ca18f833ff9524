/**
 * The typed façade over the WebAssembly core. Calls are few and fat: a file's bytes cross once, spans after that.
 * Every failure is an `RaError` with code `engine`, `index-damaged` or `not-text`.
 */
import type { Dialect } from "../document/formats/format.ts";
import type { Outline, OutlineHeading } from "../document/outline.ts";
import type { ByteRange, ParsedDocument } from "../document/document.ts";
import type { Highlight, SearchRequest, SearchResponse } from "../ports/request.ts";
import type { ChunkRef, IndexedChunk, IndexedDocument } from "../ports/catalogue.ts";

export interface Engine {
  /** Version of schema and analyzer: a change means that stored segments are of no use. */
  readonly schemaVersion: string;
  createBatch(): Batch;
  /** Opens segments for searching. Nothing but footers is read before it is needed. */
  openReader(segments: readonly SegmentSource[]): SegmentReader;
  /** Opens segments for deleting and merging. */
  openEditor(segments: readonly SegmentSource[]): SegmentEditor;
  /** Headings and links of the Markdown in `bytes` from byte `from`, which is after the frontmatter. */
  outline(bytes: Uint8Array, from: number, dialect?: Dialect): Outline;
  /** The bytes that are markup in this dialect: `[start, end, start, end, …]`, ascending. Markdown has none. */
  hiddenRanges(bytes: Uint8Array, from: number, dialect: Dialect): Uint32Array;
  /**
   * Where the matches of a query stand in a text: disjoint, ascending byte ranges. Nothing matches in the bytes of the
   * text that are `hidden`, given like the result of `hiddenRanges`.
   */
  highlight(text: Uint8Array, stemmer: string, highlight: Highlight, hidden?: Uint32Array): readonly ByteRange[];
}

/** Collects documents for one immutable segment. */
export interface Batch {
  /**
   * Copies one file in; `headings` and `add` refer to it. What the dialect (Markdown unless told) says is markup is not
   * indexed, and neither are the bytes in `hidden`: `[start, end, start, end, …]`. Throws `not-text` when the file is
   * not UTF-8.
   */
  load(bytes: Uint8Array, dialect?: Dialect, hidden?: Uint32Array): void;
  /** Headings of the loaded file from byte `from`. */
  headings(from: number): readonly OutlineHeading[];
  /**
   * Indexes the loaded file as this document with this stemmer (`auto`: that of its language). A document without
   * chunks adds nothing.
   */
  add(document: ParsedDocument, stemmer: string): void;
  /** Bytes of the files added so far. */
  readonly sourceBytes: number;
  readonly chunks: number;
  /** The segment, or undefined when nothing was added. The batch is used up. */
  finish(): SegmentData | undefined;
  /** Frees an unfinished batch. */
  free(): void;
}

export interface SegmentData {
  readonly bytes: Uint8Array;
  readonly stats: SegmentStats;
}

/** Counts of live (not deleted) content; ranking needs them before it reads a segment. */
export interface SegmentStats {
  readonly documents: number;
  readonly chunks: number;
  /** Sum of indexed lengths by field, in terms. */
  readonly lengths: Readonly<Record<string, number>>;
  /** Live documents by stemmer. */
  readonly stemmers: Readonly<Record<string, number>>;
}

export interface SegmentSource {
  /** Bytes of the segment. */
  readonly size: number;
  readonly stats: SegmentStats;
  /** Deletion set as the core wrote it, or null. */
  readonly deletes: Uint8Array | null;
  /** Reads whole pages of 64 KiB; the last of a segment is shorter. */
  read(offset: number, into: Uint8Array): void;
}

/** New deletion set of one segment, replacing its old one. */
export interface Deletion {
  /** Index into the segments the reader was opened with. */
  readonly segment: number;
  readonly deletes: Uint8Array;
  readonly stats: SegmentStats;
}

/** Reads opened segments. It never changes; references are good for this reader alone. */
export interface SegmentReader {
  /** Candidates of a query, best first. */
  search(request: SearchRequest): SearchResponse;
  /** The live chunk with this id. */
  find(id: string): IndexedChunk | undefined;
  /** The chunks with these references, in their order. */
  chunksAt(refs: readonly ChunkRef[]): readonly IndexedChunk[];
  /** All live chunk ids, sorted by code point. */
  ids(): readonly string[];
  /** All live chunks by tree, path, position. */
  chunks(): readonly IndexedChunk[];
  /** All live documents by tree and path. */
  documents(): readonly IndexedDocument[];
  free(): void;
}

/** Makes new deletion sets and segments from opened ones, which stay as they are. */
export interface SegmentEditor {
  /** Marks every chunk of these documents as deleted; only segments that change are returned. */
  delete(docIds: readonly string[]): readonly Deletion[];
  /** Merges segments (indices, in order) into one without deleted chunks; undefined when nothing is left. */
  merge(segments: readonly number[]): SegmentData | undefined;
  free(): void;
}
