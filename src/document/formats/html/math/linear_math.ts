/** MathML on one line: `1/2`, `x_i^2`, `√(a+b)`. */
import { attribute, type Element, isElement, isText, type PageNode } from "../page_tree.ts";
import { accented } from "./accents.ts";

/** A formula, or a part of one. */
interface Term {
  readonly text: string;
  /** `sign`: an operator. `one`: it needs no brackets before and after other signs. `many`: it does. */
  readonly kind: "none" | "sign" | "number" | "word" | "letter" | "one" | "many";
}

const NOTHING: Term = { text: "", kind: "none" };
/** Signs that stand for nothing that is seen: functions applied, factors, separators. */
const INVISIBLE = /^[\u2061-\u2064\u200b]$/;
/** Signs that are words. */
const WORD = /^\p{L}{2,}$/u;
const OPENING = /^[([{⟨⌈⌊|‖]$/;
const CLOSING = /^[)\]}⟩⌉⌋|‖]$/;

/** The formula of a `math` element. Empty for one that shows nothing. */
export function linearMath(math: Element): string {
  const { text } = rowOf(math.childNodes);
  if (text.trim() !== "") return text.replace(/\s+/g, " ").trim();
  return (attribute(math, "alttext") ?? annotationOf(math)).replace(/\s+/g, " ").trim();
}

/** The source in TeX. */
function annotationOf(math: Element): string {
  const semantics = math.childNodes.filter(isElement).find(({ tagName }) => tagName === "semantics");
  const annotation = semantics?.childNodes.filter(isElement).find(({ tagName }) => tagName === "annotation");
  return annotation === undefined ? "" : lettersOf(annotation);
}

function termOf(element: Element): Term {
  const { tagName } = element;
  const parts = (): readonly Element[] => element.childNodes.filter(isElement);
  const part = (at: number): Term => {
    const found = parts()[at];
    return found === undefined ? NOTHING : termOf(found);
  };
  switch (tagName) {
    case "mi":
    case "mn":
    case "mo":
    case "mtext":
    case "ms":
      return leaf(tagName, lettersOf(element));
    case "mspace":
    case "mphantom":
    case "annotation":
    case "annotation-xml":
    case "none":
    case "mprescripts":
      return NOTHING;
    case "mfrac":
      return /^0(?:\D|$)/.test(attribute(element, "linethickness") ?? "")
        ? { text: `${bracketed(part(0))} choose ${bracketed(part(1))}`, kind: "many" }
        : { text: `${bracketed(part(0))}/${bracketed(part(1))}`, kind: "many" };
    case "msqrt":
      return { text: `√${bracketed(rowOf(element.childNodes))}`, kind: "one" };
    case "mroot":
      return { text: `root(${part(0).text}, ${part(1).text})`, kind: "one" };
    case "msup":
      return scripted(part(0), NOTHING, part(1));
    case "msub":
      return scripted(part(0), part(1), NOTHING);
    case "msubsup":
      return scripted(part(0), part(1), part(2));
    case "munder":
      return accented(part(0).text, part(1).text) ?? scripted(part(0), part(1), NOTHING);
    case "mover":
      return accented(part(0).text, part(1).text) ?? scripted(part(0), NOTHING, part(1));
    case "munderover":
      return scripted(part(0), part(1), part(2));
    case "mmultiscripts":
      return multiscripts(parts());
    case "mfenced":
      return fenced(element, parts());
    case "mtable":
      return table(element, parts());
    case "semantics":
    case "maction":
      return part(0);
    case "mglyph":
      return { text: attribute(element, "alt") ?? "", kind: "letter" };
    default:
      return rowOf(element.childNodes);
  }
}

function leaf(tagName: string, letters: string): Term {
  const text = letters.replace(/\s+/g, " ");
  const trimmed = text.trim();
  if (tagName === "mtext" || tagName === "ms") return trimmed === "" ? NOTHING : { text, kind: "word" };
  if (trimmed === "" || INVISIBLE.test(trimmed)) return NOTHING;
  if (tagName === "mo") return { text: trimmed, kind: WORD.test(trimmed) ? "word" : "sign" };
  if (tagName === "mn") return { text: trimmed, kind: "number" };
  return { text: trimmed, kind: [...trimmed].length > 1 ? "word" : "letter" };
}

/** Terms side by side. Only words and numbers that would run into each other stand apart. */
function rowOf(nodes: readonly PageNode[]): Term {
  const terms = nodes.map((node) => isElement(node) ? termOf(node) : isText(node) ? leaf("mtext", node.value) : NOTHING)
    .filter(({ kind }) => kind !== "none");
  if (terms.length < 2) return terms[0] ?? NOTHING;
  const parts: string[] = [];
  for (const [at, term] of terms.entries()) {
    const before = terms[at - 1];
    if (before !== undefined && isApart(before, term)) parts.push(" ");
    parts.push(term.kind === "sign" && /^[,;]$/.test(term.text) ? `${term.text} ` : term.text);
  }
  const isFence = ({ kind, text }: Term, fences: RegExp): boolean => kind === "sign" && fences.test(text);
  const isBracketed = isFence(terms[0]!, OPENING) && isFence(terms.at(-1)!, CLOSING) &&
    !terms.slice(1, -1).some((term) => isFence(term, OPENING) || isFence(term, CLOSING));
  return { text: parts.join(""), kind: isBracketed ? "one" : "many" };
}

function isApart(before: Term, term: Term): boolean {
  if (before.kind === "sign" || term.kind === "sign") return false;
  return before.kind === "word" || term.kind === "word" || term.kind === "number" || before.kind === "many" ||
    term.kind === "many";
}

function bracketed({ text, kind }: Term): string {
  return kind === "many" ? `(${text})` : kind === "word" ? text.trim() : text;
}

function scripted(base: Term, below: Term, above: Term): Term {
  const isPrime = above.kind === "sign" && /^['′″‴]+$/.test(above.text);
  const parts = [
    bracketed(base),
    below.kind === "none" ? "" : `_${bracketed(below)}`,
    above.kind === "none" ? "" : isPrime ? above.text : `^${exponent(above)}`,
  ];
  return { text: parts.join(""), kind: base.kind === "sign" ? "word" : "one" };
}

/** `10^-6` needs no brackets. */
function exponent(term: Term): string {
  const isNumber = term.text.length < 20 && /^[-−+]\p{N}+$/u.test(term.text);
  return isNumber ? term.text : bracketed(term);
}

function multiscripts(parts: readonly Element[]): Term {
  const [base, ...scripts] = parts;
  if (base === undefined) return NOTHING;
  const middle = scripts.findIndex(({ tagName }) => tagName === "mprescripts");
  const written = (list: readonly Element[]): string =>
    list.map((script, at) => {
      const term = termOf(script);
      return term.kind === "none" ? "" : `${at % 2 === 0 ? "_" : "^"}${bracketed(term)}`;
    }).join("");
  const before = middle < 0 ? "" : written(scripts.slice(middle + 1));
  const after = written(middle < 0 ? scripts : scripts.slice(0, middle));
  return { text: `${before}${bracketed(termOf(base))}${after}`, kind: "one" };
}

function fenced(element: Element, parts: readonly Element[]): Term {
  const [open, close] = [attribute(element, "open") ?? "(", attribute(element, "close") ?? ")"];
  const separator = [...(attribute(element, "separators") ?? ",").trim()][0] ?? "";
  const inner = parts.map((part) => termOf(part).text).join(separator === "" ? "" : `${separator} `);
  return { text: `${open}${inner}${close}`, kind: "one" };
}

/** Cells part at commas and rows at semicolons. A table that only aligns equations has none between its cells. */
function table(element: Element, rows: readonly Element[]): Term {
  const isAligned = /^\s*right\s+left/.test(attribute(element, "columnalign") ?? "");
  const lines = rows.map((row) => {
    const cells = row.childNodes.filter(isElement).filter(({ tagName }) => tagName === "mtd")
      .map((cell) => rowOf(cell.childNodes).text);
    return cells.join(isAligned ? "" : ", ");
  }).filter((line) => line !== "");
  if (lines.length === 0) return NOTHING;
  return { text: lines.join("; "), kind: "many" };
}

function lettersOf(element: Element): string {
  return element.childNodes.map((child) => isText(child) ? child.value : isElement(child) ? lettersOf(child) : "")
    .join("").replace(/\u00a0/g, " ");
}
