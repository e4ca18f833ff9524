/** Writes the blocks of a page as Markdown: headings, paragraphs, code, lists, quotes. */
import type { OutlineHeading } from "../../outline.ts";
import { isBlock } from "./block_elements.ts";
import { fenceOf, isCodeBlock } from "./code_block.ts";
import { headingId } from "./heading_id.ts";
import {
  type DefinitionGroup,
  definitionsOf,
  entryOf,
  isLinkedTerm,
  isOfNotes,
  type LinkedDefinition,
} from "./definitions.ts";
import { code as codePieces, inlineLines, markup, plainPieces } from "./inline.ts";
import { createMarks, LISTS } from "./list_items.ts";
import type { MainPart } from "./main_part.ts";
import {
  classesOf,
  type Element,
  elementsIn,
  isElement,
  isText,
  lineOf,
  type PageNode,
  type Parent,
} from "./page_tree.ts";
import { plainText } from "./plain_text.ts";
import { isPermalink } from "./shown.ts";
import { writtenTable } from "./table.ts";
import type { TextWriter } from "./text_writer.ts";

/** Elements in which `br` makes a block of the code. */
const CODE: ReadonlySet<string> = new Set(["code", "samp", "tt"]);
const HEADING = /^h[1-6]$/;
const MAX_HEADING_LEVEL = 6;

/** Writes the main part and returns its headings. */
export function writeBlocks(part: MainPart, writer: TextWriter): readonly OutlineHeading[] {
  return new BlockWriter(part, writer).write();
}

class BlockWriter {
  readonly #part: MainPart;
  readonly #writer: TextWriter;
  readonly #headings: OutlineHeading[] = [];
  readonly #blocks = new Set<PageNode | Parent>();
  readonly #sectioned = new Set<PageNode | Parent>();
  /** How many lists, quotes and tables are open. A heading inside one does not become a heading of the document. */
  #nested = 0;
  /** The level of the section that is being written, and the highest that a heading in it may have. */
  #around = { level: 1, highest: 1 };

  constructor(part: MainPart, writer: TextWriter) {
    this.#part = part;
    this.#writer = writer;
    for (const root of part.roots) findBlocks(root, this.#blocks, this.#sectioned);
  }

  write(): readonly OutlineHeading[] {
    for (const root of this.#part.roots) {
      if (isElement(root)) this.#block(root, null);
      else this.#children(root);
    }
    return this.#headings;
  }

  #children(parent: Parent): void {
    let run: PageNode[] = [];
    const flush = (): void => {
      if (run.length > 0) this.#paragraph(run);
      run = [];
    };
    for (const [at, child] of parent.childNodes.entries()) {
      if (isElement(child) && this.#part.isDropped(child)) continue;
      if (isElement(child) && this.#blocks.has(child)) {
        flush();
        this.#block(child, at);
      } else run.push(child);
    }
    flush();
  }

  #paragraph(nodes: readonly PageNode[], mark = ""): void {
    const lines = inlineLines(nodes, this.#part.isDropped);
    if (lines.length === 0) return;
    this.#writer.gap();
    for (const line of lines) this.#writer.line(mark === "" ? line : [markup(mark), ...line, markup(mark)]);
    this.#writer.gap();
  }

  /** `at` is the element's place among its siblings. */
  #block(element: Element, at: number | null): void {
    const { tagName } = element;
    if (HEADING.test(tagName)) return this.#heading(element, at ?? 0);
    if (isCodeBlock(element)) return this.#code(element);
    if (tagName === "dl") return this.#definitions(element);
    if (LISTS.has(tagName)) return this.#isLayout(element) ? this.#apart(element) : this.#list(element);
    if (tagName === "table") return this.#table(element);
    if (tagName === "blockquote") return this.#within("> ", "> ", element);
    if (tagName === "hr") return this.#writer.gap();
    this.#apart(element);
  }

  #apart(element: Element): void {
    this.#writer.gap();
    this.#children(element);
    this.#writer.gap();
  }

  #heading(element: Element, at: number): void {
    const isLeftOut = (each: Element): boolean => this.#part.isDropped(each) || isPermalink(each);
    const text = plainText(element, isLeftOut);
    if (text === "") return;
    if (this.#nested > 0) return this.#paragraph(element.childNodes, "**");
    const level = Math.max(Number(element.tagName[1]), this.#around.highest);
    this.#around = { ...this.#around, level };
    this.#headingLine(level, text, headingId(element, at), element);
  }

  #headingLine(level: number, text: string, id: string | null, element: Element): void {
    this.#writer.gap();
    const { start, end } = this.#writer.line([
      { ...markup(`${"#".repeat(level)} `), line: lineOf(element) },
      ...plainPieces(text, lineOf(element)),
    ]);
    this.#headings.push({ level, text, id, lineStart: start, bodyStart: end });
    this.#writer.gap();
  }

  #definitions(element: Element): void {
    const found = definitionsOf(element, this.#part.isDropped);
    if (found === null) return this.#apart(element);
    const mayHaveEntries = this.#nested === 0 && !isOfNotes(element);
    for (const definition of found) {
      const linked = mayHaveEntries ? entryOf(definition, this.#part.isDropped) : null;
      if (linked !== null) this.#entry(linked, definition);
      else if (this.#nested === 0 && definition.definitions.some((each) => this.#sectioned.has(each))) {
        [...definition.terms, ...definition.definitions].forEach((each) => this.#apart(each));
      } else this.#defined(definition);
    }
    this.#writer.gap();
  }

  /** A section of its own, which ends with its definitions. */
  #entry({ id, title, lines }: LinkedDefinition, { terms, definitions }: DefinitionGroup): void {
    const before = this.#around;
    const level = Math.min(before.level + 1, MAX_HEADING_LEVEL);
    this.#around = { level, highest: Math.min(level + 1, MAX_HEADING_LEVEL) };
    const at = this.#headings.length;
    this.#headingLine(level, title, id, terms[0]!);
    for (const { text, isCode, term } of lines) {
      this.#writer.gap();
      const line = lineOf(term);
      this.#writer.line(isCode ? codePieces(text, line) : plainPieces(text, line));
      this.#writer.gap();
    }
    definitions.forEach((each) => this.#apart(each));
    this.#headings[at] = { ...this.#headings[at]!, end: this.#writer.end() };
    this.#around = before;
  }

  #defined({ terms, definitions }: DefinitionGroup): void {
    this.#nested++;
    this.#writer.gap();
    this.#writer.within("- ", "  ", () => [...terms, ...definitions].forEach((each) => this.#apart(each)));
    this.#writer.gap();
    this.#nested--;
  }

  /** Lists that hold sections, as those of Javadoc. */
  #isLayout(element: Element): boolean {
    return this.#nested === 0 && this.#sectioned.has(element) &&
      element.childNodes.some((item) =>
        isElement(item) && (classesOf(item).includes("blockList") ||
          item.childNodes.some((child) => isElement(child) && child.tagName === "section"))
      );
  }

  #code(element: Element): void {
    const { fence, language, lines } = fenceOf(element, this.#part.isDropped);
    if (lines.length === 0) return;
    this.#writer.gap();
    this.#writer.line([{ ...markup(`${fence}${language}`), line: lineOf(element) }]);
    for (const line of lines) this.#writer.line([line]);
    this.#writer.line([markup(fence)]);
    this.#writer.gap();
  }

  #list(element: Element): void {
    const markOf = createMarks(element, this.#part.isDropped);
    // A list inside an item follows the item's text without a blank line.
    if (element.parentNode?.nodeName === "li") this.#writer.noGap();
    else this.#writer.gap();
    let isTight = false;
    for (const item of element.childNodes) {
      if (!isElement(item)) {
        this.#paragraph([item]);
        continue;
      }
      if (this.#part.isDropped(item)) continue;
      if (isTight) this.#writer.noGap();
      if (item.tagName === "li") {
        const mark = markOf(item);
        this.#within(mark, " ".repeat(mark.startsWith("-") ? 2 : mark.length), item);
      } else this.#within("  ", "  ", item);
      isTight = this.#countBlocks(item) < 2;
    }
    this.#writer.gap();
  }

  /** Counts the blocks of an item, except lists. A run of text counts as one. */
  #countBlocks(item: Element): number {
    let count = 0;
    let inRun = false;
    for (const child of item.childNodes) {
      const isBlock = this.#blocks.has(child);
      if (isBlock && !LISTS.has(child.nodeName)) count++;
      else if (!isBlock && !inRun && !(isText(child) && child.value.trim() === "")) count++;
      inRun = !isBlock && (inRun || !(isText(child) && child.value.trim() === ""));
    }
    return count;
  }

  #within(first: string, rest: string, element: Element): void {
    this.#nested++;
    this.#writer.within(first, rest, () => this.#children(element));
    this.#nested--;
  }

  #table(element: Element): void {
    const table = writtenTable(element, this.#part.isDropped);
    if (table === null) {
      // Old sites put the whole page into a table.
      const isPage = this.#nested === 0 && [...elementsIn(element)].some(({ tagName }) => tagName === "h1");
      this.#nested += isPage ? 0 : 1;
      this.#children(element);
      this.#nested -= isPage ? 0 : 1;
      return;
    }
    for (const title of table.titles) this.#paragraph(title);
    this.#writer.gap();
    for (const row of table.lines) this.#writer.line(row);
    this.#writer.gap();
  }
}

/** Finds the elements that are blocks or contain one, and those that contain what may begin a section. */
function findBlocks(
  parent: Parent,
  blocks: Set<PageNode | Parent>,
  sectioned: Set<PageNode | Parent>,
  isInCode = false,
): void {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue;
    findBlocks(child, blocks, sectioned, isInCode || CODE.has(child.tagName));
    if (isBlock(child) || (isInCode && child.tagName === "br")) blocks.add(child);
    if (blocks.has(child)) blocks.add(parent);
    if (sectioned.has(child) || HEADING.test(child.tagName) || isLinkedTerm(child)) sectioned.add(parent);
  }
}
