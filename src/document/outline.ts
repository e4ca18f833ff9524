/**
 * The headings and links that the core's Markdown parser finds in one file. All offsets are bytes of the file on disk.
 */
export interface Outline {
  readonly headings: readonly OutlineHeading[];
  readonly links: readonly OutlineLink[];
  /** Names by which links lead to places in the document, beside the headings' own ids. */
  readonly anchors?: readonly OutlineAnchor[] | undefined;
  /** The tags that stand in the text, as `#tag`, without the sign. */
  readonly tags?: readonly string[] | undefined;
}

/** `<a id="x">`, `(x)=` or `[](){#x}`. */
interface OutlineAnchor {
  readonly name: string;
  /** For an anchor in or right before a heading, where the heading's body starts. */
  readonly at: number;
}

/** An ATX or setext heading that is a direct child of the document, or a heading in HTML. */
export interface OutlineHeading {
  /** 1–6. */
  readonly level: number;
  /** Plain text. It keeps inline code, reduces emphasis and links to their text, and drops HTML tags. */
  readonly text: string;
  /**
   * The id that the document itself gives to the heading, for links. In Markdown, it stands in braces at the end, such
   * as `{#id}`, `{: #id .class}` or `{id="x"}`, or in a comment, and `text` leaves it out. In HTML, it is the `id`
   * attribute.
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
