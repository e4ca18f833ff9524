/** How much text the elements of a page show. */
import { attribute, type Element, isElement, isText, type PageNode, type Parent } from "./page_tree.ts";
import type { IsDropped } from "./shown.ts";

/** Letters without white space. */
export interface TextSize {
  /** In links to other places. */
  links: number;
  /** All others. */
  prose: number;
}

/** Few pages need more, and each level of a page that is hostile would cost memory for all of its elements. */
const MAX_DEPTH = 40;

export interface TextSizes {
  of(element: Parent): TextSize;
}

/** Measures all elements once. The sizes of containers near the top are kept, and those of the `wanted`. */
export function measureText(root: Parent, isDropped: IsDropped, wanted: ReadonlySet<Parent>): TextSizes {
  const sizes = new Map<Parent, TextSize>();
  const measure = (parent: Parent, depth: number, isLink: boolean): TextSize => {
    const size: TextSize = { links: 0, prose: 0 };
    for (const child of parent.childNodes) {
      if (isText(child)) size[isLink ? "links" : "prose"] += lettersIn(child.value);
      if (!isElement(child) || isDropped(child)) continue;
      const inner = measure(child, depth + 1, isLink || isLinkAway(child));
      size.links += inner.links;
      size.prose += inner.prose;
    }
    if ((depth < MAX_DEPTH && parent.childNodes.some(isElement)) || wanted.has(parent)) sizes.set(parent, size);
    return size;
  };
  measure(root, 0, false);
  return {
    of: (element) => sizes.get(element) ?? measure(element, MAX_DEPTH, isElement(element) && isLinkAway(element)),
  };
}

function isLinkAway(element: Element): boolean {
  return element.tagName === "a" && attribute(element, "href") !== null;
}

function lettersIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x20 && code !== 0xa0) count++;
  }
  return count;
}

/** Whether a node, or one below it, meets a condition. */
export function hasWithin(node: PageNode, isMeant: (element: Element) => boolean, isDropped: IsDropped): boolean {
  if (!isElement(node) || isDropped(node)) return false;
  return isMeant(node) || node.childNodes.some((child) => hasWithin(child, isMeant, isDropped));
}
