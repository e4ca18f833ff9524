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

/** In the order of the document, headers and footers of each section. A section without one has that of the section before. */
export function marginsOf(body: XmlNode | undefined, settings: XmlNode | undefined): readonly Margin[] {
  const stated = (node: XmlNode | undefined, name: string): boolean => {
    const found = childOf(node, name);
    return found !== undefined && isOn(found.attributes["w:val"]);
  };
  const hasEven = stated(settings, "w:evenAndOddHeaders");
  const margins: OpenMargin[] = [];
  /** Those of the section, by their kinds. */
  const open = new Map<string, OpenMargin>();
  for (const section of outermostNamed(body, "w:sectPr")) {
    for (const { name, attributes } of outermostNamed(section, "w:headerReference", "w:footerReference")) {
      const type = attributes["w:type"] ?? "default";
      const margin = { id: attributes["r:id"] ?? "", isHeader: name === "w:headerReference", type, isShown: false };
      margins.push(margin);
      open.set(`${name} ${type}`, margin);
    }
    const hasFirst = stated(section, "w:titlePg");
    for (const margin of open.values()) {
      margin.isShown ||= margin.type === "first" ? hasFirst : margin.type !== "even" || hasEven;
    }
  }
  return margins;
}

interface OpenMargin extends Margin {
  readonly type: string;
  isShown: boolean;
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
