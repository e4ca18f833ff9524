/** Writes code as a fenced block. */
import { codeLines } from "./code_lines.ts";
import { cellsOf, rowsOf } from "./grid.ts";
import { areCodeLines, isNumbered } from "./line_numbers.ts";
import { longestRun } from "./inline.ts";
import { classesOf, type Element, elementsIn, isElement } from "./page_tree.ts";
import type { IsDropped } from "./shown.ts";
import type { LinePiece } from "./text_writer.ts";

const PREFORMATTED: ReadonlySet<string> = new Set(["pre", "xmp", "listing", "textarea"]);
const CODE: ReadonlySet<string> = new Set(["code", "samp", "tt"]);

/** Whether an element that is a block, or holds one, is a block of code. */
export function isCodeBlock(element: Element): boolean {
  const { tagName } = element;
  if (PREFORMATTED.has(tagName) || CODE.has(tagName)) return true;
  if (tagName === "table") {
    const rows = rowsOf(element).map(cellsOf);
    return isNumbered(rows) || areCodeLines(rows);
  }
  // Doxygen writes the lines of a program as blocks in a block.
  return tagName === "div" && classesOf(element).includes("fragment") &&
    element.childNodes.some((child) => isElement(child) && classesOf(child).includes("line"));
}

export interface CodeBlock {
  readonly fence: string;
  /** Empty when the page does not name the language. */
  readonly language: string;
  readonly lines: readonly LinePiece[];
}

/** Highlighters name the language in a class of the code, of the `pre`, or of an element around it. */
const LANGUAGE = /^(?:language|lang|highlight-source|highlight|brush:)[-_]?([a-z0-9+#.]+)$/i;
const NO_LANGUAGE: ReadonlySet<string> = new Set([
  "default",
  "none",
  "text",
  "plain",
  "plaintext",
  "nohighlight",
  "txt",
]);
/** How many elements above the `pre` are searched for such a class. */
const ABOVE = 3;

export function fenceOf(pre: Element, isDropped: IsDropped): CodeBlock {
  const all = codeLines(pre, isDropped);
  const isWritten = ({ text }: LinePiece): boolean => text.trim() !== "";
  // Taking blank lines off one by one moves all others each time.
  const lines = all.slice(Math.max(0, all.findIndex(isWritten)), all.findLastIndex(isWritten) + 1);
  const longest = lines.reduce((most, { text }) => Math.max(most, longestRun(text)), 2);
  return { fence: "`".repeat(longest + 1), language: languageOf(pre), lines };
}

function languageOf(pre: Element): string {
  const inside = [...elementsIn(pre)].filter(({ tagName }) => tagName === "code");
  const places: Element[] = [...inside.slice(0, 1), pre];
  for (let at = pre.parentNode; places.length < ABOVE + 2 && at !== null && "tagName" in at; at = at.parentNode) {
    if (at.tagName === "body" || at.tagName === "main" || at.tagName === "article") break;
    places.push(at);
  }
  for (const place of places) {
    const language = namedLanguage(place);
    if (language !== "") return language;
  }
  return "";
}

/** By element. All blocks below an element ask for its classes. */
const languages = new WeakMap<Element, string>();

/** The language that an element's classes name. Empty when they name none. */
function namedLanguage(element: Element): string {
  let found = languages.get(element);
  if (found === undefined) languages.set(element, found = languageIn(classesOf(element)));
  return found;
}

function languageIn(classes: readonly string[]): string {
  for (const [at, name] of classes.entries()) {
    // Pandoc writes `sourceCode rust`.
    const language = name === "sourceCode" ? classes[at + 1] : LANGUAGE.exec(name)?.[1];
    if (language !== undefined && !NO_LANGUAGE.has(language.toLowerCase())) return language.toLowerCase();
  }
  return "";
}
