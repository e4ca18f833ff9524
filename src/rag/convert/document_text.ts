/** Makes one Markdown text of the parts of a converted document. */
import { read } from "../../document/formats/html/read_html.ts";

/** What `ra-documents` gives. */
export interface ConvertedDocument {
  readonly unit: "page" | "slide" | "sheet" | "cell" | null;
  readonly parts: readonly {
    readonly place: number | null;
    readonly name?: string;
    readonly html?: string;
    readonly markdown?: string;
  }[];
  readonly title: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  readonly confidence?: number;
}

/** Each page, slide and sheet begins with a mark on a line of its own, from which results get their place. */
export function documentText({ unit, parts }: ConvertedDocument): string {
  return parts.map(({ place, name, html, markdown }) => {
    const text = html === undefined ? markdown ?? "" : markdownOf(html);
    const isMarked = place !== null && (unit === "page" || unit === "slide" || unit === "sheet");
    const mark = isMarked ? `<!-- ${unit} ${(name ?? String(place)).replaceAll("--", "- -")} -->\n\n` : "";
    return `${mark}${text.trim()}\n`;
  }).join("\n");
}

function markdownOf(html: string): string {
  return new TextDecoder().decode(read(new TextEncoder().encode(html)).text);
}
