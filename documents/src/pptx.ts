/** PPTX: the text, tables, charts, notes and comments of each slide, in the order of the show. */
import { openArchive, openXmlProperties } from "./archive.ts";
import { relationOf, relations } from "./archive_relations.ts";
import { ConversionFailure, type Converted, type Part } from "./converted.ts";
import { WORKBOOK } from "./office_embedded.ts";
import { collectOmissions } from "./omissions.ts";
import { readComments } from "./pptx_comments.ts";
import { createLayouts } from "./pptx_order.ts";
import { fixedShapesHtml, shapesHtml, type SlideContext } from "./pptx_slide.ts";
import { childOf, outermostNamed, type XmlNode } from "./xml_tree.ts";

export function convertPptx(bytes: Uint8Array): Converted {
  const archive = openArchive(
    bytes,
    (name) => WORKBOOK.test(name) || (/\.(?:xml|rels)$/i.test(name) && !/\/theme\/|^customXml\//.test(name)),
  );
  const path = relationOf(relations(archive, ""), "officeDocument")?.target ?? "ppt/presentation.xml";
  const presentation = archive.xml(path);
  if (presentation?.name !== "p:presentation") throw new ConversionFailure("this is no PPTX presentation");
  const targets = relations(archive, path);
  const layouts = createLayouts(archive);
  const comments = readComments(archive, path);
  let place = 0;
  const omissions = collectOmissions(() => `slide ${place}: `);
  const told = new Set<string>();
  const drawn = new Set<string>();
  const parts: Part[] = [];
  for (const { attributes } of outermostNamed(presentation, "p:sldId")) {
    place++;
    const target = targets.get(attributes["r:id"] ?? "")?.target;
    const root = archive.xml(target);
    if (target === undefined || root === undefined) {
      omissions.add("unreadable", "missing slide");
      continue;
    }
    const links = relations(archive, target);
    if (/^(?:0|false)$/.test(root.attributes["show"] ?? "")) {
      const apart = { omissions: collectOmissions(), layout: layouts.of(target), told: new Set<string>() };
      const context: SlideContext = { archive, relations: links, ...apart };
      const html = shapesHtml(treeOf(root), context) + notesHtml(context) + comments(links);
      omissions.add("hidden-slide", plainHtml(html));
      continue;
    }
    const context: SlideContext = { archive, relations: links, omissions, layout: layouts.of(target), told };
    const html = shapesHtml(treeOf(root), context) + fixedHtml(target, root, context, drawn) + notesHtml(context) +
      comments(links);
    parts.push({ place, html });
  }
  return { unit: "slide", parts, ...openXmlProperties(archive), warnings: [], omitted: omissions.all() };
}

/** The text of HTML that a converter has written. */
const plainHtml = (html: string): string =>
  html.replace(/ alt="([^"]*)"/g, ">$1<").replace(/<[^>]*>/g, " ").replace(
    /&(amp|lt|gt|quot);/g,
    (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name]!,
  );

const treeOf = (root: XmlNode | undefined): XmlNode | undefined => childOf(childOf(root, "p:cSld"), "p:spTree");

/** What the layout of a slide and its master draw on all slides, for the first of them. `drawn` has those told before. */
function fixedHtml(path: string, slide: XmlNode, context: SlideContext, drawn: Set<string>): string {
  const { archive } = context;
  const html: string[] = [];
  let [from, isShown] = [path, !/^(?:0|false)$/.test(slide.attributes["showMasterSp"] ?? "")];
  for (const kind of ["slideLayout", "slideMaster"]) {
    const links = relations(archive, from);
    const above = relationOf(links, kind)?.target;
    if (above === undefined || !isShown || drawn.has(above)) break;
    drawn.add(above);
    const root = archive.xml(above);
    html.push(fixedShapesHtml(treeOf(root), { ...context, relations: relations(archive, above) }));
    isShown = !/^(?:0|false)$/.test(root?.attributes["showMasterSp"] ?? "");
    from = above;
  }
  return html.join("");
}

function notesHtml(context: SlideContext): string {
  const { archive, relations: links } = context;
  const path = relationOf(links, "notesSlide")?.target;
  const tree = treeOf(archive.xml(path));
  if (path === undefined || tree === undefined) return "";
  const html = shapesHtml(tree, { ...context, relations: relations(archive, path), layout: () => undefined });
  return html === "" ? "" : `<p>Notes:</p>${html}`;
}
