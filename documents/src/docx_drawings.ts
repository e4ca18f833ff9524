/** Pictures, text boxes, charts and diagrams in a DOCX document. */
import { escapeHtml } from "./archive.ts";
import type { DocxContext } from "./docx_context.ts";
import { createFields } from "./docx_fields.ts";
import { chartHtml } from "./office_chart.ts";
import { diagramHtml } from "./office_diagram.ts";
import { embeddedHtml } from "./office_embedded.ts";
import { childOf, nodesIn, outermost, outermostNamed, textIn, type XmlNode } from "./xml_tree.ts";

export interface DrawnText {
  /** The texts of pictures, which stand in the line. */
  readonly texts: readonly string[];
  /** Text boxes, charts and diagrams, which follow the paragraph. */
  readonly html: string;
}

/** `drawing` is a `w:drawing`, `w:pict` or `w:object`. */
export function drawnText(drawing: XmlNode, context: DocxContext): DrawnText {
  const texts: string[] = [];
  const html: string[] = [];
  const about = outermostNamed(drawing, "wp:docPr")[0]?.attributes;
  const descriptions = descriptionsIn(drawing);
  const stated = descriptions[0] ?? "";
  let isUsed = false;
  for (const node of outermost(drawing, isDrawn)) {
    switch (node.name) {
      case "w:txbxContent":
        html.push(context.blocks(nodesIn(node), { ...context, fields: createFields() }));
        break;
      case "a:p": {
        const text = outermostNamed(node, "a:t").map(textIn).join("").trim();
        if (text !== "") html.push(`<p>${escapeHtml(text)}</p>`);
        break;
      }
      case "v:textpath":
        html.push(`<p>${escapeHtml(node.attributes["string"] ?? "")}</p>`);
        break;
      case "c:chart":
      case "cx:chart":
        html.push(aboutHtml(isUsed ? "" : stated), chartHtml(context, node.attributes["r:id"]));
        isUsed = true;
        break;
      case "dgm:relIds":
        html.push(aboutHtml(isUsed ? "" : stated), diagramHtml(context, node.attributes["r:dm"]));
        isUsed = true;
        break;
      case "o:OLEObject":
        html.push(embeddedHtml(context, node.attributes["r:id"], node.attributes["ProgID"]));
        break;
      default: {
        const own: string = pictureText(node) || (isUsed ? "" : stated);
        isUsed ||= own === stated;
        if (own !== "") texts.push(own);
        else if (!isDecoration(drawing)) context.omissions.add("picture", pictureName(node, about?.["name"], context));
      }
    }
  }
  texts.push(...descriptions.slice(isUsed ? 1 : 0).filter((text) => !texts.includes(text)));
  return { texts, html: html.join("") };
}

/** Of the drawing, and of groups and shapes in it. Pictures have their own. */
function descriptionsIn(drawing: XmlNode): readonly string[] {
  const found = new Set<string>();
  const look = (node: XmlNode): void => {
    const { attributes, name } = node;
    if (name === "w:txbxContent" || name === "pic:pic") return;
    const isShape = name === "wp:docPr" || /^wp[gsc]:cNvPr$/.test(name);
    const text = isShape ? attributes["descr"]?.trim() || attributes["title"]?.trim() : attributes["alt"]?.trim();
    if (text !== undefined && text !== "" && (isShape || name.startsWith("v:"))) found.add(text);
    nodesIn(node).forEach(look);
  };
  look(drawing);
  return [...found];
}

const DRAWN: ReadonlySet<string> = new Set([
  "w:txbxContent",
  "a:p",
  "v:textpath",
  "c:chart",
  "cx:chart",
  "dgm:relIds",
  "o:OLEObject",
  "pic:pic",
  "v:imagedata",
]);

const isDrawn = ({ name }: XmlNode): boolean => DRAWN.has(name);

const aboutHtml = (text: string): string => text === "" ? "" : `<p>${escapeHtml(text)}</p>`;

function pictureText(picture: XmlNode): string {
  const { attributes } = picture.name === "v:imagedata"
    ? picture
    : childOf(childOf(picture, "pic:nvPicPr"), "pic:cNvPr") ?? picture;
  return attributes["descr"]?.trim() || (picture.name === "v:imagedata" ? attributes["o:title"]?.trim() ?? "" : "");
}

function pictureName(picture: XmlNode, name: string | undefined, { relations }: DocxContext): string {
  const id = picture.attributes["r:id"] ?? outermostNamed(picture, "a:blip")[0]?.attributes["r:embed"] ?? "";
  return relations.get(id)?.target.split("/").at(-1) ?? name ?? "";
}

/** Programs mark lines and backgrounds so that readers of the screen leave them out. */
function isDecoration(drawing: XmlNode): boolean {
  return outermost(drawing, ({ name }) => name.endsWith(":decorative"))
    .some(({ attributes }) => /^(?:1|true)$/.test(attributes["val"] ?? ""));
}
