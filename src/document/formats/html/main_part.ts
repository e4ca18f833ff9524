/** Finds the main part of a page. */
import { attribute, classesOf, type Element, elementsIn, isElement, type Parent } from "./page_tree.ts";
import { isTitle, type PageFrame, pageFrame } from "./page_frame.ts";
import { plainText } from "./plain_text.ts";
import { readStates } from "./page_states.ts";
import { type DropReason, type IsDropped, isIndex } from "./shown.ts";
import { measureText, type TextSize, type TextSizes } from "./text_sizes.ts";

/** What may be the main part, the surest first. */
const MAIN: readonly ((element: Element, isInDocument: boolean) => boolean)[] = [
  ({ tagName }) => tagName === "main",
  ({ tagName }) => tagName === "article",
  (element) => attribute(element, "role") === "main",
  (element) => attribute(element, "id") === "content",
  (element, isInDocument) => isInDocument && classesOf(element).includes("body"),
];
/** The places of `main` and its role among them. A page says of no other that all else is its frame. */
const SURE: ReadonlySet<number> = new Set([0, 2]);
const MOST = 0.5;
/** So much text outside of links may stand beside a part that the page does not call its main one. */
const BESIDE = 0.1;

/** The elements that hold the page's text, and a function for the elements to leave out. */
export interface MainPart {
  readonly roots: readonly Parent[];
  readonly isDropped: IsDropped;
  /** Why an element is left out; null for one that is not. */
  reasonOf(element: Element): DropReason | null;
}

/** The first part that holds most of the page's text. Without one, the body except for its frame. */
export function mainPart(root: Parent): MainPart {
  const reasonOf = readStates(root);
  const isDropped = (element: Element): boolean => reasonOf(element) !== null;
  const candidates = findMain(root, isDropped);
  const body = [...elementsIn(root)].find(({ tagName }) => tagName === "body") ?? root;
  const sizes = measureText(body, (element) => isDropped(element) && !isIndex(element), new Set(candidates.flat()));
  const frame = pageFrame(body, sizes, isDropped);
  const found = candidates.find((elements, kind) => isMost(elements, kind, body, sizes, frame));
  const roots = found ?? [body];
  const header = found === undefined ? undefined : titlePart(found[0]!);
  const title = header ?? (found === undefined ? undefined : pageTitle(root, roots, sizes, isDropped));
  const reason = (element: Element): DropReason | null =>
    (frame.elements.has(element) && !roots.includes(element)) ||
      (header !== undefined && attribute(element, "id") === "toc")
      ? "page-frame"
      : reasonOf(element);
  return {
    roots: title === undefined ? roots : [title, ...roots],
    isDropped: (element) => reason(element) !== null,
    reasonOf: reason,
  };
}

/** Whether elements hold most of the page's text that is not its frame. */
function isMost(
  elements: readonly Element[],
  kind: number,
  body: Parent,
  sizes: TextSizes,
  frame: PageFrame,
): boolean {
  if (elements.length === 0) return false;
  const framed = sum([...frame.elements].map(sizes.of));
  const all = minus(sizes.of(body), framed);
  const header = titlePart(elements[0]!);
  const own = minus(
    sum([...elements, ...(header === undefined ? [] : [header])].map(sizes.of)),
    elements.some((element) => frame.wrappers.includes(element)) ? framed : { links: 0, prose: 0 },
  );
  if (own.prose + own.links <= 0) return false;
  const isBare = all.prose - own.prose <= BESIDE * (all.prose + all.links);
  const hasMostProse = own.prose > 0 && own.prose >= MOST * all.prose;
  const hasMost = own.prose + own.links >= MOST * (all.prose + all.links);
  return (hasMostProse && (isBare || SURE.has(kind))) || (hasMost && isBare);
}

function sum(sizes: readonly TextSize[]): TextSize {
  const total = { links: 0, prose: 0 };
  for (const { links, prose } of sizes) {
    total.links += links;
    total.prose += prose;
  }
  return total;
}

function minus(one: TextSize, other: TextSize): TextSize {
  return { links: one.links - other.links, prose: one.prose - other.prose };
}

/** AsciiDoc puts the title of a page, and the name of a command, before its `#content`. */
function titlePart(content: Element): Element | undefined {
  const body = content.parentNode;
  if (attribute(content, "id") !== "content" || body === null || !("tagName" in body)) return undefined;
  if (!classesOf(body).some((name) => name === "manpage" || name === "article" || name === "book")) return undefined;
  return body.childNodes.find((node): node is Element => isElement(node) && attribute(node, "id") === "header");
}

/** The heading with the title of the page, or the header with it, where it stands outside of the main part. */
function pageTitle(
  root: Parent,
  roots: readonly Parent[],
  sizes: TextSizes,
  isDropped: IsDropped,
): Element | undefined {
  let title: string | undefined;
  for (const element of elementsIn(root)) {
    if (element.tagName === "title") title ??= plainText(element, () => false).toLowerCase();
    if (element.tagName === "body") break;
  }
  if (title === undefined || title === "") return undefined;
  const around: Element[] = [];
  /** Looks at what comes before the main part. True ends the search. */
  const look = (parent: Parent): boolean => {
    for (const child of parent.childNodes) {
      if (!isElement(child) || isDropped(child)) continue;
      if (roots.includes(child)) return true;
      if (child.tagName === "h1") around.push(child);
      if (look(child)) return true;
    }
    return false;
  };
  look(root);
  const [heading, ...others] = around;
  if (heading === undefined || others.length > 0 || roots.some((each) => holds(each, heading))) {
    return undefined;
  }
  if (roots.some((each) => hasTitle(each, isDropped))) return undefined;
  const text = plainText(heading, isDropped).toLowerCase();
  if (text === "" || !title.startsWith(text)) return undefined;
  const { parentNode } = heading;
  return parentNode !== null && "tagName" in parentNode && parentNode.tagName === "header" &&
      isTitle(parentNode, sizes, isDropped)
    ? parentNode
    : heading;
}

function hasTitle(root: Parent, isDropped: IsDropped): boolean {
  return root.childNodes.some((child) =>
    isElement(child) && !isDropped(child) && (child.tagName === "h1" || hasTitle(child, isDropped))
  );
}

function holds(root: Parent, element: Element): boolean {
  for (let at = element.parentNode; at !== null; at = "parentNode" in at ? at.parentNode : null) {
    if (at === root) return true;
  }
  return false;
}

/** The outermost elements that match each entry of `MAIN`. */
function findMain(root: Parent, isDropped: IsDropped): readonly (readonly Element[])[] {
  const found = MAIN.map((): Element[] => []);
  /** `inside` has a bit for each entry of `MAIN` that an enclosing element matches. */
  const look = (parent: Parent, inside: number, isInDocument: boolean): void => {
    for (const child of parent.childNodes) {
      if (!isElement(child) || isDropped(child)) continue;
      let matched = inside;
      for (const [at, isMain] of MAIN.entries()) {
        if ((matched & (1 << at)) !== 0 || !isMain(child, isInDocument)) continue;
        found[at]!.push(child);
        matched |= 1 << at;
      }
      look(child, matched, isInDocument || classesOf(child).includes("document"));
    }
  };
  look(root, 0, false);
  return found;
}
