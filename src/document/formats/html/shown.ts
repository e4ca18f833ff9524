/** Decides which parts of a page are its text. */
import { attribute, classesOf, type Element, elementsIn, isElement, type Parent, plainText } from "./page_tree.ts";

export type IsDropped = (element: Element) => boolean;

/** Elements that are never text: code and data of the page, controls, inline pictures, and navigation. */
const NO_TEXT: ReadonlySet<string> = new Set(
  "applet area audio base button canvas dialog embed frame frameset head iframe input link map meta nav noframes noscript object param script select source style svg template textarea title track video"
    .split(" "),
);
/**
 * Classes that widespread generators use for line numbers, for lines that only the compiler needs, for buttons, for
 * links to the source code, for an index of links to every other page, and for links to the pages before and after.
 */
const NO_TEXT_CLASSES: ReadonlySet<string> = new Set(
  "linenos lineno linenodiv lnt ln line-number gutter boring copybtn copy-button hideme headerlink anchorjs-link hash-link header-anchor heading-anchor id_link rightside viewcode-link indextable genindex-jumpbox domainindex-table domainindex-jumpbox navheader navfooter"
    .split(" "),
);

/** Whether an element shows no text. */
export function isDropped(element: Element): boolean {
  if (NO_TEXT.has(element.tagName)) return true;
  if (element.attrs.length === 0) return false;
  return attribute(element, "hidden") !== null || attribute(element, "aria-hidden") === "true" ||
    attribute(element, "role") === "navigation" || /display\s*:\s*none/i.test(attribute(element, "style") ?? "") ||
    classesOf(element).some((name) => NO_TEXT_CLASSES.has(name) || (name === "src" && element.tagName === "a"));
}

/** The links that generators put behind a heading to link to it. */
const PERMALINK =
  /^(?:[¶#§◆🔗⚓\s]*|(?:direct )?link to (?:this )?.*|permalink.*|permanent link.*|anchor|copy link.*)$/iu;

/** Whether an element of a heading only links to the heading, and is not part of its text. */
export function isPermalink(element: Element): boolean {
  return element.tagName === "a" && (attribute(element, "href") ?? "").includes("#") &&
    PERMALINK.test(plainText(element, isDropped));
}

const AROUND: ReadonlySet<string> = new Set(["nav", "header", "footer", "aside"]);

/** The main part of a page is the first of these that it has. */
const MAIN: readonly ((element: Element, isInDocument: boolean) => boolean)[] = [
  ({ tagName }) => tagName === "main",
  ({ tagName }) => tagName === "article",
  (element) => attribute(element, "role") === "main",
  (element) => attribute(element, "id") === "content",
  (element, isInDocument) => isInDocument && classesOf(element).includes("body"),
];

/** The elements that hold the page's text, and a function for the elements to leave out. */
export interface MainPart {
  readonly roots: readonly Parent[];
  isDropped(element: Element): boolean;
}

/** The first main part that has text. Without one, the body except for headers, footers and the like. */
export function mainPart(root: Parent): MainPart {
  const candidates = findMain(root);
  const found = candidates.find((elements) => elements.some((element) => plainText(element, isDropped) !== ""));
  if (found !== undefined) {
    const header = titlePart(found[0]!);
    if (header === undefined) return { roots: found, isDropped };
    const isContents = (element: Element): boolean => attribute(element, "id") === "toc";
    return { roots: [header, ...found], isDropped: (element) => isContents(element) || isDropped(element) };
  }
  const body = [...elementsIn(root)].find(({ tagName }) => tagName === "body");
  return { roots: [body ?? root], isDropped: (element) => AROUND.has(element.tagName) || isDropped(element) };
}

/** AsciiDoc puts the title of a page, and the name of a command, before its `#content`. */
function titlePart(content: Element): Element | undefined {
  const body = content.parentNode;
  if (attribute(content, "id") !== "content" || body === null || !("tagName" in body)) return undefined;
  if (!classesOf(body).some((name) => name === "manpage" || name === "article" || name === "book")) return undefined;
  return body.childNodes.find((node): node is Element => isElement(node) && attribute(node, "id") === "header");
}

/** The outermost elements that match each entry of `MAIN`. */
function findMain(root: Parent): readonly (readonly Element[])[] {
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
