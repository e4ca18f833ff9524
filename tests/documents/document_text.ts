/** What `ra rag convert` makes of a document. */
import type { ConvertedDocument } from "../../src/document/formats/converted/document_parts.ts";
import { joinParts, partsOf } from "../../src/sources/text/parted_text.ts";

/** Its text, before it gets its normal form. */
export function documentText(converted: ConvertedDocument): string {
  return partsOf(converted).parts.map(({ markdown }) => `${markdown.trim()}\n`).join("\n");
}

/** The texts of its pages, slides, sheets or cells, each after `NUMBER NAME: `. */
export function partTexts(converted: ConvertedDocument): readonly string[] {
  const { text, parts } = joinParts(partsOf(converted));
  return parts.map(({ start, place, name }, at) => {
    const own = new TextDecoder().decode(text.subarray(start, parts[at + 1]?.start)).trim();
    return `${place}${name === undefined ? "" : ` ${name}`}: ${own}`;
  });
}
