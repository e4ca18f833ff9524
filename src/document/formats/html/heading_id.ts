/** Finds the id by which a page links to a heading. */
import { attribute, type Element, isElement, isText, type PageNode } from "./page_tree.ts";
import { isDropped, isPermalink } from "./shown.ts";

const AROUND: ReadonlySet<string> = new Set(["section", "div", "article", "hgroup", "header"]);

/** How many children of a section are searched for its first heading. */
const LOOKED_AT = 20;

/**
 * Takes the heading's own id, the id of the section that it begins, of an anchor in it, or of an anchor right before
 * it. Null when there is none. `at` is the heading's place among its siblings.
 */
export function headingId(heading: Element, at: number): string | null {
  return idOf(heading) ?? idAround(heading) ?? idWithin(heading) ?? idBefore(heading, at);
}

function idOf(element: Element): string | null {
  const id = attribute(element, "id") ?? (element.tagName === "a" ? attribute(element, "name") : null);
  return id === null || id.trim() === "" ? null : id.trim();
}

function idAround(heading: Element): string | null {
  let first: PageNode = heading;
  for (let at = heading.parentNode; at !== null && "tagName" in at && AROUND.has(at.tagName); at = at.parentNode) {
    if (at.childNodes.slice(0, LOOKED_AT).find((child) => !isEmpty(child)) !== first) return null;
    const id = idOf(at);
    if (id !== null) return id;
    first = at;
  }
  return null;
}

/** What was found in an element. Terms that nest, and headings side by side, ask for the same ones again. */
const within = new WeakMap<Element, string | null>();

function idWithin(element: Element): string | null {
  let found = within.get(element);
  if (found === undefined) {
    found = null;
    for (const child of element.childNodes) {
      if (!isElement(child) || (isDropped(child) && child.tagName !== "a")) continue;
      found = idOf(child) ?? idWithin(child);
      if (found !== null) break;
    }
    within.set(element, found);
  }
  return found;
}

function idBefore(heading: Element, place: number): string | null {
  const siblings = heading.parentNode?.childNodes ?? [];
  for (let at = place - 1; at >= 0; at--) {
    const node = siblings[at];
    if (node === undefined || !isEmpty(node)) break;
    const id = isElement(node) ? idOf(node) ?? idWithin(node) : null;
    if (id !== null) return id;
  }
  return null;
}

const emptiness = new WeakMap<PageNode, boolean>();

/** Whether a node shows no text: white space, a comment, an anchor without text, or a button. */
function isEmpty(node: PageNode): boolean {
  let known = emptiness.get(node);
  if (known === undefined) emptiness.set(node, known = showsNothing(node));
  return known;
}

function showsNothing(node: PageNode): boolean {
  if (isText(node)) return node.value.trim() === "";
  if (!isElement(node)) return true;
  if (isDropped(node) || isPermalink(node)) return true;
  return ["a", "span", "p"].includes(node.tagName) && node.childNodes.every(isEmpty);
}
