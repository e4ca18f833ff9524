/** Parses a page to a tree, and answers questions about its elements. */
import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parse } from "parse5";

export type Element = DefaultTreeAdapterTypes.Element;
export type PageNode = DefaultTreeAdapterTypes.ChildNode;
export type Parent = Element | DefaultTreeAdapterTypes.Document;

/**
 * The deepest nesting that is read. At each opening tag, the parser searches all open elements. Without this limit, a
 * hundred thousand unclosed tags take minutes, and later steps run out of stack.
 */
const MAX_DEPTH = 800;
/** The most nodes that are read. With the steps that follow, each takes some 600 bytes. */
const MAX_NODES = 500_000;

/**
 * The parser puts a text together letter by letter. Engines keep the pieces, which take forty times as much memory. As
 * soon as so many letters are new, or as many as are old, they become one string.
 */
const MIN_LETTERS = 256;

export interface HtmlPage {
  readonly root: Parent;
  /** Where the page exceeds a limit; null when it does not. The tree ends there. `offset` counts in the page's text. */
  readonly exceeds: { readonly limit: "depth" | "size"; readonly line: number; readonly offset: number } | null;
}

/** The line is all that is kept of a node's place. The whole place would take a quarter of the tree's memory. */
type Placed = PageNode & { line?: number };

class Exceeded extends Error {
  readonly limit: "depth" | "size";
  constructor(limit: "depth" | "size") {
    super();
    this.limit = limit;
  }
}

export function readPage(text: string): HtmlPage {
  let root = defaultTreeAdapter.createDocument();
  let depth = 0;
  let nodes = 0;
  let last = { line: 1, offset: 0 };
  /** The text that the parser is at, and how many of its letters are one string. */
  let [open, whole]: [PageNode | undefined, number] = [undefined, 0];
  const treeAdapter = {
    ...defaultTreeAdapter,
    createDocument: () => (root = defaultTreeAdapter.createDocument()),
    onItemPush() {
      if (++depth > MAX_DEPTH) throw new Exceeded("depth");
    },
    onItemPop() {
      depth--;
    },
    insertText(parent: Parent, text: string) {
      defaultTreeAdapter.insertText(parent, text);
      const node = parent.childNodes.at(-1)!;
      if (node !== open) [open, whole] = [node, 0];
      const { length } = (node as DefaultTreeAdapterTypes.TextNode).value;
      if (length - whole < Math.max(MIN_LETTERS, whole)) return;
      // A look at a letter makes one string of the pieces.
      if ((node as DefaultTreeAdapterTypes.TextNode).value.charCodeAt(length - 1) >= 0) whole = length;
    },
    setNodeSourceCodeLocation(node: Placed, location: DefaultTreeAdapterTypes.Element["sourceCodeLocation"]) {
      if (location === null || location === undefined) return; // The parser added the node.
      if (location.startOffset > last.offset) last = { line: location.startLine, offset: location.startOffset };
      // The parser tells the place of a text again when it grows.
      if (node.line !== undefined) return;
      node.line = location.startLine;
      if (++nodes > MAX_NODES) throw new Exceeded("size");
    },
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation() {},
  };
  try {
    parse(text, { treeAdapter, sourceCodeLocationInfo: true, scriptingEnabled: false });
    return { root, exceeds: null };
  } catch (error) {
    if (!(error instanceof Exceeded)) throw error;
    return { root, exceeds: { limit: error.limit, ...last } };
  }
}

export function isElement(node: PageNode | Parent): node is Element {
  return "tagName" in node;
}

export function isText(node: PageNode): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === "#text" && "value" in node;
}

/** The value of an attribute; null when it is absent. */
export function attribute({ attrs }: Element, name: string): string | null {
  // Most elements of a page have few attributes or none, so a loop is fast enough.
  for (const each of attrs) if (each.name === name) return each.value;
  return null;
}

export function classesOf(element: Element): readonly string[] {
  const names = attribute(element, "class");
  return names === null ? [] : names.split(/\s+/).filter((name) => name !== "");
}

/** The line on which a node begins; 0 when the parser added the node. */
export function lineOf(node: PageNode): number {
  return (node as Placed).line ?? 0;
}

/** All elements below a node, in the order of the page. */
export function* elementsIn(parent: Parent): Generator<Element> {
  const next = [...parent.childNodes].reverse();
  for (let node = next.pop(); node !== undefined; node = next.pop()) {
    if (!isElement(node)) continue;
    yield node;
    for (let at = node.childNodes.length - 1; at >= 0; at--) next.push(node.childNodes[at]!);
  }
}
