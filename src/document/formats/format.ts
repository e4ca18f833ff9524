/**
 * The door through which a file becomes a document. A format is one folder beside this file and one line in
 * `registry.ts`.
 */
import type { DocumentWarning, Metadata } from "../document.ts";
import type { Outline } from "../outline.ts";

export interface Format {
  /** Lower-case letters; part of the names of extracted texts. */
  readonly name: string;
  /** Raise it when the same bytes give another reading: the files of the format are then indexed again. */
  readonly version: number;
  /** In lower case, without the dot. No two formats share one. */
  readonly extensions: readonly string[];
  /** How the page shows the text. */
  readonly view: View;
  /**
   * `in-place`: the text is the file itself, and offsets count in it. `extracted`: the text is made from the file, and
   * is kept beside the index.
   */
  readonly placement: "in-place" | "extracted";
  /** The text may hold markup that is not text: passages of an in-place format are then looked through for it. */
  readonly hasHidden?: true;
  /** The code that reads such files, loaded when the first one is met. */
  load(): Promise<Reader>;
}

export interface Reader {
  /**
   * Reads one file. The bytes are never those of a binary file, and UTF-16 is decoded already. Throws `not-text`, with
   * the reason, for bytes that are nothing of the kind; everything less is one of the warnings. Only what is extracted
   * may be promised.
   */
  read(bytes: Uint8Array, path: string): Reading | Promise<Reading>;
}

/** Markdown, plain text, or text that was extracted from a page and is Markdown without frontmatter. */
export type View = "markdown" | "text" | "html";

/** What a format makes of a file. All offsets are bytes of `text`. */
export interface Reading {
  /** UTF-8. In place it is the file's own array. */
  readonly text: Uint8Array;
  /** Where the text begins that is indexed: after byte order mark and frontmatter. */
  readonly textStart: number;
  readonly properties: Properties;
  readonly outline: ReadingOutline;
  /** Where in the file the text comes from; null when offsets are the file's own. */
  readonly map: SourceMap | null;
  readonly warnings: readonly DocumentWarning[];
}

/** What a file says of itself beside its text. */
export interface Properties {
  readonly title: string | null;
  /** As written, without `#`, in order, no duplicates. */
  readonly tags: readonly string[];
  /** Lower case. */
  readonly lang: string | null;
  /** Scalars and lists of scalars other than title, tags and lang. */
  readonly metadata: Metadata;
  /** Everything, in the order of the file; null when it has no place for properties. */
  readonly values: Readonly<Record<string, unknown>> | null;
}

export const NO_PROPERTIES: Properties = { title: null, tags: [], lang: null, metadata: {}, values: null };

/** Headings and links: found by the core in text of a dialect it knows, or by the format. */
type ReadingOutline =
  | { readonly by: "core"; readonly dialect: Dialect }
  | (Outline & {
    readonly by: "format";
    /**
     * What is markup and not text, as start, end, start, end, … in ascending order. It is not indexed, phrases run
     * across it, and matches skip it.
     */
    readonly hidden: Uint32Array;
  });

/** What the core reads: CommonMark, or CommonMark with JavaScript. In both, `{#id}` may end a heading. */
export type Dialect = "markdown" | "mdx";

/** The text from `starts[n]` on comes from `places[n]`. Both ascend; the first start is 0. */
export interface SourceMap {
  readonly unit: "line" | "cell" | "page" | "slide" | "sheet";
  readonly starts: Uint32Array;
  /** Counted from 1. */
  readonly places: Uint32Array;
}
