/**
 * What the core takes and gives beside requests and answers. Made by `npm run build:core`; never edited. From:
 * wasm/src/document.rs
 * wasm/src/segment.rs
 * wasm/src/reader/stored.rs
 * wasm/src/outline.rs
 */

/**
 * A document from the host (`ParsedDocument`), as an array of these values in this order. Spans point into the loaded
 * file. Without chunks, it is still to be divided.
 */
export type DividedDocument = readonly [
  docId: string,
  tree: string | null,
  path: string,
  tags: readonly string[],
  lang: string | null,
  metadata: Readonly<Record<string, readonly string[]>>,
  /** What the frontmatter says beside these. */
  asides: readonly string[],
  /** The byte after the frontmatter. */
  textStart: number,
  chunks: readonly DividedChunk[],
  /** Only set in a tree with several languages or versions. */
  edition: DividedEdition | null,
  /** The names by which links lead to places, each with its byte, where the host has read the document. */
  anchors: readonly (readonly [string, number])[],
  /** Where its links lead, as its outline has them, where the host has read the document. */
  links: readonly string[],
];

/** Which of the languages and versions of a page a document is. */
export type DividedEdition = readonly [
  /** The path without the folders of its language and version. */
  page: string,
  /** The place of its language among those of the tree, from 0. The first one leads. */
  locale: number,
  /** The code of its language. */
  lang: string | null,
  /** The place of its version among those of the tree, from 0 for the newest. */
  version: number,
  /** The name of its version. */
  versionName: string | null,
];

export type DividedChunk = readonly [
  title: string,
  slug: string | null,
  depth: number,
  parent: number | null,
  byteStart: number,
  byteEnd: number,
  startLine: number,
  endLine: number,
  siblingCount: number,
  breadcrumb: string,
  indexedRanges: readonly (readonly [start: number, end: number])[],
];

/** Counts of live content. They are kept beside the segment, because ranking needs them before it reads a segment. */
export interface SegmentStats {
  readonly documents: number;
  readonly chunks: number;
  /** The sum of lengths by field. Each length is as precise as it is stored (tantivy's one-byte field norm). */
  readonly lengths: Readonly<Record<string, number>>;
  /** By field, the number of chunks for which it counts and that have a word in it. Averages are over these. */
  readonly holders: Readonly<Record<string, number>>;
  /** Live documents by stemmer. */
  readonly stemmers: Readonly<Record<string, number>>;
}

/** A stored chunk for the host, with all values that are derived from its neighbours. */
export interface StoredChunk {
  readonly at: readonly [number, number];
  /** None for the document's own chunk, whose id is the document's id. */
  readonly slug: string | null;
  /**
   * The chunks that contain it, from the nearest up to the document: their numbers in the same segment, and their
   * slugs.
   */
  readonly ancestors: readonly (readonly [number, string | null])[];
  readonly docId: string;
  readonly tree: string;
  readonly path: string;
  readonly title: string;
  readonly breadcrumb: string;
  readonly depth: number;
  readonly position: number;
  readonly siblingCount: number;
  readonly byteStart: number;
  readonly byteEnd: number;
  /** Where its text begins. The document's own chunk begins after the frontmatter. */
  readonly textStart: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly stemmer: string;
  readonly body: readonly (readonly [number, number])[];
}

/** The order in which they are written. */
export const STORED_CHUNK_VALUES = [
  "at",
  "slug",
  "ancestors",
  "docId",
  "tree",
  "path",
  "title",
  "breadcrumb",
  "depth",
  "position",
  "siblingCount",
  "byteStart",
  "byteEnd",
  "textStart",
  "startLine",
  "endLine",
  "stemmer",
  "body",
] as const;

export interface StoredDocument {
  readonly id: string;
  readonly tree: string;
  readonly path: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly lang: string | null;
  /** The name of its version, in a tree with several. */
  readonly version: string | null;
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  readonly chunks: number;
  readonly bytes: number;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** From `{#id}` at its end, or of its element. */
  readonly id: string | null;
  readonly lineStart: number;
  readonly bodyStart: number;
}

export type LinkKind = "link" | "image" | "wiki";

export interface CoreLink {
  readonly kind: LinkKind;
  readonly destination: string;
  readonly start: number;
  readonly end: number;
}

/** A name by which a link leads to a place in the document, beside the headings' own ids. */
export interface Anchor {
  readonly name: string;
  /** For one in or right before a heading, where the heading's body starts. */
  readonly at: number;
}

export interface CoreOutline {
  readonly headings: readonly Heading[];
  readonly anchors: readonly Anchor[];
  readonly links: readonly CoreLink[];
  /** The tags that stand in the text, as `#tag`, without the sign. */
  readonly tags: readonly string[];
}
