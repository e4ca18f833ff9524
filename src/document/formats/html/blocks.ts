/** Writes the blocks of a page as Markdown: headings, paragraphs, code, lists, quotes. */
import type { OutlineHeading } from "../../outline.ts";
import { fenceOf } from "./code_block.ts";
import { headingId } from "./heading_id.ts";
import { type Definition, definitionsOf, type Entry, entryOf, isLinkedTerm, isOfNotes } from "./definitions.ts";
import { code as codePieces, escaped, inlineLines } from "./inline.ts";
import {
  attribute,
  classesOf,
  type Element,
  isElement,
  isText,
  lineOf,
  type Node,
  type Parent,
  plainText,
} from "./page_tree.ts";
import { isPermalink, type MainPart } from "./shown.ts";
import { tableRows } from "./table.ts";
import type { Piece, TextWriter } from "./text_writer.ts";

const BLOCKS: ReadonlySet<string> = new Set(
  "address article aside blockquote body caption center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol p pre search section summary table tbody td tfoot th thead tr ul"
    .split(" "),
);
const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "menu", "dir"]);
const HEADING = /^h[1-6]$/;
const MAX_HEADING_LEVEL = 6;

/** Writes the main part and returns its headings. */
export function writeBlocks(part: MainPart, writer: TextWriter): readonly OutlineHeading[] {
  const headings: OutlineHeading[] = [];
  const blocks = new Set<Node | Parent>();
  const sectioned = new Set<Node | Parent>();
  for (const root of part.roots) findBlocks(root, blocks, sectioned);
  /** How many lists, quotes and tables are open. A heading inside one does not become a heading of the document. */
  let nested = 0;
  /** The level of the section that is being written, and the highest that a heading in it may have. */
  let around = { level: 1, highest: 1 };

  function children(parent: Parent): void {
    let run: Node[] = [];
    const flush = (): void => {
      if (run.length > 0) paragraph(run);
      run = [];
    };
    for (const [at, child] of parent.childNodes.entries()) {
      if (isElement(child) && part.isDropped(child)) continue;
      if (isElement(child) && blocks.has(child)) {
        flush();
        block(child, at);
      } else run.push(child);
    }
    flush();
  }

  function paragraph(nodes: readonly Node[], mark = ""): void {
    const lines = inlineLines(nodes, part.isDropped);
    if (lines.length === 0) return;
    writer.gap();
    for (const line of lines) writer.line(mark === "" ? line : [piece(mark), ...line, piece(mark)]);
    writer.gap();
  }

  /** `at` is the element's place among its siblings. */
  function block(element: Element, at: number | null): void {
    const { tagName } = element;
    if (HEADING.test(tagName)) return heading(element, at ?? 0);
    if (tagName === "pre") return code(element);
    if (tagName === "dl") return definitions(element);
    if (LISTS.has(tagName)) return isLayout(element) ? apart(element) : list(element);
    if (tagName === "table") return table(element);
    if (tagName === "blockquote") return within("> ", "> ", element);
    if (tagName === "hr") return writer.gap();
    apart(element);
  }

  function apart(element: Element): void {
    writer.gap();
    children(element);
    writer.gap();
  }

  function heading(element: Element, at: number): void {
    const isLeftOut = (each: Element): boolean => part.isDropped(each) || isPermalink(each);
    const text = plainText(element, isLeftOut);
    if (text === "") return;
    if (nested > 0) return paragraph(element.childNodes, "**");
    const level = Math.max(Number(element.tagName[1]), around.highest);
    around = { ...around, level };
    headingLine(level, text, headingId(element, at), element);
  }

  function headingLine(level: number, text: string, id: string | null, element: Element): void {
    writer.gap();
    const { start, end } = writer.line([{ text: `${"#".repeat(level)} ${escaped(text)}`, line: lineOf(element) }]);
    headings.push({ level, text, id, lineStart: start, bodyStart: end });
    writer.gap();
  }

  function definitions(element: Element): void {
    const found = definitionsOf(element, part.isDropped);
    if (found === null) return apart(element);
    const mayHaveEntries = nested === 0 && !isOfNotes(element);
    for (const definition of found) {
      const linked = mayHaveEntries ? entryOf(definition, part.isDropped) : null;
      if (linked !== null) entry(linked, definition);
      else if (nested === 0 && definition.definitions.some((each) => sectioned.has(each))) {
        [...definition.terms, ...definition.definitions].forEach(apart);
      } else defined(definition);
    }
    writer.gap();
  }

  /** A section of its own, which ends with its definitions. */
  function entry({ id, title, lines }: Entry, { terms, definitions }: Definition): void {
    const before = around;
    const level = Math.min(before.level + 1, MAX_HEADING_LEVEL);
    around = { level, highest: Math.min(level + 1, MAX_HEADING_LEVEL) };
    const at = headings.length;
    headingLine(level, title, id, terms[0]!);
    for (const { text, isCode, term } of lines) {
      writer.gap();
      const line = lineOf(term);
      writer.line(isCode ? codePieces(text, line) : [{ text: escaped(text), line }]);
      writer.gap();
    }
    definitions.forEach(apart);
    headings[at] = { ...headings[at]!, end: writer.end() };
    around = before;
  }

  function defined({ terms, definitions }: Definition): void {
    nested++;
    writer.gap();
    writer.within("- ", "  ", () => [...terms, ...definitions].forEach(apart));
    writer.gap();
    nested--;
  }

  /** Lists that hold sections, as those of Javadoc. */
  function isLayout(element: Element): boolean {
    return nested === 0 && sectioned.has(element) &&
      element.childNodes.some((item) =>
        isElement(item) && (classesOf(item).includes("blockList") ||
          item.childNodes.some((child) => isElement(child) && child.tagName === "section"))
      );
  }

  function code(element: Element): void {
    const { fence, language, lines } = fenceOf(element, part.isDropped);
    if (lines.length === 0) return;
    writer.gap();
    writer.line([{ text: `${fence}${language}`, line: lineOf(element) }]);
    for (const line of lines) writer.line([line]);
    writer.line([piece(fence)]);
    writer.gap();
  }

  function list(element: Element): void {
    let number = Number(attribute(element, "start") ?? 1);
    if (!Number.isSafeInteger(number) || number < 0) number = 1;
    // A list inside an item follows the item's text without a blank line.
    if (element.parentNode?.nodeName === "li") writer.noGap();
    else writer.gap();
    let isTight = false;
    for (const item of element.childNodes) {
      if (!isElement(item) || part.isDropped(item)) continue;
      if (isTight) writer.noGap();
      const marker = element.tagName === "ol" ? `${number++}. ` : "- ";
      if (item.tagName === "li") within(marker, " ".repeat(marker.length), item);
      else within("  ", "  ", item);
      isTight = countBlocks(item) < 2;
    }
    writer.gap();
  }

  /** Counts the blocks of an item, except lists. A run of text counts as one. */
  function countBlocks(item: Element): number {
    let count = 0;
    let inRun = false;
    for (const child of item.childNodes) {
      const isBlock = blocks.has(child);
      if (isBlock && !LISTS.has(child.nodeName)) count++;
      else if (!isBlock && !inRun && !(isText(child) && child.value.trim() === "")) count++;
      inRun = !isBlock && (inRun || !(isText(child) && child.value.trim() === ""));
    }
    return count;
  }

  function within(first: string, rest: string, element: Element): void {
    nested++;
    writer.within(first, rest, () => children(element));
    nested--;
  }

  function table(element: Element): void {
    const rows = tableRows(element, part.isDropped, blocks);
    if (rows === null) {
      nested++;
      children(element);
      nested--;
      return;
    }
    writer.gap();
    for (const row of rows) writer.line(row);
    writer.gap();
  }

  for (const root of part.roots) {
    if (isElement(root)) block(root, null);
    else children(root);
  }
  return headings;
}

function piece(text: string): Piece {
  return { text, line: 0 };
}

/** Finds the elements that are blocks or contain one, and those that contain what may begin a section. */
function findBlocks(parent: Parent, blocks: Set<Node | Parent>, sectioned: Set<Node | Parent>): void {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue;
    findBlocks(child, blocks, sectioned);
    if (BLOCKS.has(child.tagName)) blocks.add(child);
    if (blocks.has(child)) blocks.add(parent);
    if (sectioned.has(child) || HEADING.test(child.tagName) || isLinkedTerm(child)) sectioned.add(parent);
  }
}
