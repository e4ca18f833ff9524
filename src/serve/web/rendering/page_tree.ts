/** Turns the tree of a document into the tree of the page. It rewrites headings, links, images and tables. */
import { raw } from "hast-util-raw";
import type { sanitize } from "hast-util-sanitize";
import {
  externalTarget,
  imageTarget,
  type LinkedPassage,
  type LinkOrigin,
  type PageLink,
  type TakenPassage,
} from "./link_target.ts";

export type TreeNode = ReturnType<typeof sanitize>;
export type TreeElement = Extract<TreeNode, { readonly type: "element" }>;
type TreeContent = TreeElement["children"][number];
type ElementProperties = TreeElement["properties"];

export interface PageTreeOptions {
  readonly origin: LinkOrigin;
  /**
   * Added to the level of each heading. No heading gets a level above 3, because the passage's own heading has level
   * 2.
   */
  readonly shift: number;
}

interface Context extends PageTreeOptions {
  /** The passages that links lead to, by destination. */
  readonly passages: ReadonlyMap<string, LinkedPassage>;
  /** What stands with each link that takes in a passage. */
  readonly taken: ReadonlyMap<TreeElement, TakenPassage>;
  /** Whether this is inside a link, because links must not nest. */
  readonly isInLink: boolean;
}

/**
 * Rewrites headings, links, images, tables, tasks and code. It does not remove dangerous parts. `allowedTree` does
 * that afterwards.
 */
export async function pageTree(tree: TreeNode, options: PageTreeOptions): Promise<TreeNode> {
  const destinations = [...new Set(destinationsIn(tree))];
  const found = await options.origin.passagesOf(destinations);
  const passages = new Map(destinations.flatMap((destination, at) => {
    const passage = found[at];
    return passage === undefined ? [] : [[destination, passage] as const];
  }));
  const taken = await takenPassages(tree, options.origin, passages);
  return { type: "root", children: rewrittenContent(tree, { ...options, passages, taken, isInLink: false }) };
}

/** One after the other, because all of them together have a limit. */
async function takenPassages(
  tree: TreeNode,
  origin: LinkOrigin,
  passages: Context["passages"],
): Promise<Context["taken"]> {
  const taken = new Map<TreeElement, TakenPassage>();
  if (origin.taken === undefined) return taken;
  for (const paragraph of elementsIn(tree, "p")) {
    const link = embedIn(paragraph);
    const passage = link && passages.get(link.properties["href"] ?? "");
    if (passage !== undefined) taken.set(link!, await origin.taken(passage));
  }
  return taken;
}

/** The link that a paragraph consists of, if that takes in what it leads to (`![[page]]`). */
function embedIn(paragraph: TreeElement): TreeElement | undefined {
  const [only, ...more] = contentOf(paragraph).filter((child) => child.type !== "text" || child.value.trim() !== "");
  const isEmbed = more.length === 0 && only?.type === "element" && only.properties["dataEmbed"] !== undefined;
  return isEmbed ? only : undefined;
}

function destinationsIn(tree: TreeNode): readonly string[] {
  return elementsIn(tree, "a").flatMap(({ properties }) => isWritten(properties) ? [properties.href] : []);
}

/** In the order of the text. */
function elementsIn(tree: TreeNode, tagName: string): readonly TreeElement[] {
  const found: TreeElement[] = [];
  const rest: TreeNode[] = [tree];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node.type === "element" && node.tagName === tagName) found.push(node);
    if ("children" in node) rest.push(...[...node.children].reverse());
  }
  return found;
}

/** Whether the document says where the link leads. The page makes those of footnotes itself. */
function isWritten(given: ElementProperties): given is ElementProperties & { readonly href: string } {
  return typeof given["href"] === "string" && given["href"] !== "" && given["dataFootnoteRef"] === undefined &&
    given["dataFootnoteBackref"] === undefined;
}

/** Gives the elements and text in a node, without comments and declarations. */
export function contentOf(node: TreeNode): TreeContent[] {
  const children: readonly TreeNode[] = "children" in node ? node.children : [];
  return children.flatMap((child) => child.type === "element" || child.type === "text" ? [child] : []);
}

function rewrittenContent(node: TreeNode, context: Context): TreeContent[] {
  return contentOf(node).flatMap((child) => child.type === "element" ? rewritten(child, context) : [child]);
}

function rewritten(node: TreeElement, context: Context): TreeContent[] {
  const { tagName, properties } = node;
  if (tagName === "a") return link(node, context);
  const inner = (): TreeContent[] => rewrittenContent(node, context);
  const heading = /^h([1-6])$/.exec(tagName);
  if (heading !== null) {
    return [element(`h${Math.min(6, Math.max(3, Number(heading[1]) + context.shift))}`, {}, inner())];
  }
  switch (tagName) {
    case "p":
      return paragraph(node, context);
    case "img":
      return image(properties, context);
    case "input":
      return properties["type"] === "checkbox" ? [task(properties["checked"] === true)] : [];
    case "pre":
      return [element("pre", { tabIndex: 0 }, inner())];
    case "section":
      return [
        element("section", properties["dataFootnotes"] === undefined ? {} : { className: ["footnotes"] }, inner()),
      ];
    case "table":
      return [
        element("div", { className: ["table"], tabIndex: 0, role: "region", ariaLabel: "Table" }, [
          element("table", {}, inner()),
        ]),
      ];
    case "td":
    case "th":
      return [element(tagName, cellAttributes(properties), inner())];
  }
  return [element(tagName, { ...properties }, inner())];
}

/** A passage that a paragraph takes in stands below the link that leads to it. */
function paragraph(node: TreeElement, context: Context): TreeContent[] {
  const own = element("p", { ...node.properties }, rewrittenContent(node, context));
  const link = embedIn(node);
  const taken = link && context.taken.get(link);
  if (taken === undefined || !("html" in taken)) return [own];
  const shown = raw({ type: "root", children: [{ type: "raw", value: taken.html }] });
  return [element("blockquote", { className: ["taken"] }, [own, ...contentOf(shown)])];
}

function element(tagName: string, properties: ElementProperties, children: TreeContent[]): TreeElement {
  return { type: "element", tagName, properties, children };
}

/** Replaces a link by its text if it leads nowhere; a wiki link by what stands in the document. */
function link(node: TreeElement, context: Context): TreeContent[] {
  const attributes = context.isInLink ? undefined : linkAttributes(node, context);
  if (attributes === undefined) {
    const written = node.properties["dataWritten"];
    return typeof written === "string" ? [text(written)] : rewrittenContent(node, context);
  }
  return [element("a", attributes, rewrittenContent(node, { ...context, isInLink: true }))];
}

function linkAttributes(node: TreeElement, { origin, passages, taken }: Context): ElementProperties | undefined {
  const given = node.properties;
  if (given["dataFootnoteRef"] !== undefined || given["dataFootnoteBackref"] !== undefined) {
    return {
      href: given["href"],
      id: given["id"],
      ariaLabel: given["ariaLabel"],
    };
  }
  const written = given["href"] ?? "";
  const passage = passages.get(written);
  const target: PageLink | undefined = passage !== undefined
    ? { kind: "passage", address: origin.addressOf(passage.id) }
    : externalTarget(written) ?? imageTarget(written, origin);
  if (target === undefined) return undefined;
  const href = target.address;
  const asTaken = taken.get(node);
  const why = asTaken !== undefined && "note" in asTaken ? asTaken.note : undefined;
  const title = passage?.note ?? why ?? given["title"];
  return target.kind === "external" ? { href, ...EXTERNAL, title } : { href, title };
}

const EXTERNAL = { className: ["external"], rel: ["noreferrer", "noopener"] };

/**
 * Shows an image of the trees. Turns an image of another site into a link, so that reading a page asks no other
 * server.
 */
function image(given: ElementProperties, { origin, isInLink }: Context): TreeContent[] {
  const target = imageTarget(given["src"] ?? "", origin);
  const alt = given["alt"] ?? "";
  if (target?.kind === "image") {
    const { width, height } = given;
    return [
      element("img", {
        src: target.address,
        alt,
        loading: "lazy",
        width,
        height,
      }, []),
    ];
  }
  if (target?.kind !== "external" || isInLink) return alt === "" ? [] : [text(alt)];
  return [element("a", { href: target.address, ...EXTERNAL }, [text(alt === "" ? "Image" : alt)])];
}

function text(value: string): TreeContent {
  return { type: "text", value };
}

function task(isDone: boolean): TreeElement {
  return element("span", { className: ["task"], role: "img", ariaLabel: isDone ? "done" : "to do" }, [
    text(isDone ? "☑" : "☐"),
  ]);
}

/** The page's policy forbids `style`, so the alignment of a cell is a class. */
function cellAttributes({ align, colSpan, rowSpan }: ElementProperties): ElementProperties {
  return { className: align === undefined ? undefined : [align], colSpan, rowSpan };
}
