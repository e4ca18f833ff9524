/** Headers and footers of a DOCX document: what they say once, if the document does not say it. */
import type { DocxContext } from "./docx_context.ts";
import { plainLine } from "./plain_line.ts";
import type { Piece } from "./docx_pieces.ts";
import { isOn } from "./docx_styles.ts";
import { isPageWords } from "./page_words.ts";
import { childOf, outermostNamed, type XmlNode } from "./xml_tree.ts";

export interface Margin {
  readonly id: string;
  readonly isHeader: boolean;
  /** Whether Word shows it on some page. */
  readonly isShown: boolean;
}

/** In the order of the document, headers and footers of each section. */
export function marginsOf(body: XmlNode | undefined, settings: XmlNode | undefined): readonly Margin[] {
  const stated = (node: XmlNode | undefined, name: string): boolean => {
    const found = childOf(node, name);
    return found !== undefined && isOn(found.attributes["w:val"]);
  };
  const hasEven = stated(settings, "w:evenAndOddHeaders");
  return outermostNamed(body, "w:sectPr").flatMap((section) =>
    outermostNamed(section, "w:headerReference", "w:footerReference").map(({ name, attributes }) => {
      const type = attributes["w:type"];
      return {
        id: attributes["r:id"] ?? "",
        isHeader: name === "w:headerReference",
        isShown: type === "first" ? stated(section, "w:titlePg") : type !== "even" || hasEven,
      };
    })
  );
}

/** Whether a line of a header or footer is told elsewhere, or is only the number of the page. Counts it. */
export function isRepeatedLine(pieces: readonly Piece[], text: string, { lines, omissions }: DocxContext): boolean {
  const line = plainLine(text);
  if (line === "") return false;
  const isOfPage = pieces.some((piece) => piece.kind === "text" && piece.format.isPageNumber);
  const isRepeated = lines.has(line) || (isOfPage && saysNothing(pieces));
  if (isRepeated) omissions.add("running-head", text);
  return isRepeated;
}

function saysNothing(pieces: readonly Piece[]): boolean {
  const others = pieces.map((piece) =>
    piece.kind === "text" && !piece.format.isPageNumber ? piece.text : piece.kind === "html" ? piece.text : " "
  ).join("");
  return isPageWords(others);
}
