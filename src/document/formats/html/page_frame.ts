/** The frame of a page: banners, menus and side bars around its text. */
import { attribute, classesOf, type Element, isElement, type Parent } from "./page_tree.ts";
import type { IsDropped } from "./shown.ts";
import { hasWithin, type TextSizes } from "./text_sizes.ts";

const FRAME_TAGS: ReadonlySet<string> = new Set(["header", "footer", "aside"]);
const FRAME_ROLES: Readonly<Record<string, string>> = {
  banner: "header",
  contentinfo: "footer",
  complementary: "aside",
  search: "aside",
};
/** What only wraps the whole page has this share of its text. */
const WHOLE = 0.8;
/** A menu, or a list of what is near, has this share of its text in links. */
const LINKED = 0.75;
/** Names of elements that are a part of the frame if their text is links. */
const MENU =
  /(?:^|[-_\s])(?:nav(?:bar|igation|links?)?|menus?|side-?bar|sphinxsidebar|breadcrumbs?|footer|header|top-?bar|tool-?bar|related|pagination|pager)(?:$|[-_\s])/i;
const NOTE =
  /(?:^|[-_\s])(?:admonition|alert|attention|callout|caution|danger|error|example|footnotes?|endnotes?|hint|important|info|infobox|message|notes?|notice|pull-?quote|tip|topic|warning)(?:$|[-_\s])/i;
const NOTES = /(?:^|[-_\s])(?:footnotes?|endnotes?|fn-?\d+|notes|references|bibliography|citations?)(?:$|[-_\s])/i;

export interface PageFrame {
  /** What is left out. */
  readonly elements: ReadonlySet<Element>;
  /** The elements that wrap the whole page, from the body inwards. The frame stands right in them. */
  readonly wrappers: readonly Parent[];
}

export function pageFrame(body: Parent, sizes: TextSizes, isDropped: IsDropped): PageFrame {
  const elements = new Set<Element>();
  const wrappers: Parent[] = [];
  for (let at: Parent | undefined = body; at !== undefined;) {
    wrappers.push(at);
    const children: readonly Element[] = at.childNodes.filter(isElement).filter((child) => !isDropped(child));
    for (const child of children) if (isFrame(child, sizes, isDropped)) elements.add(child);
    at = wrapperAmong(children, at, sizes);
  }
  return { elements, wrappers };
}

/** The child that holds the page. */
function wrapperAmong(children: readonly Element[], parent: Parent, sizes: TextSizes): Element | undefined {
  const all = sizes.of(parent);
  return children.find((child) => {
    const { tagName } = child;
    if (tagName !== "div" && tagName !== "form" && tagName !== "center" && !tagName.includes("-")) return false;
    if (attribute(child, "role") === "main") return false;
    const { links, prose } = sizes.of(child);
    return links + prose > 0 && links + prose >= WHOLE * (all.links + all.prose);
  });
}

function isFrame(element: Element, sizes: TextSizes, isDropped: IsDropped): boolean {
  const { tagName } = element;
  const role = attribute(element, "role") ?? "";
  const kind = FRAME_TAGS.has(tagName) ? tagName : Object.hasOwn(FRAME_ROLES, role) ? FRAME_ROLES[role]! : null;
  if (kind === "header") return !isTitle(element, sizes, isDropped);
  if (kind === "footer") return !hasWithin(element, isOfNotes, isDropped);
  if (kind === "aside") return !isNote(element);
  return isMenu(element, sizes);
}

/** A part that says by its name that it is a menu, and is one. */
function isMenu(element: Element, sizes: TextSizes): boolean {
  const names = [attribute(element, "id") ?? "", ...classesOf(element)].join(" ");
  if (names === "" || !MENU.test(names) || element.tagName === "main" || element.tagName === "article") return false;
  const { links, prose } = sizes.of(element);
  return links > 0 && links >= LINKED * (links + prose);
}

/** A header with a heading that is no link names what follows. That of a site leads to its start. */
export function isTitle(header: Element, sizes: TextSizes, isDropped: IsDropped): boolean {
  const isHeading = (element: Element): boolean => {
    if (!/^h[1-6]$/.test(element.tagName)) return false;
    const { links, prose } = sizes.of(element);
    return prose > links;
  };
  const { links, prose } = sizes.of(header);
  return prose >= links && hasWithin(header, isHeading, isDropped);
}

function isNote(element: Element): boolean {
  const role = attribute(element, "role") ?? "";
  const type = attribute(element, "epub:type");
  return role === "note" || role === "alert" || role.startsWith("doc-") || type !== null ||
    NOTE.test(classesOf(element).join(" "));
}

/** Notes are numbered, or say what they are. */
function isOfNotes(element: Element): boolean {
  return element.tagName === "ol" || (attribute(element, "role") ?? "").startsWith("doc-") ||
    attribute(element, "epub:type") !== null ||
    NOTES.test([attribute(element, "id") ?? "", ...classesOf(element)].join(" "));
}
