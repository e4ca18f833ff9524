/** Reads the text of a paragraph of an ODT document. */
import { escapeHtml } from "./archive.ts";
import { drawnHtml } from "./odt_drawings.ts";
import type { OdtContext } from "./odt_context.ts";
import { isNode, nodesIn, outermostNamed, textIn, type XmlNode } from "./xml_tree.ts";

export interface ReadLine {
  readonly html: string;
  /** The text alone, as it is compared. */
  readonly text: string;
  /** Whether the number of the page is in it. */
  readonly isOfPage: boolean;
  /** What it says beside the number of the page. */
  readonly others: string;
}

const NO_TEXT: ReadonlySet<string> = new Set([
  "text:note-citation",
  "text:number",
  "text:label",
  "text:tracked-changes",
  "office:forms",
]);
/** Of the text to which a comment belongs. */
const MAX_QUOTED = 100;
const MAX_RANGES = 20;
const MAX_SPACES = 100;

/** `keepsSpaces` is for code. Notes and text boxes go to `context.after`. */
export function readLine(paragraph: XmlNode, context: OdtContext, keepsSpaces = false): ReadLine {
  const reader = new OdtLineReader(context, keepsSpaces);
  reader.read(paragraph);
  return reader.finish();
}

class OdtLineReader {
  readonly #context: OdtContext;
  readonly #keepsSpaces: boolean;
  readonly #html: string[] = [];
  readonly #text: string[] = [];
  readonly #others: string[] = [];
  #isOfPage = false;

  constructor(context: OdtContext, keepsSpaces: boolean) {
    this.#context = context;
    this.#keepsSpaces = keepsSpaces;
  }

  finish(): ReadLine {
    return {
      html: this.#html.join(""),
      text: this.#text.join(""),
      isOfPage: this.#isOfPage,
      others: this.#others.join(""),
    };
  }

  read(parent: XmlNode): void {
    for (const child of parent.children) {
      if (isNode(child)) this.#node(child);
      else this.#say(this.#keepsSpaces ? child : child.replace(/\s+/g, " "));
    }
  }

  #say(text: string, isPage = false): void {
    const { ranges } = this.#context;
    this.#html.push(escapeHtml(text));
    this.#text.push(text);
    this.#others.push(isPage ? " " : text);
    for (const [name, said] of ranges) {
      if (said.length < MAX_QUOTED) ranges.set(name, (said + text).slice(0, MAX_QUOTED));
    }
  }

  #node(node: XmlNode): void {
    const { attributes, name } = node;
    if (name === "text:s") {
      this.#say(" ".repeat(Math.min(MAX_SPACES, Math.max(1, Number(attributes["text:c"] ?? 1) || 1))));
    } else if (name === "text:tab") this.#say("\t");
    else if (name === "text:line-break") {
      this.#html.push(this.#keepsSpaces ? "\n" : "<br>");
      this.#text.push("\n");
    } else if (name === "text:span") this.#span(node);
    else if (name === "text:a" || name === "draw:a") {
      this.#within(node, "a", ` href="${escapeHtml(attributes["xlink:href"] ?? "")}"`);
    } else if (name.startsWith("text:bookmark")) this.#anchor(node);
    else if (name === "text:note") this.#note(node);
    else if (name === "office:annotation") this.#comment(node);
    else if (name === "office:annotation-end") this.#close(attributes["office:name"] ?? "");
    else if (name.startsWith("draw:")) this.#drawing(node);
    else if (!NO_TEXT.has(name)) this.#field(node);
  }

  #span(node: XmlNode): void {
    const style = this.#context.styles.text(node.attributes["text:style-name"]);
    if (style.isHidden) return this.#hide(textIn(node));
    this.#within(node, style.position || (style.isCode && !this.#keepsSpaces ? "code" : ""));
  }

  #anchor(node: XmlNode): void {
    const id = node.attributes["text:name"] ?? "";
    if (node.name === "text:bookmark-ref") return this.read(node);
    if (node.name !== "text:bookmark-end" && !this.#keepsSpaces) this.#html.push(`<a id="${escapeHtml(id)}"></a>`);
  }

  #drawing(node: XmlNode): void {
    const { inline, after } = drawnHtml(node, this.#context);
    this.#html.push(inline.html);
    this.#text.push(inline.text);
    this.#others.push(inline.text);
    this.#context.after.push(after);
  }

  /** What programs fill in. */
  #field(node: XmlNode): void {
    const { attributes, name } = node;
    if (name === "text:page-number" || name === "text:page-count") {
      this.#isOfPage = true;
      this.#say(textIn(node), true);
    } else if (name === "text:hidden-text") {
      const text = attributes["text:string-value"] ?? textIn(node);
      if (attributes["text:is-hidden"] === "false") this.#say(text);
      else this.#hide(text);
    } else if (name === "text:ruby-text") this.#context.omissions.add("second-form", textIn(node));
    else this.read(node);
  }

  #hide(text: string): void {
    if (text.trim() !== "") this.#context.omissions.add("hidden-text", text);
  }

  #within(node: XmlNode, tag: string, attributes = ""): void {
    if (tag !== "") this.#html.push(`<${tag}${attributes}>`);
    this.read(node);
    if (tag !== "") this.#html.push(`</${tag}>`);
  }

  #note(node: XmlNode): void {
    const mark = textIn(nodesIn(node).find(({ name }) => name === "text:note-citation")).trim();
    const body = nodesIn(node).find(({ name }) => name === "text:note-body");
    this.#html.push(`[${escapeHtml(mark)}]`);
    this.#context.after.push(marked(`[${escapeHtml(mark)}] `, this.#apart(nodesIn(body))));
  }

  /** What notes and comments hold. At the edge of a page, too, it is told whatever the text says. */
  #apart(nodes: readonly XmlNode[]): string {
    const own = { after: [], isInCell: false, isMargin: false, ranges: new Map<string, string>() };
    return this.#context.blocks(nodes, { ...this.#context, ...own });
  }

  #comment(node: XmlNode): void {
    const { after, ranges } = this.#context;
    const author = textIn(outermostNamed(node, "dc:creator")[0]).trim();
    const text = this.#apart(nodesIn(node).filter(({ name }) => name === "text:p" || name === "text:list"));
    const name = node.attributes["office:name"];
    const at = after.length;
    after.push("");
    const write = (about: string): void => {
      const on = about === "" ? "" : ` on “${escapeHtml(about)}”`;
      after[at] = marked(`Comment${author === "" ? "" : ` by ${escapeHtml(author)}`}${on}: `, text);
    };
    write("");
    if (name === undefined || ranges.size >= MAX_RANGES) return;
    ranges.set(name, "");
    this.#writers.set(name, write);
  }

  readonly #writers = new Map<string, (about: string) => void>();

  #close(name: string): void {
    const { ranges } = this.#context;
    const about = ranges.get(name)?.replace(/\s+/g, " ").trim() ?? "";
    ranges.delete(name);
    if (about !== "") this.#writers.get(name)?.(about);
  }
}

function marked(mark: string, html: string): string {
  return html.startsWith("<p>") ? `<p>${mark}${html.slice("<p>".length)}` : `<p>${mark}</p>${html}`;
}
