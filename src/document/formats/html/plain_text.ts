/** The text of an element on one line. */
import { isBlock, isBoxed } from "./block_elements.ts";
import { isFormulaScript, scriptFormula } from "./math/formula_scripts.ts";
import { drawnFormula, isDrawnFormula } from "./math/katex_html.ts";
import { linearMath } from "./math/linear_math.ts";
import { attribute, type Element, isElement, isText, type PageNode } from "./page_tree.ts";
import { isFraction, isReference, isScript, scriptMarks, scriptOf } from "./scripts.ts";

/** The visible text of a node. Of super- and subscripts it has only the marks without which it would read wrongly. */
export function plainText(node: PageNode, isDropped: (element: Element) => boolean): string {
  const parts: string[] = [];
  let tail = "";
  const add = (text: string): void => {
    parts.push(text);
    tail = tailOf(tail, text);
  };
  const all = (nodes: readonly PageNode[], fraction: boolean): void =>
    nodes.forEach((each, at) => collect(each, fraction || isFraction(nodes, at)));
  const collect = (each: PageNode, fraction: boolean): void => {
    if (isText(each)) add(each.value);
    if (!isElement(each)) return;
    if (isDropped(each)) return;
    if (isFormulaScript(each)) return add(scriptFormula(each));
    if (each.tagName === "br") return add(" ");
    if (each.tagName === "img") return add(attribute(each, "alt") ?? "");
    if (isDrawnFormula(each)) return add(drawnFormula(each));
    if (each.tagName === "math") return add(linearMath(each));
    if (isScript(each)) return script(each, fraction);
    const isApart = isBlock(each) || isBoxed(each);
    if (isApart) add(" ");
    all(each.childNodes, false);
    if (isApart) add(" ");
  };
  const script = (element: Element, fraction: boolean): void => {
    const inner = scriptText(element, isDropped);
    const marks = scriptMarks(scriptOf(element)!, inner, { tail, fraction, isReference: isReference(element) });
    if (marks.isShown) add(marks.open);
    all(element.childNodes, false);
    if (marks.isShown) add(marks.close);
  };
  all([node], false);
  return cleanText(parts.join("")).replace(/\s+/g, " ").trim();
}

/** A script is read twice, once to choose its marks. More letters than these choose no other ones. */
const MAX_SCRIPT = 200;

/** The beginning of what a super- or subscript says, without marks. */
export function scriptText(element: Element, isDropped: (element: Element) => boolean): string {
  let text = "";
  let looks = 0;
  const collect = (node: PageNode): void => {
    if (text.length > MAX_SCRIPT || ++looks > MAX_SCRIPT) return;
    if (isText(node)) text += node.value.slice(0, MAX_SCRIPT);
    else if (isElement(node) && !isDropped(node)) {
      if (isBlock(node)) text += " ";
      for (const child of node.childNodes) {
        if (looks > MAX_SCRIPT) break;
        collect(child);
      }
    }
  };
  collect(element);
  return cleanText(text).replace(/\s+/g, " ").trim();
}

/** The letters before a place that tell which marks a script gets. */
const TAIL = 8;

export function tailOf(before: string, text: string): string {
  return text.length >= TAIL ? text.slice(-TAIL) : (before + text).slice(-TAIL);
}

/** Replaces special spaces by plain ones, and removes characters that only mark where a word may break. */
export function cleanText(text: string): string {
  return text.replace(/\u00a0/g, " ").replace(/[\u00ad\u200b\u2060\ufeff]/g, "");
}
