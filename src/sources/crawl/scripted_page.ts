/** Pages that scripts fill in a browser. */
import {
  attribute,
  type Element,
  elementsIn,
  isElement,
  isText,
  type Parent,
} from "../../document/formats/html/page_tree.ts";

/** A page with scripts, and less text than this, has none without them. */
const FEW_LETTERS = 40;
/** A page that says that it needs scripts, or has an empty place for what they write, may have a frame around it. */
const FRAME_LETTERS = 400;
/** Where frameworks put the page. */
const PLACES =
  /^(?:root|app|app-root|__next|__nuxt|___gatsby|svelte|main-app|react-root|application|ember-app|docs-root|redoc-container|swagger-ui)$/i;
const NEEDED = /java\s?script/i;

/** A page with fewer letters than these is filled by scripts. Null for a page without scripts. */
export function filledByScripts(root: Parent): { readonly letters: number } | null {
  let hasScripts = false;
  let isEmptyPlace = false;
  for (const element of elementsIn(root)) {
    if (element.tagName === "script") hasScripts ||= isProgram(element);
    else if (element.tagName === "noscript") isEmptyPlace ||= NEEDED.test(textIn(element));
    else isEmptyPlace ||= isPlace(element) && textIn(element).trim() === "";
  }
  return hasScripts ? { letters: isEmptyPlace ? FRAME_LETTERS : FEW_LETTERS } : null;
}

/** Data and formulas are scripts, too. */
function isProgram(script: Element): boolean {
  const type = attribute(script, "type")?.trim().toLowerCase() ?? "";
  return type === "" || type === "module" || type.includes("javascript");
}

function isPlace(element: Element): boolean {
  return PLACES.test(attribute(element, "id") ?? "") || element.tagName === "app-root" || element.tagName === "redoc" ||
    attribute(element, "ng-app") !== null || attribute(element, "data-reactroot") !== null;
}

/** The first letters in an element, without what scripts and styles say. */
function textIn(element: Element): string {
  let text = "";
  let looks = 0;
  const collect = (parent: Parent): void => {
    for (const child of parent.childNodes) {
      if (++looks > 1000 || text.length > 1000) return;
      if (isText(child)) text += child.value.trim().slice(0, 1000);
      else if (isElement(child) && !/^(?:script|style|template)$/.test(child.tagName)) collect(child);
    }
  };
  collect(element);
  return text;
}
