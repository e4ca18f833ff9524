/** What the rest of a page says of an element: what opens it, what it is the second form of. */
import { cellsOf, rowsOf } from "./grid.ts";
import { gutterCells, numberCells } from "./line_numbers.ts";
import { isDrawnFormula } from "./math/katex_html.ts";
import { isFormulaScript } from "./math/formula_scripts.ts";
import { attribute, classesOf, type Element, elementsIn, isElement, isText, type Parent } from "./page_tree.ts";
import { type DropReason, dropReason, isHidden } from "./shown.ts";

type Reasons = Map<Element, DropReason | null>;

/** Attributes of what opens another element, with its id. */
const OPENS: ReadonlySet<string> = new Set(["aria-controls", "data-target", "data-bs-target", "data-toggle-target"]);
/** What opens over the page, or beside it. */
const OVER = /(?:^|[-_\s])(?:dialog|drawer|dropdown|menu|modal|off-?canvas|overlay|popover|popup|search|tooltip)/i;
const RENDERED = /^(?:katex|katex-display|MathJax\w*|mjx-chtml|mwe-math-element)$/;
/** Letters that stand for pictures. */
const ICON = /(?:^|[-_\s])(?:icons?|material|fa|glyph\w*|symbols?|octicon|emoji)(?:$|[-_\s])/i;

/** A function that tells why an element shows no text; null for one that does. */
export function readStates(root: Parent): (element: Element) => DropReason | null {
  const reasons: Reasons = new Map();
  const opened = openedIds(root);
  const hidden: Element[] = [];
  /** What elements with attributes say themselves. They are asked again and again. */
  const own = new Map<Element, DropReason | null>();
  const ownReason = (element: Element): DropReason | null => {
    if (element.attrs.length === 0) return dropReason(element);
    let known = own.get(element);
    if (known === undefined) own.set(element, known = dropReason(element));
    return known;
  };
  const look = (parent: Parent): void => {
    const hasForms = isRendered(parent) && parent.childNodes.some((each) => isElement(each) && holdsMath(each));
    const isDrawn = isElement(parent) && isDrawnFormula(parent);
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue;
      if (hasForms) readForm(child, reasons);
      else if (isDrawn) reasons.set(child, null);
      else if (isElement(parent)) readFormula(parent, child, reasons);
      if (child.tagName === "table") readNumbers(child, reasons);
      if (child.tagName === "pre" || child.tagName === "code") readLineNumbers(child, reasons);
      const reason = reasons.has(child) ? reasons.get(child)! : ownReason(child);
      if (reason === "hidden-text" && isOpened(child, opened)) reasons.set(child, null);
      else if (reason === "second-form" && attribute(child, "aria-hidden") === "true" && !reasons.has(child)) {
        if (isOpened(child, opened)) reasons.set(child, null);
        else hidden.push(child);
      }
      if ((reasons.has(child) ? reasons.get(child)! : reason) === null) look(child);
    }
  };
  look(root);
  const reasonOf = (element: Element): DropReason | null => {
    const found = reasons.get(element);
    return found === undefined ? ownReason(element) : found;
  };
  if (hidden.length > 0) showOnlyCopies(root, hidden, reasons, reasonOf);
  return reasonOf;
}

function openedIds(root: Parent): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { attrs } of elementsIn(root)) {
    let isSwitch = false;
    let place = "";
    for (const { name, value } of attrs) {
      if (OPENS.has(name)) { for (const id of value.split(/\s+/)) ids.add(id.replace(/^#/, "")); }
      isSwitch ||= (name === "role" && value === "tab") || name === "data-toggle" || name === "data-bs-toggle";
      if (name === "href") place = value;
    }
    if (isSwitch && place.startsWith("#")) ids.add(place.slice(1));
  }
  return ids;
}

/** Whether something on the page opens an element, in its place. */
function isOpened(element: Element, ids: ReadonlySet<string>): boolean {
  const id = attribute(element, "id");
  if (id === null || !ids.has(id)) return false;
  const names = [attribute(element, "role") ?? "", id, ...classesOf(element)].join(" ");
  return element.tagName !== "dialog" && !OVER.test(names);
}

/** Whether an element is what MathJax or KaTeX makes of a formula. */
function isRendered(element: Parent): element is Element {
  return isElement(element) &&
    (element.tagName === "mjx-container" || classesOf(element).some((name) => RENDERED.test(name)));
}

/** Of the forms of a formula, MathML is read. */
function readForm(form: Element, reasons: Reasons): void {
  if (!holdsMath(form)) reasons.set(form, "second-form");
  else if (dropReason(form) !== null) reasons.set(form, null);
}

function readFormula(parent: Element, child: Element, reasons: Reasons): void {
  if (isHidden(child) && hasMathAlone(child)) reasons.set(child, null);
  if (isFormulaScript(child)) readScript(parent, child, reasons);
}

function hasMathAlone({ childNodes }: Element): boolean {
  return childNodes.length > 0 && childNodes.length < 4 &&
    childNodes.every((child) =>
      isElement(child) ? child.tagName === "math" : isText(child) && child.value.trim() === ""
    );
}

/** Whether an element is MathML, or holds little else. */
function holdsMath(element: Element): boolean {
  for (let at: Element | undefined = element, depth = 0; at !== undefined && depth < 4; depth++) {
    if (at.tagName === "math") return true;
    at = at.childNodes.slice(0, 3).find(isElement);
  }
  return false;
}

/** A script may stand behind what MathJax 2 has made of it. */
function readScript(parent: Element, script: Element, reasons: Reasons): void {
  const before = elementBefore(parent, script);
  if (before === undefined || !classesOf(before).some((name) => name.startsWith("MathJax"))) return;
  if (hasMathWithin(before)) reasons.set(script, "second-form");
  else reasons.set(before, "second-form");
}

function hasMathWithin(element: Element): boolean {
  let looks = 0;
  for (const { tagName } of elementsIn(element)) {
    if (tagName === "math") return true;
    if (++looks > 1000) return false;
  }
  return false;
}

/** The element right before another, for each parent once. */
const before = new WeakMap<Element, Map<Element, Element>>();

function elementBefore(parent: Element, element: Element): Element | undefined {
  let known = before.get(parent);
  if (known === undefined) {
    const elements = parent.childNodes.filter(isElement);
    before.set(parent, known = new Map(elements.slice(1).map((each, at) => [each, elements[at]!])));
  }
  return known.get(element);
}

/** The numbers of lines in a table of code that no class names. */
function readNumbers(table: Element, reasons: Reasons): void {
  const rows = rowsOf(table).map(cellsOf);
  const cells = isInCode(table) ? numberCells(rows) : gutterCells(rows);
  for (const cell of cells) reasons.set(cell, "line-number");
}

/** Numbers that stand in elements of their own before each line of code. */
function readLineNumbers(code: Element, reasons: Reasons): void {
  const lines = code.childNodes.filter(isElement);
  if (lines.length < 2) return;
  const cells = lines.map((line) => line.childNodes.filter(isElement));
  // Highlighters mark the numbers of a program, too.
  const isOfProgram = ([first]: readonly Element[]): boolean =>
    first === undefined || classesOf(first).some((name) => /^(?:token|hljs.*|m[a-z]?|number)$/.test(name));
  const isOfText = ({ childNodes }: Element): boolean => {
    const first = childNodes.find((node) => !isText(node) || node.value.trim() !== "");
    return first === undefined || !isElement(first);
  };
  if (cells.some(isOfProgram) || lines.some(isOfText)) return;
  for (const cell of numberCells(cells)) reasons.set(cell, "line-number");
}

function isInCode({ parentNode }: Element): boolean {
  for (let at = parentNode; at !== null && "tagName" in at; at = at.parentNode) {
    if (at.tagName === "pre" || at.tagName === "code") return true;
    if (at.tagName === "td" || at.tagName === "body") return false;
  }
  return false;
}

/** What only screen readers skip is seen. It is read if the page says it nowhere else. */
function showOnlyCopies(
  root: Parent,
  hidden: readonly Element[],
  reasons: Reasons,
  reasonOf: (element: Element) => DropReason | null,
): void {
  const said = wordsIn(root, (element) => reasonOf(element) !== null);
  for (const element of hidden) {
    const names = [attribute(element, "role") ?? "", ...classesOf(element)].join(" ");
    if (element.tagName === "i" || element.tagName === "a" || ICON.test(names) || OVER.test(names)) continue;
    const words = wordsIn(element, (each) => each !== element && dropReason(each) !== null);
    if ([...words].some((word) => !said.has(word))) reasons.set(element, null);
  }
}

function wordsIn(root: Parent, isDropped: (element: Element) => boolean): ReadonlySet<string> {
  const words = new Set<string>();
  const collect = (parent: Parent): void => {
    for (const child of parent.childNodes) {
      if (isText(child)) { for (const [word] of child.value.matchAll(/[\p{L}\p{N}]+/gu)) words.add(word); }
      else if (isElement(child) && !isDropped(child)) collect(child);
    }
  };
  collect(root);
  return words;
}
