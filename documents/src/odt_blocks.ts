/** Reads the headings, paragraphs, lists and tables of an ODT document. */
import { escapeHtml } from "./archive.ts";
import { blocksHtml, type OfficeBlock } from "./block_lists.ts";
import type { OdtContext } from "./odt_context.ts";
import { deletedTexts, drawnHtml } from "./odt_drawings.ts";
import { readLine } from "./odt_inline.ts";
import type { OpenOdtList } from "./odt_numbers.ts";
import { tableHtml } from "./odt_tables.ts";
import { isPageWords } from "./page_words.ts";
import { plainLine } from "./plain_line.ts";
import { childOf, nodesIn, textIn, type XmlNode } from "./xml_tree.ts";

/** Elements around blocks that show what is in them, such as an index of contents. */
const AROUND = /^text:(?:section|index-body|index-title|bibliography|[a-z]+(?:-[a-z]+)*-index|table-of-content)$/;
/** Templates of indexes, fields of forms, and what stands in lists under a name of its own. */
const UNSHOWN = /-source$|^office:(?:forms|annotation-end)$|^text:(?:number|label|list-item|list-header)$/;
const MAX_HEADING_LEVEL = 6;

export function readOdtBlocks(nodes: readonly XmlNode[], context: OdtContext): string {
  const reader = new OdtBlockReader(context);
  reader.read(nodes, undefined);
  return reader.finish();
}

class OdtBlockReader {
  readonly #context: OdtContext;
  readonly #blocks: OfficeBlock[] = [];

  constructor(context: OdtContext) {
    this.#context = context;
  }

  finish(): string {
    return blocksHtml(this.#blocks);
  }

  read(nodes: readonly XmlNode[], list: OpenOdtList | undefined, mark = ""): void {
    let label = mark;
    for (const node of nodes) {
      this.#block(node, list, label);
      if (node.name === "text:p" || node.name === "text:h") label = "";
    }
  }

  #html(html: string): void {
    if (html !== "") this.#blocks.push({ kind: "html", html });
  }

  #block(node: XmlNode, list: OpenOdtList | undefined, label: string): void {
    const { attributes, name } = node;
    const { omissions, styles } = this.#context;
    if (name === "text:h") this.#heading(node, label);
    else if (name === "text:p") this.#paragraph(node, label);
    else if (name === "text:list") this.#html(this.#list(node, list));
    else if (name === "text:numbered-paragraph") this.#numbered(node);
    else if (name === "table:table") {
      this.#html(tableHtml(node, this.#context));
      this.#flush();
    } else if (AROUND.test(name)) {
      const isHidden = /^(?:none|condition)$/.test(attributes["text:display"] ?? "") ||
        styles.section(attributes["text:style-name"]);
      if (isHidden) omissions.add("hidden-text", textIn(node));
      else this.read(nodesIn(node), list);
    } else if (name === "text:tracked-changes") {
      for (const text of deletedTexts(node)) omissions.add("hidden-text", `deleted: ${text}`);
    } else if (name.startsWith("draw:")) {
      const { inline, after } = drawnHtml(node, this.#context);
      this.#html(inline.html === "" ? "" : `<p>${inline.html}</p>`);
      this.#html(after);
    } else if (name === "office:annotation") {
      // A remark on a cell of a sheet. It follows as those in a line do.
      readLine({ name: "text:p", attributes: {}, children: [node] }, this.#context);
      this.#flush();
    } else if (!UNSHOWN.test(name)) this.read(nodesIn(node), list);
  }

  #flush(): void {
    // Notes in cells and boxes wait for the block around.
    if (this.#context.isInCell) return;
    for (const html of this.#context.after.splice(0)) this.#html(html);
  }

  #heading(node: XmlNode, label: string): void {
    const { lines, numbers, isMargin } = this.#context;
    const { html, text } = readLine(node, this.#context);
    const level = Math.max(1, Number(node.attributes["text:outline-level"] ?? 1) || 1);
    if (text.trim() === "") return this.#flush();
    const isListHeader = node.attributes["text:is-list-header"] === "true";
    const number = label || textIn(childOf(node, "text:number")).trim() || (isListHeader ? "" : numbers.heading(level));
    lines.add(plainLine(text));
    const tag = isMargin ? "p" : `h${Math.min(level, MAX_HEADING_LEVEL)}`;
    this.#html(`<${tag}>${number === "" ? "" : `${escapeHtml(number)} `}${html.trim()}</${tag}>`);
    this.#flush();
  }

  #paragraph(node: XmlNode, label: string): void {
    const { isMargin, lines, omissions, styles } = this.#context;
    const style = styles.paragraph(node.attributes["text:style-name"]);
    if (style.isHidden) {
      if (textIn(node).trim() !== "") omissions.add("hidden-text", textIn(node));
      return;
    }
    const { html, text, isOfPage, others } = readLine(node, this.#context, style.isCode);
    if (style.isCode && label === "") {
      this.#blocks.push({ kind: "code", text, isGuess: false, prose: "" });
      return this.#flush();
    }
    const line = plainLine(text);
    if (isMargin && line !== "" && (lines.has(line) || (isOfPage && isPageWords(others)))) {
      omissions.add("running-head", text);
    } else if (html.trim() !== "") {
      lines.add(line);
      this.#html(`<p>${label === "" ? "" : `${escapeHtml(label)} `}${html.trim()}</p>`);
    }
    this.#flush();
  }

  #numbered(node: XmlNode): void {
    const { numbers } = this.#context;
    const level = Math.max(1, Number(node.attributes["text:level"] ?? 1) || 1);
    const list: OpenOdtList = { ...numbers.open(node, undefined), level };
    const stated = textIn(childOf(node, "text:number")).trim();
    this.read(nodesIn(node), list, stated || numbers.next(list, node).label);
  }

  #list(node: XmlNode, outer: OpenOdtList | undefined): string {
    const { numbers } = this.#context;
    const list = numbers.open(node, outer);
    const items: OfficeBlock[] = [];
    for (const item of nodesIn(node)) {
      if (item.name !== "text:list-item" && item.name !== "text:list-header") continue;
      const inner = new OdtBlockReader(this.#context.isInCell ? this.#context : { ...this.#context, after: [] });
      const own = nodesIn(item).filter(({ name }) => name !== "text:number");
      // An item that only holds a list has no number.
      const isAround = own.every(({ name }) => name === "text:list");
      const isHead = own.some(({ name }) => name === "text:h");
      const mark = isAround || item.name === "text:list-header" ? undefined : numbers.next(list, item);
      const label = mark === undefined || mark.number !== null && !isHead ? "" : mark.label;
      inner.read(own, list, label);
      const html = inner.finish();
      const last = items.at(-1);
      if (html === "") continue;
      if (isAround && last?.kind === "item") items[items.length - 1] = { ...last, html: `${last.html}\n${html}` };
      else if (isHead || mark === undefined) items.push({ kind: "html", html });
      else items.push({ kind: "item", level: 0, number: mark.number, html: unwrapped(html) });
    }
    return blocksHtml(items);
  }
}

/** The first paragraph of an item needs no mark. */
function unwrapped(html: string): string {
  const end = html.indexOf("</p>");
  return html.startsWith("<p>") && !html.includes("<p>", end)
    ? html.slice("<p>".length, end) + html.slice(end + "</p>".length)
    : html;
}
