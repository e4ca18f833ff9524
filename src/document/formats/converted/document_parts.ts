/** What `ra-documents` makes of a file, and the Markdown of its parts. */
import type { OutlineHeading } from "../../outline.ts";
import type { OmittedPieces } from "../../../shapes/inspection.ts";
import { readText } from "../html/read_html.ts";
import { mergeOmissions } from "../merge_omissions.ts";

interface DocumentFacts {
  readonly unit: "page" | "slide" | "sheet" | "cell" | null;
  readonly title: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  readonly confidence?: number;
  readonly notes?: readonly string[];
  readonly omitted?: readonly OmittedPieces[];
}

interface PartFacts {
  readonly place: number | null;
  readonly name?: string;
  readonly confidence?: number;
}

/** The same as `Converted` of `ra-documents`. */
export interface UnreadDocument extends DocumentFacts {
  readonly parts: readonly (PartFacts & { readonly html: string })[];
}

export interface ConvertedDocument extends DocumentFacts {
  readonly parts: readonly DocumentPart[];
}

/** Offsets count in the part's own text. */
interface DocumentPart extends PartFacts {
  readonly text: Uint8Array;
  readonly headings: readonly OutlineHeading[];
  /** Ranges of markup: start, end, start, end, … */
  readonly hidden: readonly number[];
}

/** Reads the HTML of the parts. */
export function readParts({ parts, ...facts }: UnreadDocument): ConvertedDocument {
  const omissions: OmittedPieces[] = [...facts.omitted ?? []];
  const read = parts.map(({ html, ...part }) => {
    // Encoded text would take the memory of the page once more.
    const { text, outline, omitted = [] } = readText(html, html.length);
    const before = part.place === null || facts.unit === null ? "" : `${facts.unit} ${part.place}: `;
    for (const { lines, ...omission } of omitted) {
      omissions.push({ ...omission, lines: lines.map((line) => before + line) });
    }
    return outline.by === "format"
      ? { ...part, text, headings: outline.headings, hidden: [...outline.hidden] }
      : { ...part, text, headings: [], hidden: [] };
  });
  const omitted = mergeOmissions(omissions);
  return { ...facts, parts: read, ...(omitted.length === 0 ? {} : { omitted }) };
}
