/** What `ra-documents` makes of a file, and the Markdown of its parts. */
import type { OutlineHeading } from "../../outline.ts";
import { read } from "../html/read_html.ts";

/** The same as `Converted` of `ra-documents`. */
export interface ConvertedDocument {
  readonly unit: "page" | "slide" | "sheet" | "cell" | null;
  readonly parts: readonly DocumentPart[];
  readonly title: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  readonly confidence?: number;
  readonly notes?: readonly string[];
}

interface DocumentPart {
  readonly place: number | null;
  readonly name?: string;
  readonly confidence?: number;
  readonly html?: string;
  readonly markdown?: string;
}

interface PartText {
  readonly text: Uint8Array;
  readonly headings: readonly OutlineHeading[];
  readonly hidden: Uint32Array;
}

/** Offsets count in the part's own text. Notebooks have Markdown, whose outline nobody needs here. */
export function partText({ html, markdown = "" }: DocumentPart): PartText {
  if (html === undefined) return { text: new TextEncoder().encode(markdown), headings: [], hidden: new Uint32Array() };
  const { text, outline } = read(new TextEncoder().encode(html));
  return outline.by === "format"
    ? { text, headings: outline.headings, hidden: outline.hidden }
    : { text, headings: [], hidden: new Uint32Array() };
}
