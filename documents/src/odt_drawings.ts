/** Pictures, text boxes, formulas, charts and other objects in an ODT document. */
import { escapeHtml } from "./archive.ts";
import type { OdtContext } from "./odt_context.ts";
import { childOf, isNode, named, nodesIn, outermost, textIn, type XmlNode } from "./xml_tree.ts";

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

/** Formulas stand in the line; the tables of charts and sheets follow. */
function objectHtml(object: XmlNode, about: string | undefined, context: OdtContext): Drawn {
  const path = (object.attributes["xlink:href"] ?? "").replace(/^\.\//, "").replace(/\/$/, "");
  const root = nodesIn(object)[0] ?? context.archive.xml(`${path}/content.xml`);
  if (root?.name === "math:math") {
    // The source of the program's own language.
    for (const source of named(root, "annotation")) context.omissions.add("second-form", textIn(source));
    const html = mathHtml(root);
    return { inline: { html, text: textIn(root) }, after: "" };
  }
  const titles = outermost(root, ({ name }) => name === "chart:title" || name === "chart:subtitle").map(textIn);
  const tables = outermost(root, ({ name }) => name === "table:table");
  const after = titles.map((title) => `<p>${escapeHtml(title)}</p>`).join("") +
    context.blocks(tables, apart(context));
  if (after === "") context.omissions.add("unreadable", `embedded object ${path}`);
  const text = about ?? "";
  return { inline: text === "" ? NOTHING : { html: `<img src="" alt="${escapeHtml(text)}">`, text }, after };
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
