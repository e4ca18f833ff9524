/**
 * The headings and links that the core's Markdown parser finds in one file. All offsets are bytes of the file on disk.
 */
export interface Outline {
  readonly headings: readonly OutlineHeading[];
  readonly links: readonly OutlineLink[];
}

/** An ATX or setext heading that is a direct child of the document. */
export interface OutlineHeading {
  /** 1–6. */
  readonly level: number;
  /** Plain text. It keeps inline code, reduces emphasis and links to their text, and drops HTML tags. */
  readonly text: string;
  /**
   * The id that the document itself gives to the heading, for links. In Markdown, it is `{#id}` or `{#id .class}` at
   * the end, and `text` leaves it out. In HTML, it is the `id` attribute.
   */
  readonly id: string | null;
  /** The first byte of the heading's first line, including the indentation. */
  readonly lineStart: number;
  /** The byte after the newline of the heading's last line (for setext, of the underline), or the end of the file. */
  readonly bodyStart: number;
  /** Where its section ends, if that is before the next heading of the same or a higher rank. */
  readonly end?: number | undefined;
}

/** A link, image or wiki link outside code. */
export interface OutlineLink {
  readonly kind: "link" | "image" | "wiki";
  /** The destination as written, with entities and escapes resolved. */
  readonly destination: string;
  readonly start: number;
  readonly end: number;
}
