/** Which elements stand apart from the text around them, as browsers show them. */
import { attribute, type Element } from "./page_tree.ts";

const BLOCKS: ReadonlySet<string> = new Set(
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu ol p pre search section summary table tbody td textarea tfoot th thead tr ul xmp"
    .split(" "),
);
/** Fields of forms, and the choices in them. */
const BOXED: ReadonlySet<string> = new Set(["label", "optgroup", "option", "select"]);
const CELL_ROLES: ReadonlySet<string> = new Set(["cell", "columnheader", "gridcell", "rowheader"]);

/** Whether an element begins and ends lines. */
export function isBlock(element: Element): boolean {
  return BLOCKS.has(element.tagName) ||
    (element.attrs.length > 0 && /^(?:block|flex|grid|list-item|table|table-row)$/.test(displayOf(element)));
}

/** Whether an element has its own box in a line, so that no word goes on across its edge. */
export function isBoxed(element: Element): boolean {
  if (BOXED.has(element.tagName) || isLabelOfPicture(element)) return true;
  if (element.attrs.length === 0) return false;
  return /^(?:inline-(?:block|flex|grid|table)|table-cell)$/.test(displayOf(element)) ||
    CELL_ROLES.has(attribute(element, "role") ?? "");
}

/** What the style of the element itself says. Empty when it says nothing. */
export function displayOf(element: Element): string {
  const style = attribute(element, "style");
  return style === null ? "" : /(?:^|[;\s])display\s*:\s*([\w-]+)/i.exec(style)?.[1]?.toLowerCase() ?? "";
}

/** The texts in a drawing stand where they are put. */
function isLabelOfPicture(element: Element): boolean {
  const { tagName } = element;
  if (tagName === "text" || tagName === "foreignObject") return true;
  return tagName === "tspan" && (attribute(element, "x") !== null || attribute(element, "dy") !== null);
}
