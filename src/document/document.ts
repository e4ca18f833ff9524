/**
 * The chunk tree of one file, as data. Byte offsets point into the document's text: the file's own bytes, or what was
 * extracted from them. Lines are 1-based, and the file's where the text knows them.
 */

/** Half-open byte range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** One node of the chunk tree (docs/chunking.md). Every strategy of `chunking/` produces these. */
export interface Chunk {
  /** `{tree}:{path}` or `{tree}:{path}#{slug}`; just the path when the file is in no tree. */
  readonly id: string;
  readonly docId: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly slug: string | null;
  /** 0 for the document, else 1–6 for headings (strategies may go deeper). */
  readonly depth: number;
  /** Pre-order index, 0 for the document. A chunk's index in `ParsedDocument.chunks` equals its position. */
  readonly position: number;
  /** Position of the parent; null for the document. */
  readonly parent: number | null;
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Children of the parent, self included; 1 for the document. */
  readonly siblingCount: number;
  /** `Doc › Parent › Own`, without the leading `> `. */
  readonly breadcrumb: string;
  /** The parts of the span that belong to this node's body: outside children and surviving heading lines. */
  readonly bodyRanges: readonly ByteRange[];
  /** The parts of the body whose text is indexed: `bodyRanges` without frontmatter. */
  readonly indexedRanges: readonly ByteRange[];
}

/** Metadata values as written, in lists. */
export type Metadata = Readonly<Record<string, readonly string[]>>;

export interface ParsedDocument {
  readonly docId: string;
  readonly tree: string | null;
  readonly path: string;
  /** Name of its format. */
  readonly format: string;
  readonly title: string;
  /** As written, without `#`, in order, no duplicates. */
  readonly tags: readonly string[];
  /** Frontmatter `lang`, lower case, or null. */
  readonly lang: string | null;
  /** Every scalar or list of scalars of the frontmatter other than title, tags and lang. */
  readonly metadata: Metadata;
  /** All frontmatter values for `inspect doc`; null when there is none. */
  readonly frontmatter: Readonly<Record<string, unknown>> | null;
  readonly warnings: readonly DocumentWarning[];
  /** Where its text begins: after byte order mark and frontmatter. */
  readonly textStart: number;
  /** Pre-order; empty when the file is blank. */
  readonly chunks: readonly Chunk[];
  readonly links: readonly import("./outline.ts").OutlineLink[];
  /** What the format found to be no text, as start, end, start, end, …; null where the core finds it. */
  readonly hidden: Uint32Array | null;
}

export interface DocumentWarning {
  readonly code: "frontmatter-syntax" | "frontmatter-unclosed" | "frontmatter-not-a-mapping" | "html-too-deep";
  readonly message: string;
  /** 1-based. */
  readonly line: number;
}
