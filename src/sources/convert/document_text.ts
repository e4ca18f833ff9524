/** Makes one Markdown text of the parts of a converted document. */
import type { ConvertedDocument } from "../../document/formats/converted/document_parts.ts";

/** Each page, slide and sheet begins with a mark on a line of its own, from which results get their place. */
export function documentText({ unit, parts }: ConvertedDocument): string {
  return parts.map(({ place, name, text: bytes }) => {
    const text = new TextDecoder().decode(bytes);
    const isMarked = place !== null && (unit === "page" || unit === "slide" || unit === "sheet");
    const mark = isMarked ? `<!-- ${unit} ${(name ?? String(place)).replaceAll("--", "- -")} -->\n\n` : "";
    return `${mark}${text.trim()}\n`;
  }).join("\n");
}
