/** Writes a `pre` as a fenced code block. */
import { longestRun } from "./inline.ts";
import { classesOf, type Element, elementsIn, isElement, isText, lineOf, type PageNode } from "./page_tree.ts";
import type { LinePiece } from "./text_writer.ts";

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

export function fenceOf(pre: Element, isDropped: (element: Element) => boolean): CodeBlock {
  const all = linesOf(pre, isDropped);
  const isWritten = ({ text }: LinePiece): boolean => text.trim() !== "";
  // Taking blank lines off one by one moves all others each time.
  const lines = all.slice(Math.max(0, all.findIndex(isWritten)), all.findLastIndex(isWritten) + 1);
  const longest = lines.reduce((most, { text }) => Math.max(most, longestRun(text)), 2);
  return { fence: "`".repeat(longest + 1), language: languageOf(pre), lines };
}

/** The lines as written, each with its line of the page. */
function linesOf(pre: Element, isDropped: (element: Element) => boolean): LinePiece[] {
  const lines: { text: string; line: number }[] = [{ text: "", line: lineOf(pre) }];
  const collect = (node: PageNode): void => {
    if (isText(node)) {
      node.value.replace(/\u00a0/g, " ").split("\n").forEach((text, at) => {
        const line = lineOf(node) + at;
        const last = lines.at(-1)!;
        if (at > 0) lines.push({ text, line });
        else if (last.text === "") lines[lines.length - 1] = { text, line };
        else last.text += text;
      });
    }
    if (!isElement(node) || isDropped(node)) return;
    if (node.tagName === "br") lines.push({ text: "", line: lineOf(node) });
    node.childNodes.forEach(collect);
  };
  pre.childNodes.forEach(collect);
  return lines.map(({ text, line }) => ({ text: text.replace(/[\r\n]/g, ""), line }));
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
