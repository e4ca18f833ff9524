/** Numbers of lines beside code, which a reader does not read as code. */
import { attribute, classesOf, type Element, elementsIn, isElement, isText, type PageNode } from "./page_tree.ts";

/** Classes that highlighters use for a number, or for the column with all of them. */
const CLASSES: ReadonlySet<string> = new Set(
  "linenos lineno linenodiv lnt ln line-number line-numbers line-numbers-rows linenumber linenumbers line_number lineNumber LineNumber gutter rouge-gutter hljs-ln-numbers hljs-ln-n blob-num js-line-number code-line-number react-syntax-highlighter-line-number CodeMirror-linenumber CodeMirror-gutter cm-gutters cm-gutterElement cm-lineNumbers ace_gutter ace_gutter-cell token-line-number"
    .split(" "),
);
/** So many nodes and letters of an element are looked at. */
const MAX_LOOKS = 100_000;

/** What was found, by element. Columns nest, and each level would count all numbers below it again. */
const known = new WeakMap<Element, boolean>();

/** Whether an element says by its class or attribute that it holds numbers of lines, and holds only numbers. */
export function isLineNumber(element: Element, classes = classesOf(element)): boolean {
  const number = attribute(element, "data-line-number");
  if (number === null && !classes.some((name) => CLASSES.has(name) && !isOfBlock(element, name))) {
    return false;
  }
  let found = known.get(element);
  if (found === undefined) known.set(element, found = number === null ? isNumbers(element) : saysOnly(element, number));
  return found;
}

/** Prism's class for a block that gets numbers. */
function isOfBlock({ tagName }: Element, name: string): boolean {
  return name === "line-numbers" && (tagName === "pre" || tagName === "code");
}

/** Whether an element holds digits and signs only. A highlighter may call the whole block `line-numbers`. */
function isNumbers(element: Element): boolean {
  let looks = 0;
  const isFine = (node: PageNode): boolean => {
    if (isText(node)) {
      looks += node.value.length;
      return looks < MAX_LOOKS && /^[\s\d.:|»>+…-]*$/u.test(node.value);
    }
    return !isElement(node) || (++looks < MAX_LOOKS && node.childNodes.every(isFine));
  };
  return element.childNodes.every(isFine);
}

/** The cell of the code has the attribute too. */
function saysOnly(element: Element, number: string): boolean {
  const text = shortText(element);
  return (text === "" || text === number.trim()) && !classesOf(element).some((name) => /code|content/i.test(name));
}

/** The number that a cell holds; null for a cell with anything else. */
function numberIn(cell: Element): number | null {
  const text = shortText(cell);
  return text !== null && /^\d{1,7}[.:]?$/.test(text) ? Number.parseInt(text, 10) : null;
}

/** The text of an element with little text; null for others. */
function shortText(element: Element): string | null {
  let text = "";
  let looks = 0;
  const collect = (node: PageNode): boolean => {
    if (++looks > 20) return false;
    if (isText(node)) text += node.value.length > 100 ? "-".repeat(100) : node.value;
    return !isElement(node) || node.childNodes.every(collect);
  };
  return element.childNodes.every(collect) && text.length < 100 ? text.trim() : null;
}

/**
 * The cells with the numbers of lines in a table of code: the first of each row, where they count on from row to row.
 */
export function numberCells(rows: readonly (readonly Element[])[]): ReadonlySet<Element> {
  const cells = new Set<Element>();
  let before: number | null = null;
  for (const [first, ...others] of rows) {
    const number = first === undefined || others.length === 0 ? null : numberIn(first);
    if (number === null || (before !== null && number !== before + 1)) return new Set();
    before = number;
    cells.add(first!);
  }
  return cells.size > 1 || before === 1 ? cells : new Set();
}

/** The cell beside code that holds the numbers of all its lines. */
export function gutterCells(rows: readonly (readonly Element[])[]): ReadonlySet<Element> {
  const cells = new Set<Element>();
  for (const [first, second, ...others] of rows) {
    const isGutter = first !== undefined && second !== undefined && others.length === 0 && hasCode(second) &&
      countsOn(first);
    if (isGutter) cells.add(first);
  }
  return cells;
}

function hasCode(cell: Element): boolean {
  return cell.childNodes.slice(0, 20).some((child) =>
    isElement(child) &&
    (child.tagName === "pre" || child.tagName === "code" || (child.tagName === "div" && hasCode(child)))
  );
}

/** Whether an element holds nothing but numbers that count on. */
function countsOn(element: Element): boolean {
  if (!isNumbers(element)) return false;
  const parts: string[] = [];
  const collect = (node: PageNode): void => {
    if (isText(node)) parts.push(node.value);
    if (isElement(node)) node.childNodes.forEach(collect);
    parts.push(" ");
  };
  collect(element);
  const numbers = parts.join("").match(/\d+/g)?.map(Number) ?? [];
  return numbers.length > 0 && numbers.every((number, at) => at === 0 || number === numbers[at - 1]! + 1);
}

/** Whether every row of a table begins with a cell that says it has the number of a line. */
export function isNumbered(rows: readonly (readonly Element[])[]): boolean {
  return rows.length > 0 &&
    rows.every(([first, ...others]) =>
      first !== undefined && others.length === 1 && isLineNumber(first) && ![...elementsIn(others[0]!)].some(
        ({ tagName }) => tagName === "pre" || tagName === "p",
      )
    );
}

/** Whether each row is a line of code: a `pre` behind cells that are empty, or hold the number of the line. */
export function areCodeLines(rows: readonly (readonly Element[])[]): boolean {
  return rows.length > 1 && rows.every((row) => {
    const beside = row.slice(0, -1);
    return beside.length > 0 && isOneLine(row.at(-1)!) &&
      beside.every((cell) => isLineNumber(cell) || shortText(cell) === "");
  });
}

/** Whether a cell holds a `pre` of one line, and nothing else. */
function isOneLine(cell: Element): boolean {
  const [pre, ...others] = cell.childNodes.filter((node) => !isText(node) || node.value.trim() !== "");
  if (pre === undefined || others.length > 0 || !isElement(pre) || pre.tagName !== "pre") return false;
  const hasLineFeed = (node: PageNode): boolean =>
    isText(node) ? node.value.trimEnd().includes("\n") : isElement(node) && node.childNodes.some(hasLineFeed);
  return !hasLineFeed(pre);
}
