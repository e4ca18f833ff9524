/** The lines of code, whatever elements make them: line feeds, `br`, blocks, list items, rows of tables. */
import { isBlock } from "./block_elements.ts";
import { linearMath } from "./math/linear_math.ts";
import { attribute, classesOf, type Element, isElement, isText, lineOf, type PageNode } from "./page_tree.ts";
import type { IsDropped } from "./shown.ts";
import type { LinePiece } from "./text_writer.ts";

/** Elements in which white space stands only between others. */
const NO_OWN_TEXT: ReadonlySet<string> = new Set(["dl", "ol", "table", "tbody", "tfoot", "thead", "tr", "ul"]);
/** How highlighters call the element of a line. */
const LINE_CLASS = /^(?:[\w-]*[-_])?(?:line|row|ln)$/i;

/** The lines as written, each with its line of the page. */
export function codeLines(element: Element, isDropped: IsDropped): LinePiece[] {
  return new LineCollector(element, isDropped).lines();
}

interface CodeLine {
  /** A line may come in a million pieces, and is joined once. */
  parts: string[];
  /** The line of the page on which it begins. */
  line: number;
  isBlank: boolean;
  endsWithSpace: boolean;
}

const emptyLine = (line: number): CodeLine => ({ parts: [], line, isBlank: true, endsWithSpace: true });

class LineCollector {
  readonly #element: Element;
  readonly #isDropped: IsDropped;
  readonly #lines: CodeLine[] = [];
  #open: CodeLine;
  /** A block has ended, so that what follows begins a line. */
  #isDue = false;

  constructor(element: Element, isDropped: IsDropped) {
    this.#element = element;
    this.#isDropped = isDropped;
    this.#lines.push(this.#open = emptyLine(lineOf(element)));
  }

  lines(): LinePiece[] {
    this.#all(this.#element);
    return this.#lines.map(({ parts, line, isBlank }) => ({
      text: isBlank ? "" : parts.join("").replace(/\r/g, ""),
      line,
    }));
  }

  #all(parent: Element): void {
    const isSplit = hasLineElements(parent);
    for (const child of parent.childNodes) {
      if (isText(child)) {
        if (!NO_OWN_TEXT.has(parent.tagName) || child.value.trim() !== "") this.#text(child.value, lineOf(child));
      } else if (isElement(child) && !this.#isDropped(child)) {
        this.#any(child, isSplit && isLineElement(child));
      }
    }
  }

  #any(element: Element, isLine: boolean): void {
    const { tagName } = element;
    const line = lineOf(element);
    if (tagName === "br") return this.#break(line);
    if (tagName === "math") return this.#text(linearMath(element), line);
    if (tagName === "img") return this.#text(attribute(element, "alt") ?? "", line);
    if (tagName === "td" || tagName === "th") {
      if (!this.#isDue && !this.#open.endsWithSpace) this.#text(" ", line);
    } else if (isLine || isBlock(element)) return this.#block(element);
    this.#all(element);
  }

  #block(element: Element): void {
    if (this.#isDue || !this.#open.isBlank) this.#begin(lineOf(element));
    // White space before a block only sets the tags apart.
    else this.#open.parts = [];
    const before = this.#lines.length;
    this.#all(element);
    // A block that ends with a line feed has begun the next line already.
    this.#isDue ||= this.#lines.length === before || !this.#open.isBlank;
  }

  #text(value: string, line: number): void {
    for (const [at, text] of value.replace(/\u00a0/g, " ").split("\n").entries()) {
      // The line feed behind a block is the one that the block has asked for.
      if (at > 0) this.#begin(line + at);
      const isBlank = text.trim() === "";
      if (text === "" || (this.#isDue && isBlank)) continue;
      if (this.#isDue) this.#begin(line + at);
      if (this.#open.parts.length === 0) this.#open.line = line + at;
      this.#open.parts.push(text);
      this.#open.isBlank &&= isBlank;
      this.#open.endsWithSpace = /\s/.test(text[text.length - 1]!);
    }
  }

  #break(line: number): void {
    if (this.#isDue) this.#begin(line);
    this.#begin(line);
  }

  #begin(line: number): void {
    this.#isDue = false;
    this.#lines.push(this.#open = emptyLine(line));
  }
}

/** Whether the children are elements of one line each, with nothing but white space and no line feed between them. */
function hasLineElements(parent: Element): boolean {
  let lines = 0;
  for (const child of parent.childNodes) {
    if (isText(child) && (child.value.trim() !== "" || child.value.includes("\n"))) return false;
    if (!isElement(child) || isBlock(child)) continue;
    if (!isLineElement(child) || endsLine(child)) return false;
    lines++;
  }
  return lines > 1;
}

function isLineElement(element: Element): boolean {
  return (element.tagName === "span" || element.tagName === "code") &&
    (attribute(element, "data-line") !== null || classesOf(element).some((name) => LINE_CLASS.test(name)));
}

/** Whether a line feed, or a `br`, ends an element. */
function endsLine(element: Element): boolean {
  let node: PageNode | undefined = element;
  for (let depth = 0; depth < 20 && node !== undefined; depth++) {
    if (isText(node)) return node.value.endsWith("\n");
    if (!isElement(node)) return false;
    if (node.tagName === "br") return true;
    node = node.childNodes.at(-1);
  }
  return false;
}
