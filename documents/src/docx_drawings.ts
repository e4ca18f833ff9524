/** Pictures, text boxes, charts and diagrams in a DOCX document. */
import { escapeHtml } from "./archive.ts";
import type { DocxContext } from "./docx_context.ts";
import { createFields } from "./docx_fields.ts";
import { chartHtml } from "./office_chart.ts";
import { diagramHtml } from "./office_diagram.ts";
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
  const stated = about?.["descr"]?.trim() || about?.["title"]?.trim() || "";
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
        context.omissions.add("unreadable", `embedded object ${node.attributes["ProgID"] ?? ""}`);
        break;
      default: {
        const own: string = pictureText(node) || (isUsed ? "" : stated);
        isUsed ||= own === stated;
        if (own !== "") texts.push(own);
        else if (!isDecoration(drawing)) context.omissions.add("picture", pictureName(node, about?.["name"], context));
      }
    }
  }
  if (!isUsed && texts.length === 0 && html.length === 0 && stated !== "") texts.push(stated);
  return { texts, html: html.join("") };
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
