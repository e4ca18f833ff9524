/** What a converter makes of a file. */

/** A part in order. ra makes Markdown of its HTML. */
export interface Part {
  /** The number of the page, slide or sheet, from 1. Null where the format has none. */
  readonly place: number | null;
  /** The name of a sheet. */
  readonly name?: string;
  /** Of OCR, 0 to 100. Absent where the text is the file's own. */
  readonly confidence?: number;
  readonly html: string;
}

/** Text of one kind that the converter left out. */
export interface Omission {
  /** Such as `running-head`. docs/documents.md lists them. */
  readonly kind: OmissionKind;
  /** The pieces. */
  readonly count: number;
  /** What was left out, one line each, in order. `page 3: ` and the like stand before it where there are places. */
  readonly lines: readonly string[];
}

export type OmissionKind =
  /** A line at the edge of a page that stands on other pages, too. */
  | "running-head"
  /** A picture without a description. Words in it are not read. */
  | "picture"
  /** Text that the program of the format does not show. */
  | "hidden-text"
  | "hidden-sheet"
  | "hidden-slide"
  /** The second form of a text that is there, such as the fallback of a drawing. */
  | "second-form"
  /** The frame of a page: menus, banners, buttons. */
  | "page-frame"
  /** Numbers of lines beside code. */
  | "line-number"
  /** A part that cannot be read. */
  | "unreadable";

export interface Converted {
  /** What the parts are. */
  readonly unit: "page" | "slide" | "sheet" | null;
  readonly parts: readonly Part[];
  readonly title: string | null;
  /** Scalars that the file states: author, created, language. */
  readonly metadata: Readonly<Record<string, string>>;
  /** One plain sentence each. */
  readonly warnings: readonly string[];
  /** The mean confidence of OCR, 0 to 100. Absent where none ran. */
  readonly confidence?: number;
  /** What is in the file, and not in the parts. */
  readonly omitted?: readonly Omission[];
  /** How headings were found, one plain sentence each. */
  readonly notes?: readonly string[];
}

export interface ConvertOptions {
  readonly ocr: "never" | "auto" | "always";
  /** Tesseract's names, such as `eng`. */
  readonly languages: readonly string[];
  /** A folder with `LANG.traineddata.gz` for each language. */
  readonly languageFolder?: string | undefined;
}

/** A file that cannot be converted. The message is one plain sentence without an end. */
export class ConversionFailure extends Error {
  override readonly name = "ConversionFailure";
}
