/** The text of a diagram in an office document (SmartArt), in the order of its parts. */
import { escapeHtml } from "./archive.ts";
import { blocksHtml, type OfficeBlock } from "./block_lists.ts";
import type { ChartPlace } from "./office_chart.ts";
import { nodesIn, outermostNamed, textIn, type XmlNode } from "./xml_tree.ts";

/** Points that show text. Others tell how it is drawn. */
const TEXT_KINDS = /^(?:node|asst|doc)?$/;
const MAX_DEPTH = 64;

/** `id` is that of the part with its data. Empty, and counted, where it cannot be read. */
export function diagramHtml({ archive, relations, omissions }: ChartPlace, id: string | undefined): string {
  const root = archive.xml(relations.get(id ?? "")?.target);
  if (root === undefined) {
    omissions.add("unreadable", "diagram");
    return "";
  }
  const points = new Map<string, XmlNode>();
  for (const point of outermostNamed(root, "dgm:pt")) {
    points.set(point.attributes["modelId"] ?? `${points.size}`, point);
  }
  const below = new Map<string, { readonly at: number; readonly id: string }[]>();
  const hasParent = new Set<string>();
  for (const { attributes } of outermostNamed(root, "dgm:cxn")) {
    if (!/^(?:parOf)?$/.test(attributes["type"] ?? "")) continue;
    const [from = "", to = ""] = [attributes["srcId"], attributes["destId"]];
    const list = below.get(from) ?? [];
    below.set(from, list);
    list.push({ at: Number(attributes["srcOrd"] ?? list.length), id: to });
    hasParent.add(to);
  }
  const blocks: OfficeBlock[] = [];
  const seen = new Set<string>();
  const visit = (id: string, level: number): void => {
    const point = points.get(id);
    if (point === undefined || seen.has(id) || level > MAX_DEPTH) return;
    seen.add(id);
    const html = TEXT_KINDS.test(point.attributes["type"] ?? "") ? pointHtml(point) : "";
    if (html !== "") blocks.push({ kind: "item", level, number: null, html });
    const next = html === "" ? level : level + 1;
    for (const child of (below.get(id) ?? []).toSorted((a, b) => a.at - b.at)) visit(child.id, next);
  };
  for (const id of points.keys()) if (!hasParent.has(id)) visit(id, 0);
  for (const id of points.keys()) visit(id, 0);
  return blocksHtml(blocks);
}

function pointHtml(point: XmlNode): string {
  return nodesIn(point).filter(({ name }) => name === "dgm:t").flatMap((text) => outermostNamed(text, "a:p"))
    .map((paragraph) => escapeHtml(outermostNamed(paragraph, "a:t").map(textIn).join("")))
    .filter((line) => line.trim() !== "").join("<br>");
}
