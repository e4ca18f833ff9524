/**
 * The typed façade over the WebAssembly core. Strings that cross the boundary are copied, so there are few and large
 * calls: a file's bytes cross once, and later calls refer to spans of them. Every failure is an `RaError` with code
 * `engine`, `index-damaged` or `not-text`.
 */
import type { Dialect } from "../../document/formats/format.ts";
import type { Edition } from "../../document/edition.ts";
import type { Outline, OutlineHeading } from "../../document/outline.ts";
import type { ByteRange, Metadata, ParsedDocument } from "../../document/document.ts";
import type { AskedForms } from "../../search/ports/plan.ts";
import type { Highlight, SearchRequest, SearchResponse } from "../../search/ports/request.ts";
import type { Work } from "../../search/ports/work.ts";
import type {
  ChunkAnchor,
  ChunkRef,
  IndexedChunk,
  IndexedDocument,
  LinkNames,
  OtherPlace,
} from "../../search/ports/catalogue.ts";
import type { SegmentStats } from "./core_types.ts";

export type { SegmentStats };

/** The part that reads. A process that never writes loads a smaller module for it. */
export interface ReadingEngine {
  /** The version of schema and analyzer. After a change, stored segments cannot be read any more. */
  readonly schemaVersion: string;
  /** Opens segments for searching. It reads only their footers at first. */
  openReader(segments: readonly SegmentSource[]): SegmentReader;
  /** The matches of a query in a text as a reader sees it, as disjoint, ascending byte ranges. */
  highlight(text: Uint8Array, stemmer: string, highlight: Highlight, work?: Work): readonly ByteRange[];
  /**
   * Starts the core anew, because its memory grows and never shrinks. Readers open their segments again. Batches and
   * editors that are in use fail.
   */
  restart(): void;
  /** The whole engine. Its readers and this one's know nothing of each other. */
  whole(): Promise<Engine>;
}

export interface Engine extends ReadingEngine {
  createBatch(): Batch;
  /** Opens segments for deleting and merging. */
  openEditor(segments: readonly SegmentSource[]): SegmentEditor;
  /** Headings and links of the Markdown in `bytes`. `from` is the byte after the frontmatter. */
  outline(bytes: Uint8Array, from: number, dialect?: Dialect): Outline;
  /**
   * The text as a reader sees it, from byte `from` on (src/text/visible.ts). Throws `not-text` when the bytes are not
   * UTF-8.
   */
  visibleText(bytes: Uint8Array, from: number, dialect: Dialect): Uint8Array;
  /** The bytes that are JavaScript in this dialect: `[start, end, start, end, …]`, ascending. */
  scriptRanges(bytes: Uint8Array, from: number, dialect: Dialect): Uint32Array;
}

/** Collects documents for one immutable segment. */
export interface Batch {
  /**
   * Copies one file into the core. `headings` and `add` then refer to it. Markup of the dialect (by default Markdown)
   * is not indexed, and neither are the `signs` that stand for other files. Throws `not-text` when the file is not
   * UTF-8.
   */
  load(bytes: Uint8Array, dialect?: Dialect, signs?: readonly ByteRange[]): void;
  /** The same for a text of another format, whose markup is in `hidden`: `[start, end, start, end, …]`. */
  loadPlain(text: Uint8Array, hidden: Uint32Array): void;
  /**
   * As `load`, for a file of Markdown with so many bytes, which `read` puts into the core's own memory. The view is
   * valid until `read` returns. Throws what `read` throws.
   */
  loadFrom(size: number, read: (into: Uint8Array) => void): void;
  /** Headings of the loaded file, from byte `from` on. */
  headings(from: number): readonly OutlineHeading[];
  /**
   * Indexes the loaded file as this document with this stemmer. With `auto`, the core detects the language of the text.
   * A document without chunks adds nothing.
   */
  add(document: ReadDocument, stemmer: string, edition?: Edition | null): void;
  /**
   * Divides the loaded file at its headings and indexes it, like `parseDocument` with the strategy `headings` and then
   * `add`, in one call. Undefined where only `parseDocument` can divide it. Nothing has been added then.
   */
  addByHeadings(properties: DocumentProperties, stemmer: string): AddedDocument | undefined;
  /**
   * The same for a loaded file of Markdown, whose frontmatter the core reads as well. Undefined where only the host can
   * read the frontmatter or divide the document. A document that states its language is one of them.
   */
  addMarkdown(file: MarkdownFile, stemmer: string): AddedDocument | undefined;
  /**
   * The byte of the loaded file from which on markup of its dialect counts as text, because to find it took too much
   * work.
   */
  readonly gaveUpAt: number | undefined;
  /** The bytes of all files added so far. */
  readonly sourceBytes: number;
  readonly chunks: number;
  /** The segment, or undefined when nothing was added. The batch cannot be used after that. */
  finish(): SegmentData | undefined;
  /** Frees an unfinished batch. */
  free(): void;
}

/** A document that the host has read. The core finds the anchors and links of Markdown. */
interface ReadDocument extends ParsedDocument, Pick<Outline, "anchors"> {
  /** Where its links lead, as an outline has them; a wiki link with `wiki:` before its name. */
  readonly destinations?: readonly string[];
}

/** A document before it is divided. */
interface DocumentProperties
  extends Pick<ParsedDocument, "docId" | "tree" | "path" | "tags" | "lang" | "metadata" | "textStart"> {
  /** The title that the frontmatter states, or null. */
  readonly title: string | null;
  readonly asides?: readonly string[];
  readonly edition?: Edition | null;
}

interface MarkdownFile extends Pick<ParsedDocument, "docId" | "tree" | "path"> {
  /** Values that the tree states. Those of the file come before them. */
  readonly metadata: Metadata;
  /** The language that the tree states. */
  readonly lang?: string | null;
  readonly edition?: Edition | null;
}

export interface AddedDocument {
  readonly chunks: number;
  /** The chunk with the longest body: the characters of its body, and the line on which it starts. */
  readonly longest: { readonly characters: number; readonly line: number } | null;
  /** The line of the first heading that counts as text, because a limit was reached. */
  readonly limitLine: number | null;
  /** The date that its frontmatter states, milliseconds since 1970, or null. */
  readonly date: number | null;
}

export interface SegmentData {
  readonly bytes: Uint8Array;
  readonly stats: SegmentStats;
}

export interface SegmentSource {
  /**
   * Segments with the same identity have the same bytes. Readers that are open together share what follows from these.
   */
  readonly identity?: string;
  /** Bytes of the segment. */
  readonly size: number;
  readonly stats: SegmentStats;
  /** The deletion set as the core wrote it, or null. */
  readonly deletes: Uint8Array | null;
  /** Reads whole pages of 64 KiB. The last page of a segment is shorter. */
  read(offset: number, into: Uint8Array): void;
  /** Reads the segment's vector file (docs/formats.md); null when it has none. Called when a search needs it. */
  readonly vectors?: (() => Uint8Array) | null;
}

/** A live chunk that has text and no vector. */
export interface UnembeddedChunk {
  /** The index of the segment in the list that the reader was opened with. */
  readonly segment: number;
  /** The chunk's number in its segment: its row in the vector file. */
  readonly chunk: number;
  readonly ref: ChunkRef;
}

/** The new deletion set of one segment. It replaces the old one. */
export interface Deletion {
  /** The index of the segment in the list that the editor was opened with. */
  readonly segment: number;
  readonly deletes: Uint8Array;
  readonly stats: SegmentStats;
}

/** A search that has found its candidates. End it with one call of `finish` or `free`. */
export interface StartedSearch {
  /** The chunks whose bodies `finish` takes. Empty without feedback. */
  readonly wanted: readonly ChunkRef[];
  /** `texts` has the bodies of the wanted chunks in their order. A chunk without one gives nothing. */
  finish(texts: readonly (Uint8Array | null)[]): SearchResponse;
  free(): void;
}

/**
 * Reads open segments. A reader never changes. Its references are valid for this reader only. A call with `work` takes
 * what it costs from there. It asks every 100,000 units whether to go on, and throws `too-expensive` when none is left.
 */
export interface SegmentReader {
  /** Candidates of a query, best first, without feedback. */
  search(request: SearchRequest, work?: Work): SearchResponse;
  /** Starts a search that may need texts for feedback. */
  start(request: SearchRequest, work?: Work): StartedSearch;
  /** The other forms of words that count: a list for each candidate. */
  knownForms(asked: AskedForms, work?: Work): readonly (readonly string[])[];
  /** The live chunk with this id. */
  find(id: string): IndexedChunk | undefined;
  /** The chunks with these references, in their order. */
  chunksAt(refs: readonly ChunkRef[], work?: Work): readonly IndexedChunk[];
  /** Where the text of each chunk stands too, the shortest path first. */
  alsoIn(refs: readonly ChunkRef[], work?: Work): readonly (readonly OtherPlace[])[];
  /** Part of the text of a chunk's document, from byte `start` on, as a reader sees it (src/text/visible.ts). */
  visible(ref: ChunkRef, text: Uint8Array, start: number): Uint8Array;
  /** All live chunk ids, sorted by code point. */
  ids(): readonly string[];
  /** All live chunks by tree, path, position. */
  chunks(): readonly IndexedChunk[];
  /** The documents of the chunks with these references, in their order. */
  documentsAt(refs: readonly ChunkRef[], work?: Work): readonly IndexedDocument[];
  /** All live documents by tree and path. */
  documents(): readonly IndexedDocument[];
  /** The names by which links lead to places in live documents, beside ids, each with the chunk there. */
  anchors(): readonly ChunkAnchor[];
  /** The live documents with a link that may lead to one of these names or labels: the document chunk of each. */
  linking(targets: LinkNames, work?: Work): readonly ChunkRef[];
  /** The vectors of chunks, in their order; undefined where a chunk has none of this model. */
  vectorsAt(refs: readonly ChunkRef[], model: string): readonly (Float32Array | undefined)[];
  /**
   * The live chunks that have no vector of this model, in the order of segments and numbers. Chunks marked as blank are
   * left out, and so are failed ones unless `failedToo` is set.
   */
  unembedded(model: string, failedToo: boolean): readonly UnembeddedChunk[];
  free(): void;
}

/** Makes new deletion sets and segments from open segments, which stay as they are. */
export interface SegmentEditor {
  /** Marks every chunk of these documents as deleted. Returns only the segments that change. */
  delete(docIds: readonly string[]): readonly Deletion[];
  /**
   * Merges these segments, given by index and in order, into one without deleted chunks. Undefined when no chunk is
   * left.
   */
  merge(segments: readonly number[]): SegmentData | undefined;
  /** The numbers of a segment's live chunks, ascending. `merge` writes them one segment after the other. */
  liveChunks(segment: number): Uint32Array;
  free(): void;
}
