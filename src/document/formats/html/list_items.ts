/** The marks of list items, as a browser shows them. */
import { listForm, numberInLetters } from "./list_numbers.ts";
import { attribute, classesOf, type Element, isElement } from "./page_tree.ts";

export const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "menu", "dir"]);
/** Markdown has no more digits. */
const MAX_NUMBER = 999_999_999;
/** Kinds of inputs that are on or off. */
const BOX = /^(?:checkbox|radio)$/i;
/** Boxes that open menus, and that no reader marks. */
const SWITCH = /toggle|toctree|drawer|menu|nav|switch|expand|collapse/i;

/** Gives the mark of each item of a list, in order. */
export function createMarks(list: Element, isDropped: (element: Element) => boolean): (item: Element) => string {
  if (list.tagName !== "ol") return () => "- ";
  const isReversed = attribute(list, "reversed") !== null;
  const given = numberOf(attribute(list, "start"));
  let number = given ?? (isReversed ? itemsOf(list, isDropped).length : 1);
  const form = listForm(list);
  return (item) => {
    number = numberOf(attribute(item, "value")) ?? number;
    const shown = number;
    number += isReversed ? -1 : 1;
    const own = listForm(item) ?? form;
    if (own !== undefined) return `- ${numberInLetters(shown, own)}. `;
    // Markdown has no item with such a number, so it is text.
    return shown < 0 || shown > MAX_NUMBER ? `- ${shown}. ` : `${shown}. `;
  };
}

function itemsOf(list: Element, isDropped: (element: Element) => boolean): readonly Element[] {
  return list.childNodes.filter(isElement).filter((item) => item.tagName === "li" && !isDropped(item));
}

function numberOf(value: string | null): number | undefined {
  const number = value === null || !/^\s*[+-]?\d{1,10}/.test(value) ? Number.NaN : Number.parseInt(value, 10);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** `[x]` or `[ ]` for a box that a reader sees; null for all else. */
export function checkMark(element: Element): "[x]" | "[ ]" | null {
  const isInput = element.tagName === "input" && BOX.test(attribute(element, "type") ?? "");
  const role = attribute(element, "role");
  if (!isInput && !BOX.test(role ?? "")) return null;
  const names = [...classesOf(element), attribute(element, "id") ?? ""].join(" ");
  if (role === "switch" || SWITCH.test(names) || attribute(element, "hidden") !== null) return null;
  if (isInput && !isOfText(element)) return null;
  const isChecked = isInput ? attribute(element, "checked") !== null : attribute(element, "aria-checked") === "true";
  return isChecked ? "[x]" : "[ ]";
}

/** Whether a box belongs to an item, a cell or a paragraph, perhaps through its label. */
function isOfText({ parentNode }: Element): boolean {
  let at = parentNode;
  for (let depth = 0; depth < 4 && at !== null && "tagName" in at; depth++) {
    if (["li", "td", "th", "p", "dd", "dt"].includes(at.tagName)) return true;
    at = at.parentNode;
  }
  return false;
}
