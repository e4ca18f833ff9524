/** A format turns a file into a document. Each format is one folder beside this file and one line in `registry.ts`. */
import type { OmittedPieces } from "../../shapes/inspection.ts";
import type { DocumentWarning } from "../document.ts";
import type { IncludePlace } from "../includes/find_includes.ts";
import type { Outline } from "../outline.ts";
import type { Conversions } from "./conversions.ts";
import type { FoundMarkup } from "./markup.ts";
import type { Properties } from "./properties.ts";

export interface Format {
  /** In lower-case letters. It becomes part of the names of extracted texts. */
  readonly name: string;
  /** Raise it when the same bytes give another result. ra then indexes all files of the format again. */
  readonly version: number;
  /** In lower case, without the dot. Each extension belongs to one format. */
  readonly extensions: readonly string[];
  /** For a format whose files their first bytes tell, where the name is not enough. */
  readonly told?: ToldByContent;
  /** How the web page shows the text. */
  readonly view: DocumentView;
  /**
   * `in-place`: the text is the file itself, and offsets count in it. `extracted`: the text is made from the file, and
   * is stored beside the index.
   */
  readonly placement: "in-place" | "extracted";
  /** The language of the text, for an in-place format whose markup the core finds. */
  readonly dialect?: Dialect;
  /**
   * How bytes become text. `text`: as the bytes alone tell. `page`: also as the page says. `none`: the file is not
   * text, and the reader gets its bytes as they are.
   */
  readonly decoding: "text" | "page" | "none";
  /** The core alone; a reader in TypeScript, which may leave the outline to the core; `ra-documents` in a child. */
  readonly readBy: "core" | "reader" | "converter";
  /** In a tree, such files are plain text: only `convert_docs` of a `rag.yaml` converts them. */
  readonly isTextInTrees?: true;
  /** Words that a text has where it takes in other files. For a format that says its own places, see `includes`. */
  readonly includeSigns?: readonly string[];
  /** A byte takes about so many times longer to read than a byte of text. By default, as long. */
  byteCost?(ocr: OcrOptions["ocr"]): number;
  /** Loads the code that reads such files. Called when the first such file is read. */
  load(): Promise<FormatReader>;
}

/** How to tell files of a format that has no extension of its own. */
interface ToldByContent {
  /** Matched on a path. A file with such a name that begins otherwise is plain text. */
  readonly names: RegExp;
  /** Includes by which a tree takes only files that begin like the format. */
  readonly globs: readonly string[];
  begins(bytes: Uint8Array): boolean;
  /** Why a file that begins otherwise is not read. */
  readonly reason: string;
}

export interface FormatReader {
  /**
   * Reads one file. Unless the format decodes nothing, the bytes are UTF-8. Throws `not-text`, with the reason, for
   * bytes that are not in this format at all. Lesser problems become warnings. Only an extracted format may return a
   * promise. Throws `DocumentWaits` where `conversions` leaves no time.
   */
  read(
    bytes: Uint8Array,
    path: string,
    options: ReadingOptions,
    conversions?: Conversions,
  ): Reading | Promise<Reading>;
  /** What a format with the view `markup` finds in a text. `isPart`: the text was cut out of a document. */
  markup?(text: string, isPart?: boolean): FoundMarkup;
  /** Where a text of a format with `includeSigns` takes in other files, in bytes. */
  includes?(text: string): readonly IncludePlace[];
}

/** What the tree of a file says of how it is read. */
export interface ReadingOptions extends OcrOptions {
  /** Whether text that the code of notebooks printed is read. */
  readonly notebook_outputs?: boolean;
}

/** Whether text is read from pictures: never, from pictures and pages without text, or from all pages. */
export interface OcrOptions {
  readonly ocr: "never" | "auto" | "always";
  /** Tesseract's names, such as `eng`. */
  readonly languages: readonly string[];
}

export const NO_OCR: OcrOptions = { ocr: "never", languages: [] };

/**
 * Markdown, plain text, HTML, whose extracted text is Markdown without frontmatter, or a format whose reader finds
 * blocks and marks.
 */
export type DocumentView = "markdown" | "text" | "html" | "markup";

/** The result of reading a file. All offsets are bytes of `text`. */
export interface Reading {
  /** UTF-8. For an in-place format, it is the file's own array. */
  readonly text: Uint8Array;
  /** Where the indexed text begins: after the byte order mark and the frontmatter. */
  readonly textStart: number;
  readonly properties: Properties;
  readonly outline: ReadingOutline;
  /** Maps the text to places in the file; null when offsets are those of the file. */
  readonly map: SourceMap | null;
  readonly warnings: readonly DocumentWarning[];
  /** What is in the file, and not in the text. */
  readonly omitted?: readonly OmittedPieces[];
  /** How the file was converted. Absent for formats that need no converter. */
  readonly conversion?: Conversion;
}

/** What a converter says of its work. */
export interface Conversion {
  readonly unit: SourceMap["unit"] | null;
  readonly parts: readonly ConvertedPart[];
  /** One sentence each, such as which letters make a heading. */
  readonly notes: readonly string[];
}

/** A page, slide or sheet, or the whole file. */
export interface ConvertedPart {
  /** Counted from 1. Null where the format has none. */
  readonly place: number | null;
  readonly characters: number;
  /** Of OCR, 0 to 100. Null where the text is the file's own. */
  readonly confidence: number | null;
}

/** Headings and links. Either the core finds them in a dialect that it knows, or the format does. */
type ReadingOutline =
  | { readonly by: "core"; readonly dialect: Dialect }
  | (Outline & {
    readonly by: "format";
    /**
     * The ranges that are markup rather than text, as start, end, start, end, … in ascending order. Markup is not
     * indexed. Phrases match across it, and highlights skip it.
     */
    readonly hidden: Uint32Array;
  });

/** The languages that the core reads: CommonMark, or CommonMark with JavaScript. In both, `{#id}` may end a heading. */
export type Dialect = "markdown" | "mdx";

/** The text from `starts[n]` on comes from `places[n]`. Both lists ascend, and the first start is 0. */
export interface SourceMap {
  readonly unit: "line" | "cell" | "page" | "slide" | "sheet";
  readonly starts: Uint32Array;
  /** Counted from 1. */
  readonly places: Uint32Array;
}
