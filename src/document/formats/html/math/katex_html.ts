/** What KaTeX draws of a formula, on one line, where a page has no MathML of it. */
import { attribute, classesOf, type Element, isElement, isText, type PageNode } from "../page_tree.ts";

/** Whether an element is a formula that KaTeX has only drawn. */
export function isDrawnFormula(element: Element): boolean {
  if (element.tagName !== "span" || element.attrs.length === 0 || !classesOf(element).includes("katex")) return false;
  const parts = element.childNodes.filter(isElement);
  return parts.length > 0 && parts.every((part) => classesOf(part).includes("katex-html"));
}

export function drawnFormula(element: Element): string {
  return allOf(element.childNodes).replace(/\s+/g, " ").trim();
}

const allOf = (nodes: readonly PageNode[]): string => nodes.map(partOf).join("");

function partOf(node: PageNode): string {
  if (isText(node)) return node.value.replace(/[\u200b\u2061-\u2064]/g, "").replace(/\u00a0/g, " ");
  if (!isElement(node)) return "";
  const classes = classesOf(node);
  const is = (name: string): boolean => classes.includes(name);
  const inner = (): string => allOf(node.childNodes);
  if (is("pstrut") || is("strut") || is("vlist-s") || is("katex-mathml")) return "";
  if (is("mspace")) return " ";
  if (is("mrel") || is("mbin")) return ` ${inner().trim()} `;
  if (is("mfrac")) {
    const [above = "", below = ""] = rowsOf(node);
    return `${grouped(above)}/${grouped(below)}`;
  }
  if (is("msupsub")) return scriptsOf(node);
  if (is("op-limits")) return limitsOf(node);
  if (is("sqrt")) return rootOf(node);
  if (is("mtable")) return tableOf(node);
  return inner();
}

/** The texts that stand above each other, from the top. */
function rowsOf(element: Element): readonly string[] {
  return placedIn(element).map(({ text }) => text).filter((text) => text !== "");
}

interface StackedRow {
  readonly text: string;
  readonly top: number;
  /** Whether its letters are small, as those of limits and scripts are. */
  readonly isSmall: boolean;
}

function placedIn(element: Element): readonly StackedRow[] {
  const list = firstWith(element, "vlist");
  return (list?.childNodes.filter(isElement) ?? []).map((row): StackedRow => ({
    text: allOf(row.childNodes).trim(),
    top: Number(/top\s*:\s*(-?[\d.]+)em/.exec(attribute(row, "style") ?? "")?.[1] ?? 0),
    isSmall: row.childNodes.some((child) => isElement(child) && classesOf(child).includes("sizing")) ||
      firstWith(row, "mtight") !== undefined,
  })).sort((a, b) => a.top - b.top);
}

function firstWith(element: Element, name: string): Element | undefined {
  for (const child of element.childNodes) {
    if (!isElement(child)) continue;
    if (classesOf(child).includes(name)) return child;
    const found = firstWith(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A list that goes below the line has a second row. */
function scriptsOf(element: Element): string {
  const rows = rowsOf(element);
  if (rows.length > 1) return `_${grouped(rows.at(-1)!)}^${grouped(rows[0]!)}`;
  return rows.length === 0 ? "" : `${firstWith(element, "vlist-t2") === undefined ? "^" : "_"}${grouped(rows[0]!)}`;
}

function limitsOf(element: Element): string {
  const rows = placedIn(element).filter(({ text }) => text !== "");
  const at = rows.findIndex(({ isSmall }) => !isSmall);
  if (at < 0) return rows.map(({ text }) => text).join(" ");
  const [above, below] = [rows[at - 1]?.text, rows[at + 1]?.text];
  return `${rows[at]!.text}${below === undefined ? "" : `_${grouped(below)}`}${
    above === undefined ? "" : `^${grouped(above)}`
  } `;
}

function rootOf(element: Element): string {
  const degree = element.childNodes.filter(isElement).find((child) => classesOf(child).includes("root"));
  const others = element.childNodes.filter((child) => child !== degree);
  const text = grouped(allOf(others).trim());
  return degree === undefined ? `√${text}` : `√(${allOf([degree]).trim()}&${text})`;
}

/** Columns stand beside each other, each with its rows. */
function tableOf(element: Element): string {
  const columns = element.childNodes.filter(isElement).filter((child) =>
    /^col-align-/m.test(classesOf(child).join("\n"))
  )
    .map(rowsOf);
  const length = columns.reduce((most, rows) => Math.max(most, rows.length), 0);
  return Array.from({ length }, (_, row) => columns.map((rows) => rows[row] ?? "").join(", ")).join("; ");
}

function grouped(text: string): string {
  return /^(?:[\p{L}\p{M}]|[\p{N}.,]+|.|\([^()]*\))?$/u.test(text) ? text : `(${text})`;
}
