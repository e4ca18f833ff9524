/** Renders what the reader of a line format finds as HTML that is safe to insert. */
import { firstPlace } from "../../../text/first_place.ts";
import type { Block, FoundMarkup, InlineMark, TextRange } from "../../../document/formats/markup.ts";
import { readerOf } from "../../../document/formats/read_file.ts";
import { shownText } from "../../../document/formats/shown_text.ts";
import type { Format } from "../../../document/formats/format.ts";
import { renderText } from "./render_text.ts";
import { type RenderOptions, treeAsHtml } from "./safe_html.ts";
import type { TreeElement } from "./page_tree.ts";

type Content = TreeElement["children"][number];

/** Throws `RangeError` for a text that is nested too deeply. */
export async function renderMarkup(text: string, options: RenderOptions, format: Format): Promise<string> {
  const markup = (await readerOf(format)).markup?.(text, true);
  return markup === undefined ? renderText(text) : await renderFound(markup, options);
}

export async function renderFound(markup: FoundMarkup, options: RenderOptions): Promise<string> {
  return await treeAsHtml({ type: "root", children: blocksOf(markup, options.title?.trim()) }, options);
}

/** An element that takes in the blocks of a greater depth. */
interface OpenContainer {
  readonly depth: number;
  readonly children: Content[];
}

function blocksOf(markup: FoundMarkup, title: string | undefined): Content[] {
  const page: Content[] = [];
  const open: OpenContainer[] = [{ depth: -1, children: page }];
  const inline = inlineOf(markup);
  const [first] = markup.blocks;
  for (const block of markup.blocks) {
    while (open.length > 1 && open.at(-1)!.depth >= block.depth) open.pop();
    const { children } = open.at(-1)!;
    if (block === first && block.kind === "heading" && block.level === 1 && shownText(markup, block).trim() === title) {
      continue;
    }
    const made = elementOf(block, markup, inline);
    const outer = OUTER[block.kind]?.(block);
    if (outer === undefined) children.push(made);
    else listIn(children, outer).push(...(block.kind === "line" ? [made, element("br")] : [made]));
    if (CONTAINERS.has(block.kind)) open.push({ depth: block.depth, children: made.children });
  }
  return page;
}

const CONTAINERS: ReadonlySet<Block["kind"]> = new Set(["item", "definition", "quote", "note"]);

/** What such blocks stand in, together with those of their kind beside them. */
const OUTER: Partial<Record<Block["kind"], (block: Block) => string>> = {
  item: ({ ordered }) => ordered === true ? "ol" : "ul",
  term: () => "dl",
  definition: () => "dl",
  line: () => "p",
  row: () => "table",
};

/** The lists and tables that are made here. A paragraph is none of them. */
const made = new WeakSet<TreeElement>();

function listIn(children: Content[], tagName: string): Content[] {
  const last = children.at(-1);
  if (last?.type === "element" && last.tagName === tagName && made.has(last)) return last.children;
  const list = element(tagName);
  made.add(list);
  children.push(list);
  return list.children;
}

type Inline = (range: TextRange) => Content[];

function elementOf(block: Block, markup: FoundMarkup, inline: Inline): TreeElement {
  const { kind } = block;
  switch (kind) {
    case "heading":
      return element(`h${Math.min(6, Math.max(1, block.level ?? 1))}`, inline(block));
    case "code": {
      const language = block.language === undefined ? {} : { className: [`language-${block.language}`] };
      const code = { ...element("code", [textNode(`${dedented(shownText(markup, block))}\n`)]), properties: language };
      return element("pre", [code]);
    }
    case "row":
      return element(
        "tr",
        (block.cells ?? []).map((cell) => element(block.isHead === true ? "th" : "td", joined(cell))),
      );
    case "note":
      return element("blockquote", noteTitle(block, inline));
    case "rule":
      return element("hr");
    default:
      return element(NAMES[kind], inline(block));
  }

  function joined(cell: readonly TextRange[]): Content[] {
    return cell.flatMap((range, at) => at === 0 ? inline(range) : [textNode("\n"), ...inline(range)]);
  }
}

const NAMES = { paragraph: "p", item: "li", term: "dt", definition: "dd", quote: "blockquote", line: "span" } as const;

/** A note's own title, or what kind of note it is. */
function noteTitle(block: Block, inline: Inline): Content[] {
  const own = inline(block);
  const title = own.length > 0 || block.label === undefined ? own : [textNode(block.label)];
  return title.length === 0 ? [] : [element("p", [element("strong", title)])];
}

/** Makes the content of a range of text, with the marks that lie in it. */
function inlineOf(markup: FoundMarkup): Inline {
  const { marks } = markup;
  return ({ start, end }) =>
    within(start, end, firstPlace(marks.length, (place) => marks[place]!.start >= start)).content;

  function within(start: number, end: number, from: number): { readonly content: Content[]; readonly next: number } {
    const content: Content[] = [];
    let [at, next] = [start, from];
    const text = (to: number): void => {
      const value = shownText(markup, { start: at, end: to });
      if (value !== "") content.push(textNode(value));
    };
    for (let mark = marks[next]; mark !== undefined && mark.start < end; mark = marks[next]) {
      if (mark.start < at || mark.end > end) {
        next++;
        continue;
      }
      text(mark.start);
      const inner = within(mark.start, mark.end, next + 1);
      content.push(markElement(mark, inner.content, shownText(markup, mark)));
      [at, next] = [mark.end, inner.next];
    }
    text(end);
    return { content, next };
  }
}

function markElement({ kind, destination = "" }: InlineMark, content: Content[], text: string): TreeElement {
  if (kind === "image") return { ...element("img"), properties: { src: destination, alt: text } };
  if (kind === "link") return { ...element("a", content), properties: { href: destination } };
  return element(MARK_NAMES[kind], content);
}

const MARK_NAMES = { strong: "strong", emphasis: "em", code: "code", superscript: "sup", subscript: "sub" } as const;

/** Lines without the indentation that all of them have. */
function dedented(text: string): string {
  const lines = text.split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)![0].length);
  const least = indents.reduce((a, b) => Math.min(a, b), indents[0] ?? 0);
  return lines.map((line) => line.slice(least)).join("\n").trimEnd();
}

function element(tagName: string, children: Content[] = []): TreeElement {
  return { type: "element", tagName, properties: {}, children };
}

function textNode(value: string): Content {
  return { type: "text", value };
}
