/** The numbers of list items in letters and Roman digits, where a list asks for them. */
import { attribute, classesOf, type Element } from "./page_tree.ts";

type ListForm = "a" | "A" | "i" | "I";

const STYLES: Readonly<Record<string, ListForm>> = {
  "lower-alpha": "a",
  "lower-latin": "a",
  "upper-alpha": "A",
  "upper-latin": "A",
  "lower-roman": "i",
  "upper-roman": "I",
};
/** Classes of docutils and AsciiDoctor, which their style sheets show so. */
const CLASSES: Readonly<Record<string, ListForm>> = {
  loweralpha: "a",
  upperalpha: "A",
  lowerroman: "i",
  upperroman: "I",
};
const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];
const MOST_ROMAN = 3999;
const LETTERS = 26;

/** Undefined for digits. `element` is a list or an item. */
export function listForm(element: Element): ListForm | undefined {
  if (element.attrs.length === 0) return undefined;
  const style = /list-style(?:-type)?\s*:\s*(?:[^;]*\s)?((?:lower|upper)-(?:alpha|latin|roman))/i
    .exec(attribute(element, "style") ?? "")?.[1];
  if (style !== undefined) return STYLES[style.toLowerCase()];
  const type = attribute(element, "type");
  if (type !== null) return /^[aAiI]$/.test(type) ? type as ListForm : undefined;
  const named = classesOf(element).find((name) => Object.hasOwn(CLASSES, name));
  return named === undefined ? undefined : CLASSES[named];
}

/** In digits where the form has no such number. */
export function numberInLetters(value: number, form: ListForm): string {
  const lower = form === "a" || form === "A" ? alphabetic(value) : roman(value);
  return form === "A" || form === "I" ? lower.toUpperCase() : lower;
}

function alphabetic(value: number): string {
  if (value < 1) return String(value);
  let text = "";
  for (let left = value; left > 0; left = Math.floor((left - 1) / LETTERS)) {
    text = String.fromCharCode("a".charCodeAt(0) + ((left - 1) % LETTERS)) + text;
  }
  return text;
}

function roman(value: number): string {
  if (value < 1 || value > MOST_ROMAN) return String(value);
  let [left, text] = [value, ""];
  for (const [number, sign] of ROMAN) for (; left >= number; left -= number) text += sign;
  return text;
}
