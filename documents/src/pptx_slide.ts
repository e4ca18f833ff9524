/** The shapes of a slide as HTML. */
import { type Archive, escapeHtml } from "./archive.ts";
import { chartHtml } from "./office_chart.ts";
import { diagramHtml } from "./office_diagram.ts";
import { embeddedHtml } from "./office_embedded.ts";
import type { Omissions } from "./omissions.ts";
import { type Box, inReadingOrder, type Layout, ownBox } from "./pptx_order.ts";
import { bodyHtml, lineHtml, type Links, tableHtml } from "./pptx_text.ts";
import { childOf, nodesIn, outermost, outermostNamed, textIn, type XmlNode } from "./xml_tree.ts";

export interface SlideContext {
  readonly archive: Archive;
  readonly relations: Links;
  readonly omissions: Omissions;
  readonly layout: Layout;
  /** Texts of headers and footers that the show has told. */
  readonly told: Set<string>;
}

/** What is on every slide: date, footer, number. */
const MARGINS: ReadonlySet<string> = new Set(["dt", "ftr", "hdr", "sldNum"]);
const TITLES: ReadonlySet<string> = new Set(["title", "ctrTitle"]);

/** `tree` is the `p:spTree` of a slide or of its notes. Titles are headings of slides only. */
export function shapesHtml(tree: XmlNode | undefined, context: SlideContext): string {
  const shapes = shapesIn(tree, context).map((shape) => ({ shape, box: boxOf(shape, context) }));
  const isTitle = ({ shape }: { readonly shape: XmlNode }): boolean => TITLES.has(placeholderOf(shape));
  const isMargin = ({ shape }: { readonly shape: XmlNode }): boolean => MARGINS.has(placeholderOf(shape));
  const others = shapes.filter((each) => !isTitle(each) && !isMargin(each));
  return [...shapes.filter(isTitle), ...inReadingOrder(others), ...shapes.filter(isMargin)]
    .map(({ shape }) => shapeHtml(shape, context)).join("");
}

/** The texts of a layout or a master, without its placeholders. Its pictures are decoration. */
export function fixedShapesHtml(tree: XmlNode | undefined, context: SlideContext): string {
  return shapesIn(tree, context).filter((shape) => /^p:(?:sp|grpSp|graphicFrame)$/.test(shape.name))
    .filter((shape) => placeholderNode(shape) === undefined && shownText(shape) !== "")
    .map((shape) => shapeHtml(shape, context)).join("");
}

/** Of shapes in two forms, the first that says something. */
function shapesIn(tree: XmlNode | undefined, context: SlideContext): readonly XmlNode[] {
  return nodesIn(tree).flatMap((node): readonly XmlNode[] => {
    if (node.name !== "mc:AlternateContent") return [node];
    const [choice, fallback] = [childOf(node, "mc:Choice"), childOf(node, "mc:Fallback")];
    const second = shownText(fallback);
    const isChoice = choice !== undefined && (second === "" || shownText(choice) !== "" || !isEmptyOf(choice));
    if (isChoice && second !== "") context.omissions.add("second-form", second);
    return shapesIn(isChoice ? choice : fallback ?? choice, context);
  });
}

const isEmptyOf = (node: XmlNode): boolean =>
  outermostNamed(node, "p:graphicFrame", "c:chart", "dgm:relIds").length === 0;

function shownText(node: XmlNode | undefined): string {
  return outermostNamed(node, "a:t", "m:t").map(textIn).join(" ").trim();
}

function placeholderOf(shape: XmlNode): string {
  const found = placeholderNode(shape);
  return found === undefined ? "" : found.attributes["type"] ?? "body";
}

/** Not that of a shape in a group. */
function placeholderNode(shape: XmlNode): XmlNode | undefined {
  const properties = nodesIn(shape).find(({ name }) => /^p:nv.*Pr$/.test(name));
  return childOf(childOf(properties, "p:nvPr"), "p:ph");
}

function boxOf(shape: XmlNode, { layout }: SlideContext): Box | undefined {
  const placeholder = placeholderNode(shape);
  return ownBox(shape) ?? (placeholder === undefined ? undefined : layout(placeholder));
}

function shapeHtml(shape: XmlNode, context: SlideContext): string {
  const about = childOf(nodesIn(shape).find(({ name }) => /^p:nv.*Pr$/.test(name)), "p:cNvPr")?.attributes ?? {};
  if (/^(?:1|true)$/.test(about["hidden"] ?? "")) {
    const hidden = shownText(shape);
    if (hidden !== "") context.omissions.add("hidden-text", hidden);
    return "";
  }
  switch (shape.name) {
    case "p:sp":
    case "p:cxnSp":
      return aboutHtml(shape, about) + textHtml(shape, context);
    case "p:grpSp":
      return aboutHtml(shape, about) + shapesHtml(shape, context);
    case "p:graphicFrame":
      return frameHtml(shape, about["descr"] ?? "", context);
    case "p:pic":
      return pictureHtml(shape, about, context);
    default:
      return "";
  }
}

/** What is said of a shape, if it does not say it itself. */
function aboutHtml(shape: XmlNode, about: Readonly<Record<string, string | undefined>>): string {
  const text = about["descr"]?.trim() || about["title"]?.trim() || "";
  return text === "" || shownText(shape).includes(text) ? "" : `<p>${escapeHtml(text)}</p>`;
}

function textHtml(shape: XmlNode, context: SlideContext): string {
  const body = childOf(shape, "p:txBody");
  if (body === undefined) return "";
  const kind = placeholderOf(shape);
  if (TITLES.has(kind)) {
    const title = lineHtml(body, context.relations);
    return title === "" ? "" : `<h2>${title}</h2>`;
  }
  if (!MARGINS.has(kind)) return bodyHtml(body, context.relations, kind === "body" || kind === "obj");
  const line = shownText(body).replace(/\s+/g, " ");
  if (line === "") return "";
  if (kind !== "sldNum" && !context.told.has(line)) {
    context.told.add(line);
    return bodyHtml(body, context.relations, false);
  }
  context.omissions.add("running-head", line);
  return "";
}

function frameHtml(frame: XmlNode, about: string, context: SlideContext): string {
  const { omissions, relations } = context;
  const html: string[] = about.trim() === "" ? [] : [`<p>${escapeHtml(about.trim())}</p>`];
  for (const node of outermost(frame, ({ name }) => FRAMED.has(name))) {
    if (node.name === "a:tbl") html.push(tableHtml(node, relations, (text) => omissions.add("hidden-text", text)));
    else if (node.name === "dgm:relIds") html.push(diagramHtml(context, node.attributes["r:dm"]));
    else if (node.name === "p:oleObj") {
      html.push(embeddedHtml(context, node.attributes["r:id"], node.attributes["progId"]));
    } else if (node.name !== "mc:Fallback") html.push(chartHtml(context, node.attributes["r:id"]));
  }
  return html.join("");
}

const FRAMED: ReadonlySet<string> = new Set(["a:tbl", "c:chart", "cx:chart", "dgm:relIds", "p:oleObj", "mc:Fallback"]);

function pictureHtml(
  picture: XmlNode,
  about: Readonly<Record<string, string | undefined>>,
  { omissions, relations }: SlideContext,
): string {
  const text = about["descr"]?.trim() || about["title"]?.trim() || "";
  if (text !== "") return `<p><img src="" alt="${escapeHtml(text)}"></p>`;
  const isDecoration = outermost(picture, ({ name }) => name.endsWith(":decorative"))
    .some(({ attributes }) => /^(?:1|true)$/.test(attributes["val"] ?? ""));
  const id = outermostNamed(picture, "a:blip")[0]?.attributes["r:embed"] ?? "";
  if (!isDecoration) omissions.add("picture", relations.get(id)?.target.split("/").at(-1) ?? about["name"] ?? "");
  return "";
}
