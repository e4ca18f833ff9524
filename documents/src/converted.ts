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
