/** Pictures, text boxes, formulas, charts and other objects in an ODT document. */
import { escapeHtml } from "./archive.ts";
import type { OdtContext } from "./odt_context.ts";
import { childOf, isNode, named, nodesIn, outermost, outermostNamed, textIn, type XmlNode } from "./xml_tree.ts";

export interface Drawn {
  /** What stands in the line. */
  readonly inline: { readonly html: string; readonly text: string };
  /** What follows the paragraph. */
  readonly after: string;
}

/** What follows a paragraph in a box stays in the box. */
const apart = (context: OdtContext): OdtContext => ({ ...context, after: [], isInCell: false });

const NOTHING = { html: "", text: "" };

/** `node` is a `draw:frame`, a shape, or a group of them. */
export function drawnHtml(node: XmlNode, context: OdtContext): Drawn {
  if (node.name !== "draw:frame") {
    // Shapes hold paragraphs, and groups hold shapes.
    const parts = nodesIn(node);
    const drawn = parts.filter(({ name }) => name.startsWith("draw:")).map((each) => drawnHtml(each, context));
    const text = context.blocks(parts.filter(({ name }) => /^text:(?:p|h|list)$/.test(name)), apart(context));
    const inline = drawn.map((each) => each.inline);
    return {
      inline: { html: inline.map(({ html }) => html).join(""), text: inline.map((each) => each.text).join(" ") },
      after: text + drawn.map(({ after }) => after).join(""),
    };
  }
  const about = ["svg:desc", "svg:title"].map((name) => textIn(childOf(node, name)).trim()).find((text) => text !== "");
  const box = childOf(node, "draw:text-box");
  if (box !== undefined) {
    return { inline: NOTHING, after: context.blocks(nodesIn(box), apart(context)) };
  }
  const table = childOf(node, "table:table");
  if (table !== undefined) return { inline: NOTHING, after: context.blocks([table], apart(context)) };
  const object = childOf(node, "draw:object") ?? childOf(node, "draw:object-ole");
  if (object !== undefined) return objectHtml(object, about, context);
  return pictureHtml(node, about, context);
}

function pictureHtml(frame: XmlNode, about: string | undefined, { omissions }: OdtContext): Drawn {
  if (about !== undefined) {
    return { inline: { html: `<img src="" alt="${escapeHtml(about)}">`, text: about }, after: "" };
  }
  const image = childOf(frame, "draw:image");
  const name = image?.attributes["xlink:href"]?.split("/").at(-1) ?? frame.attributes["draw:name"] ?? "";
  if (image !== undefined) omissions.add("picture", name);
  else if (childOf(frame, "draw:plugin") !== undefined) omissions.add("unreadable", `embedded object ${name}`);
  return { inline: NOTHING, after: "" };
}

/** Formulas stand in the line; what charts, sheets, drawings and texts hold follows. */
function objectHtml(object: XmlNode, about: string | undefined, context: OdtContext): Drawn {
  const href = (object.attributes["xlink:href"] ?? "").replace(/^\.\//, "").replace(/\/$/, "");
  const path = `${context.folder}${href}`;
  const root = nodesIn(object)[0] ?? context.archive.xml(`${path}/content.xml`);
  if (root?.name === "math:math") {
    // The source of the program's own language.
    for (const source of named(root, "annotation")) context.omissions.add("second-form", textIn(source));
    const html = mathHtml(root);
    return { inline: { html, text: textIn(root) }, after: "" };
  }
  const body = outermostNamed(root, ...BODIES)[0];
  const isChart = body !== undefined && CHARTS.includes(body.name);
  const inside = { ...apart(context), folder: `${path}/` };
  const titles = isChart ? outermostNamed(body, "chart:title", "chart:subtitle").map(textIn) : [];
  const after = titles.map((title) => `<p>${escapeHtml(title)}</p>`).join("") +
    context.blocks(body === undefined ? [] : contentOf(body), inside) + inside.after.splice(0).join("");
  // A chart without words draws cells of its sheet.
  if (after === "" && isChart) context.omissions.add("picture", `chart ${href}`);
  else if (after === "") context.omissions.add("unreadable", `embedded object ${path}`);
  const text = about ?? "";
  return { inline: text === "" ? NOTHING : { html: `<img src="" alt="${escapeHtml(text)}">`, text }, after };
}

const CHARTS = ["office:chart", "chart:chart"];
const BODIES = [...CHARTS, "office:spreadsheet", "office:drawing", "office:presentation", "office:text"];

function contentOf(body: XmlNode): readonly XmlNode[] {
  if (body.name === "office:text") return nodesIn(body);
  const isShape = ({ name }: XmlNode): boolean => name.startsWith("draw:") && name !== "draw:page";
  return outermost(body, (node) => node.name === "table:table" || isShape(node));
}

/** MathML as HTML has it: without prefixes, and without the form of the program. */
function mathHtml(node: XmlNode): string {
  const tag = node.name.slice(node.name.indexOf(":") + 1);
  if (tag === "annotation" || tag === "annotation-xml" || !/^[a-z]+$/.test(tag)) return "";
  return `<${tag}>${
    node.children.map((child) => (isNode(child) ? mathHtml(child) : escapeHtml(child.trim()))).join("")
  }</${tag}>`;
}

/** The text of a deleted passage. */
export function deletedTexts(changes: XmlNode): readonly string[] {
  return named(changes, "deletion").map((deletion) =>
    nodesIn(deletion).filter(({ name }) => name.startsWith("text:")).map(textIn).join(" ")
  ).filter((text) => text.trim() !== "");
}
