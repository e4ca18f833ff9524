/** Superscripts and subscripts in plain letters: `10^6`, `H_2O`, `5 1/2`. */
import { attribute, classesOf, type Element, isElement, isText, type PageNode } from "./page_tree.ts";

interface ScriptPlace {
  /** The letters before it. */
  readonly tail: string;
  /** It is a half of a fraction. */
  readonly fraction: boolean;
  /** It leads to a note. */
  readonly isReference: boolean;
}

interface ScriptMarks {
  readonly open: string;
  readonly close: string;
  /**
   * Whether the marks part what stands on both sides. Other marks only show the script: `m^2` is found as `m²` is, and
   * `H_2O` as `H2O`.
   */
  readonly isShown: boolean;
}

const NONE: ScriptMarks = { open: "", close: "", isShown: false };
const APART: ScriptMarks = { open: " ", close: "", isShown: true };
const ORDINAL = /^(?:st|nd|rd|th|ers?|res?|ères?|ères?|e|es|è|ème|ièmes?|os?|as?|ª|º)\.?$/i;
/** Text in small letters, as opposed to an exponent. */
const MOST_WORDS = 4;
/** Longer words are words that a note belongs to, and no units. */
const UNIT = 3;

const RAISED = /(?:^|;)\s*vertical-align\s*:\s*(super|sub)\s*(?:!important\s*)?(?:;|$)/i;

/** Whether an element is a superscript or a subscript, by its name or its style. */
export function scriptOf(element: Element): "sup" | "sub" | undefined {
  const { tagName } = element;
  if (tagName === "sup" || tagName === "sub") return tagName;
  if (tagName !== "span") return undefined;
  const style = RAISED.exec(attribute(element, "style") ?? "")?.[1]?.toLowerCase();
  return style === "super" ? "sup" : style === "sub" ? "sub" : undefined;
}

export function isScript(element: Element): boolean {
  return scriptOf(element) !== undefined;
}

/** The marks around a script that says `text`. */
export function scriptMarks(tagName: string, text: string, { tail, fraction, isReference }: ScriptPlace): ScriptMarks {
  const before = tail.replace(/[\u00ad\u200b\u2060\ufeff]/g, "");
  if (text === "" || before === "" || /\s$/.test(before)) return NONE;
  if (fraction) return tagName === "sup" && /[\p{L}\p{N}]$/u.test(before) ? APART : NONE;
  if (isReference || text.split(" ").length > MOST_WORDS) return APART;
  if (!/[\p{L}\p{N}]/u.test(text)) return NONE;
  if (tagName === "sup" && isOrdinal(before, text)) return NONE;
  const isSimple = /^[-−–+]?[\p{L}\p{N}.,]+[*+′'−-]*$/u.test(text);
  const mark = tagName === "sup" ? "^" : "_";
  return {
    open: isSimple ? mark : `${mark}(`,
    close: isSimple ? "" : ")",
    isShown: !isSimple || !isJoined(before, text, tagName),
  };
}

function isOrdinal(before: string, text: string): boolean {
  if (/\d$/.test(before)) return ORDINAL.test(text);
  return /(?:^|[^\p{L}\p{N}])\p{L}\.?$/u.test(before) && /^(?:th|st|me|mes|lle|ra|re|er)$/i.test(text);
}

/** Whether a script and what stands before it make one word, as in `m²` and `H₂O`. */
function isJoined(before: string, text: string, tagName: string): boolean {
  const [word = ""] = /[\p{L}\p{N}]+$/u.exec(before) ?? [];
  if (word === "" || /\d$/.test(word) || !/^(?:\p{N}+[+−-]?|\p{L})$/u.test(text)) return false;
  return tagName === "sub" || word.length <= UNIT;
}

/** Whether the node at a place is the upper or the lower half of a fraction: `<sup>1</sup>/<sub>2</sub>`. */
export function isFraction(nodes: readonly PageNode[], at: number): boolean {
  const node = nodes[at]!;
  if (!isElement(node)) return false;
  const script = scriptOf(node);
  if (script === "sup") return isStroke(nodes[at + 1]) && isNamed(nodes[at + 2], "sub");
  return script === "sub" && isStroke(nodes[at - 1]) && isNamed(nodes[at - 2], "sup");
}

function isNamed(node: PageNode | undefined, name: string): boolean {
  return node !== undefined && isElement(node) && scriptOf(node) === name;
}

function isStroke(node: PageNode | undefined): boolean {
  if (node === undefined) return false;
  if (isText(node)) return node.value.length < 10 && /^\s*[/⁄∕]\s*$/.test(node.value);
  return isElement(node) && node.childNodes.length === 1 && isStroke(node.childNodes[0]);
}

/** Whether a script leads to a note, or to what it cites. */
export function isReference(element: Element): boolean {
  const isLink = (each: PageNode | undefined): boolean =>
    each !== undefined && isElement(each) && each.tagName === "a" && attribute(each, "href") !== null;
  const isNote = (each: Element): boolean =>
    /(?:^|\W)doc-noteref(?:\W|$)/.test(attribute(each, "role") ?? "") ||
    /(?:^|[-_\s])(?:foot|end)?note-?ref|^reference$|^footnote/i.test(classesOf(each).join(" "));
  const { parentNode } = element;
  if (isNote(element) || element.childNodes.slice(0, 5).some(isLink)) return true;
  if (parentNode === null || !("tagName" in parentNode)) return false;
  const isAlone = parentNode.childNodes.length < 4 &&
    parentNode.childNodes.every((child) => child === element || (isText(child) && child.value.trim() === ""));
  return isNote(parentNode) || (isAlone && isLink(parentNode));
}
