/** Decides which elements show text to a reader. */
import { displayOf } from "./block_elements.ts";
import { isLineNumber } from "./line_numbers.ts";
import { checkMark } from "./list_items.ts";
import { isFormulaScript } from "./math/formula_scripts.ts";
import { plainText } from "./plain_text.ts";
import { attribute, classesOf, type Element, isText, type PageNode, type Parent } from "./page_tree.ts";

export type IsDropped = (element: Element) => boolean;

/** Why an element is left out. `nothing`: it holds no text. The others are kinds of omissions. */
export type DropReason = "nothing" | "page-frame" | "hidden-text" | "line-number" | "second-form";

/** Elements that are never text: code and data of the page, controls, and navigation. */
const NO_TEXT: Readonly<Record<string, DropReason>> = {
  ...Object.fromEntries(
    "applet area base desc embed frame frameset head iframe link meta metadata param source style track title"
      .split(" ").map((name) => [name, "nothing"] as const),
  ),
  // What a browser shows where it cannot show the rest, or shows later.
  ...Object.fromEntries(
    "audio canvas noframes noscript object template video".split(" ").map((name) => [name, "hidden-text"]),
  ),
  ...Object.fromEntries(["annotation", "annotation-xml"].map((name) => [name, "second-form"])),
  nav: "page-frame",
};
/**
 * Classes that widespread generators use for buttons, for links to the source code, and for links to the pages before
 * and after.
 */
const FRAME_CLASSES: ReadonlySet<string> = new Set(
  "copybtn copy-button headerlink anchorjs-link hash-link header-anchor heading-anchor id_link rightside viewcode-link indextable genindex-jumpbox domainindex-table domainindex-jumpbox navheader navfooter"
    .split(" "),
);
/** Those of an index of links to all pages. */
const INDEX_CLASSES: ReadonlySet<string> = new Set(
  ["indextable", "genindex-jumpbox", "domainindex-table", "domainindex-jumpbox"],
);
/** Lines that only the compiler needs. */
const HIDDEN_CLASSES: ReadonlySet<string> = new Set(["boring", "hideme"]);
/** What a reader opens: panels of tabs, and parts that fold. */
const OPENED =
  /(?:^|[-_\s])(?:tab-?(?:pane|panel|content)s?|tabbed-(?:content|block)|collaps(?:e|ible)|accordion(?:-\w+)?|details|faq)(?:$|[-_\s])/i;

/** Whether an element shows no text. */
export function isDropped(element: Element): boolean {
  return dropReason(element) !== null;
}

/** Why an element shows no text, as far as it says itself; null for one that does. */
export function dropReason(element: Element): DropReason | null {
  const { tagName } = element;
  if (tagName === "input") return checkMark(element) === null ? "nothing" : null;
  if (tagName === "script") return isFormulaScript(element) ? null : "nothing";
  if (tagName === "dialog" && isHidden(element)) return "hidden-text";
  if (tagName === "select") return isPartOfText(element) ? null : "page-frame";
  if (tagName === "button") return isPartOfText(element) ? null : "page-frame";
  const reason = Object.hasOwn(NO_TEXT, tagName) ? NO_TEXT[tagName]! : null;
  if (reason !== null || element.attrs.length === 0) return reason;
  if (attribute(element, "role") === "navigation") return "page-frame";
  if (isHidden(element)) return isOpened(element) ? null : "hidden-text";
  const classes = classesOf(element);
  for (const name of classes) {
    if (FRAME_CLASSES.has(name) || INDEX_CLASSES.has(name) || (name === "src" && tagName === "a")) return "page-frame";
    if (HIDDEN_CLASSES.has(name)) return "hidden-text";
  }
  if (isLineNumber(element, classes)) return "line-number";
  // A caption is seen, though screen readers skip what the picture says itself.
  if (tagName === "figcaption") return null;
  return attribute(element, "aria-hidden") === "true" && !isOpened(element) ? "second-form" : null;
}

/** Elements of a text in which a button may be a word. */
const TEXTS: ReadonlySet<string> = new Set(["p", "li", "td", "th", "dd", "dt", "summary"]);
const INLINE: ReadonlySet<string> = new Set(["b", "em", "i", "kbd", "span", "strong"]);
/** Elements between a button and its text. */
const MAX_INLINE = 4;
const holdsText = new WeakMap<Parent, boolean>();

/** Whether a button or list of choices names a panel, or stands within a sentence or in a cell of its own. */
function isPartOfText(button: Element): boolean {
  if (attribute(button, "role") === "tab") return true;
  let { parentNode } = button;
  for (let depth = 0; depth < MAX_INLINE && isInline(parentNode); depth++) parentNode = parentNode.parentNode;
  if (parentNode === null || !("tagName" in parentNode) || !TEXTS.has(parentNode.tagName)) return false;
  if (/copy|close|toggle|menu|share|expand/i.test(`${attribute(button, "class")} ${attribute(button, "aria-label")}`)) {
    return false;
  }
  let known = holdsText.get(parentNode);
  if (known === undefined) {
    const isWritten = (node: PageNode): boolean => isText(node) && /[\p{L}\p{N}]/u.test(node.value);
    const isCell = parentNode.tagName === "td" || parentNode.tagName === "th";
    holdsText.set(parentNode, known = isCell || parentNode.childNodes.some(isWritten));
  }
  return known;
}

function isInline(parent: Element["parentNode"]): parent is Element {
  return parent !== null && "tagName" in parent && INLINE.has(parent.tagName);
}

/** Whether an element is an index of links to all pages. It is left out, and yet what its page is about. */
export function isIndex(element: Element): boolean {
  return classesOf(element).some((name) => INDEX_CLASSES.has(name));
}

/** Whether a page shows an element only after something happens. */
export function isHidden(element: Element): boolean {
  const hidden = attribute(element, "hidden");
  if (hidden !== null) return hidden.toLowerCase() !== "until-found";
  return displayOf(element) === "none" || (element.tagName === "dialog" && attribute(element, "open") === null);
}

/** Whether a reader opens an element that is hidden. */
function isOpened(element: Element): boolean {
  return attribute(element, "role") === "tabpanel" || OPENED.test(attribute(element, "class") ?? "");
}

/** The links that generators put behind a heading to link to it. */
const PERMALINK =
  /^(?:[¶#§◆🔗⚓\s]*|(?:direct )?link to (?:this )?.*|permalink.*|permanent link.*|anchor|copy link.*)$/iu;

/** Whether an element of a heading only links to the heading, and is not part of its text. */
export function isPermalink(element: Element): boolean {
  return element.tagName === "a" && (attribute(element, "href") ?? "").includes("#") &&
    PERMALINK.test(plainText(element, isDropped));
}
