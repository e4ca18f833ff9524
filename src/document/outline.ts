/** What the core's Markdown parser reports about one file. All offsets are bytes into the file as it is on disk. */
export interface Outline {
  readonly headings: readonly OutlineHeading[];
  readonly links: readonly OutlineLink[];
}

/** An ATX or setext heading that is a direct child of the document. */
export interface OutlineHeading {
  /** 1–6. */
  readonly level: number;
  /** Plain text: inline code kept, emphasis and links reduced to their text, tags of HTML elements dropped. */
  readonly text: string;
  /**
   * The id by which others link to it, where the document states one: `{#id}` or `{#id .class}` at its end, which is no
   * part of `text`, or the `id` of a page.
   */
  readonly id: string | null;
  /** First byte of the heading's first line, indentation included. */
  readonly lineStart: number;
  /** Byte after the newline of the heading's last line (of the underline, for setext), or the end of the file. */
  readonly bodyStart: number;
}

/** A link, image or wiki link outside code. */
export interface OutlineLink {
  readonly kind: "link" | "image" | "wiki";
  /** Destination as written, entities and escapes resolved. */
  readonly destination: string;
  readonly start: number;
  readonly end: number;
}
