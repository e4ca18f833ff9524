/** Formulas that a page holds as scripts, which MathJax 2 shows. */
import { attribute, type Element, elementsIn, isText, readPage } from "../page_tree.ts";
import { linearMath } from "./linear_math.ts";

/** Whether an element is such a formula: TeX, or MathML. */
export function isFormulaScript(element: Element): boolean {
  return element.tagName === "script" && /^math\/(?:tex|mml)\b/i.test(attribute(element, "type") ?? "");
}

/** Its text on one line. TeX stays as it is written. */
export function scriptFormula(element: Element): string {
  const written = element.childNodes.map((child) => isText(child) ? child.value : "").join("");
  if (!/mml/i.test(attribute(element, "type") ?? "")) {
    return written.replace(/^\s*%?\s*<!\[CDATA\[|\]\]>\s*$/g, "").replace(/\s+/g, " ").trim();
  }
  const math = [...elementsIn(readPage(written).root)].find(({ tagName }) => tagName === "math");
  return math === undefined ? "" : linearMath(math);
}
