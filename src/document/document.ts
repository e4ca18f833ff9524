/**
 * The chunk tree of one file, as data. Byte offsets point into the document's text: the file's own bytes, or the text
 * extracted from them. Lines are 1-based. They are lines of the file where the format knows them.
 */

/** Half-open byte range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** One node of the chunk tree (docs/chunking.md). Every strategy of `chunking/` produces these. */
export interface Chunk {
  /** `{tree}:{path}` or `{tree}:{path}#{slug}`. A file in no tree has only the path. */
  readonly id: string;
  readonly docId: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly slug: string | null;
  /** 0 for the document, and otherwise 1–6 for headings (strategies may go deeper). */
  readonly depth: number;
  /** The chunk's index in `ParsedDocument.chunks`, which is in pre-order. The document has 0. */
  readonly position: number;
  /** Position of the parent; null for the document. */
  readonly parent: number | null;
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly startLine: number;
  readonly endLine: number;
  /** The number of the parent's children, this chunk included; 1 for the document. */
  readonly siblingCount: number;
  /** `Doc › Parent › Own`, without the leading `> `. */
  readonly breadcrumb: string;
  /** The parts of the span that belong to this chunk's body: everything but its children and their heading lines. */
  readonly bodyRanges: readonly ByteRange[];
  /** The parts of the body whose text is indexed: `bodyRanges` without frontmatter. */
  readonly indexedRanges: readonly ByteRange[];
}

/** Where a title comes from (docs/json.md). */
export type TitleSource = "properties" | "heading" | "navigation" | "first-line" | "file-name";

/** Metadata values as written. Every value is a list. */
export type Metadata = Readonly<Record<string, readonly string[]>>;

export interface ParsedDocument {
  readonly docId: string;
  readonly tree: string | null;
  readonly path: string;
  /** The name of its format. */
  readonly format: string;
  readonly title: string;
  readonly titleFrom: TitleSource;
  /** In order, as written but without `#` and without duplicates. */
  readonly tags: readonly string[];
  /** `lang` of the frontmatter in lower case, or null. */
  readonly lang: string | null;
  /** Every scalar or list of scalars in the frontmatter, except title, tags and lang. */
  readonly metadata: Metadata;
  /** What the frontmatter says beside title, tags, language and metadata. */
  readonly asides: readonly string[];
  /** All frontmatter values, for `inspect doc`; null when there is no frontmatter. */
  readonly frontmatter: Readonly<Record<string, unknown>> | null;
  readonly warnings: readonly DocumentWarning[];
  /** Where its text begins: after the byte order mark and the frontmatter. */
  readonly textStart: number;
  /** In pre-order; empty when the file is blank. */
  readonly chunks: readonly Chunk[];
  readonly links: readonly import("./outline.ts").OutlineLink[];
  /** The ranges that the format marks as not text: start, end, start, end, …. Null where the core finds them. */
  readonly hidden: Uint32Array | null;
}

export interface DocumentWarning {
  readonly code:
    | "frontmatter-syntax"
    | "frontmatter-unclosed"
    | "frontmatter-not-a-mapping"
    | "html-too-deep"
    | "html-too-large"
    | "include-unresolved"
    | "markup-syntax"
    | "metadata-too-long"
    | "not-converted"
    | "not-utf-8"
    | "notebook-damaged"
    | "text-omitted"
    | "work-limit";
  readonly message: string;
  /** 1-based. */
  readonly line: number;
  /** With `text-omitted`: the pieces of each kind. */
  readonly omitted?: Readonly<Record<string, number>>;
}
