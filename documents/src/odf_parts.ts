/** The sheets of an OpenDocument workbook, and the slides of a presentation. */
import { escapeHtml } from "./archive.ts";
import type { Part } from "./converted.ts";
import type { OdtContext } from "./odt_context.ts";
import { tableHtml } from "./odt_tables.ts";
import { childOf, nodesIn, outermostNamed, textIn, type XmlNode } from "./xml_tree.ts";

/** `at` gets what stands before the lines that a part leaves out. */
type SayPlace = (place: string) => void;

export function readSheets(body: XmlNode, context: OdtContext, at: SayPlace): readonly Part[] {
  return nodesIn(body).filter(({ name }) => name === "table:table").flatMap((sheet, index): readonly Part[] => {
    const name = sheet.attributes["table:name"] ?? `Sheet${index + 1}`;
    at(`sheet ${name}: `);
    if (context.styles.isHidden("table", sheet.attributes["table:style-name"])) {
      context.omissions.add("hidden-sheet", spaced(sheet));
      return [];
    }
    const shapes = nodesIn(childOf(sheet, "table:shapes"));
    const html = tableHtml(sheet, context) + context.blocks(shapes, context) + context.after.splice(0).join("");
    return /^<table>(?:<tr>(?:<t[dh]><\/t[dh]>)*<\/tr>)*<\/table>$/.test(html)
      ? []
      : [{ place: index + 1, name, html: `<h2>${escapeHtml(name)}</h2>${html}` }];
  });
}

export function readSlides(body: XmlNode, context: OdtContext, at: SayPlace): readonly Part[] {
  return nodesIn(body).filter(({ name }) => name === "draw:page").flatMap((slide, index): readonly Part[] => {
    at(`slide ${index + 1}: `);
    if (context.styles.isHidden("drawing-page", slide.attributes["draw:style-name"])) {
      context.omissions.add("hidden-slide", spaced(slide));
      return [];
    }
    const shapes = nodesIn(slide).filter(({ name }) => name.startsWith("draw:"));
    const titles = shapes.filter(isTitle).map((title) => spaced(title)).filter((title) => title !== "");
    const notes = nodesIn(childOf(slide, "presentation:notes")).filter(({ name }) => name.startsWith("draw:"));
    const own = shapes.filter((shape) => !isTitle(shape));
    const said = context.blocks(notes, context) + context.after.splice(0).join("");
    const comments = nodesIn(slide).filter(({ name }) => name === "office:annotation").map((comment) =>
      `<p>Comment: ${escapeHtml(outermostNamed(comment, "text:p").map(textIn).join(" "))}</p>`
    );
    const html = titles.map((title) => `<h2>${escapeHtml(title)}</h2>`).join("") +
      context.blocks(own, context) + context.after.splice(0).join("") +
      (said === "" ? "" : `<p>Notes:</p>${said}`) + comments.join("");
    return [{ place: index + 1, html }];
  });
}

const isTitle = ({ attributes }: XmlNode): boolean => attributes["presentation:class"] === "title";

/** The text of a part, with spaces between its paragraphs. */
const spaced = (node: XmlNode): string =>
  outermostNamed(node, "text:p", "text:h").map((paragraph) => textIn(paragraph).trim()).join(" ").trim();
