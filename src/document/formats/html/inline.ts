/** Writes the text of a paragraph as pieces of Markdown, with its links, code and emphasis. */
import { isBlock, isBoxed } from "./block_elements.ts";
import { codeLines } from "./code_lines.ts";
import { checkMark, createMarks, LISTS } from "./list_items.ts";
import { drawnFormula, isDrawnFormula } from "./math/katex_html.ts";
import { linearMath } from "./math/linear_math.ts";
import { isFormulaScript, scriptFormula } from "./math/formula_scripts.ts";
import { attribute, type Element, isElement, isText, lineOf, type PageNode } from "./page_tree.ts";
import { cleanText, plainText, scriptText, tailOf } from "./plain_text.ts";
import { isFraction, isReference, isScript, scriptMarks, scriptOf } from "./scripts.ts";
import type { IsDropped } from "./shown.ts";
import { type LinePiece, LINK } from "./text_writer.ts";

const MARKS: Readonly<Record<string, string>> = {
  b: "**",
  strong: "**",
  em: "*",
  i: "*",
  del: "~~",
  s: "~~",
  strike: "~~",
};
const CODE: ReadonlySet<string> = new Set(["code", "tt", "samp"]);
/** A space where the line may break. `trimmed` later drops doubled spaces and those at the ends. */
const SPACE = " ";
const APART: LinePiece = { text: SPACE, line: 0 };
const BREAK: LinePiece = { text: "\n", line: 0 };

/** Writes the nodes of one paragraph, or of a cell, as lines of pieces. `br` and blocks end a line. */
export function inlineLines(nodes: readonly PageNode[], isDropped: IsDropped): readonly (readonly LinePiece[])[] {
  const lines: LinePiece[][] = [[]];
  for (const piece of new InlineWriter(isDropped).pieces(nodes)) {
    if (piece.text === "\n") lines.push([]);
    else lines.at(-1)!.push(piece);
  }
  return lines.map(trimmed).filter((line) => line.length > 0);
}

/** The marks and the link that already surround a node, so that none is written twice. */
type OpenMarks = ReadonlySet<string>;
const OUTSIDE: OpenMarks = new Set();

class InlineWriter {
  readonly #isDropped: IsDropped;
  /** The letters before the place that is written. */
  #tail = "";

  constructor(isDropped: IsDropped) {
    this.#isDropped = isDropped;
  }

  pieces(nodes: readonly PageNode[]): readonly LinePiece[] {
    const out: LinePiece[] = [];
    this.#all(out, nodes, OUTSIDE);
    return out;
  }

  #add(out: LinePiece[], pieces: readonly LinePiece[]): void {
    for (const piece of pieces) {
      out.push(piece);
      if (piece.hidden !== true) this.#tail = tailOf(this.#tail, piece.text);
    }
  }

  #all(out: LinePiece[], nodes: readonly PageNode[], open: OpenMarks): void {
    for (const [at, node] of nodes.entries()) {
      // Links side by side are no word, though nothing stands between them.
      if (at > 0 && isLink(node) && isLink(nodes[at - 1]!)) this.#add(out, [APART]);
      this.#node(out, node, open, isFraction(nodes, at));
    }
  }

  /** Only what gets marks is collected apart: each level would copy all pieces below it. */
  #node(out: LinePiece[], node: PageNode, open: OpenMarks, fraction: boolean): void {
    if (isText(node)) return this.#add(out, textPieces(node.value, lineOf(node)));
    if (!isElement(node)) return;
    if (this.#isDropped(node)) return;
    const box = checkMark(node);
    if (box !== null) this.#add(out, [{ text: `${box} `, line: lineOf(node) }]);
    if (isFormulaScript(node)) return this.#literal(out, scriptFormula(node), node, APART);
    const { tagName } = node;
    if (tagName === "br") return this.#add(out, [BREAK]);
    if (tagName === "img") return this.#add(out, image(node));
    if (isDrawnFormula(node)) return this.#literal(out, drawnFormula(node), node, APART);
    if (tagName === "math") return this.#literal(out, linearMath(node), node, APART);
    if (tagName === "pre") return this.#code(out, node);
    if (CODE.has(tagName)) return this.#literal(out, plainText(node, this.#isDropped), node, markup(SPACE));
    if (isScript(node)) return this.#script(out, node, open, fraction);
    if (LISTS.has(tagName)) return this.#list(out, node, open);
    if (tagName === "td" || tagName === "th" || tagName === "tr") return this.#innerTable(out, node, open);
    if (tagName === "rt") return this.#around(out, node, open, " (", ")");
    if (tagName === "rp" || tagName === "wbr") return;
    if (tagName === "q") return this.#around(out, node, open, '"', '"');
    if (isBlock(node)) return this.#apart(out, node, open, BREAK);
    if (isBoxed(node)) return this.#apart(out, node, open, APART);
    this.#marked(out, node, open);
  }

  /** Markdown cannot have one code right behind another. */
  #literal(out: LinePiece[], text: string, node: Element, between: LinePiece): void {
    if (text !== "" && this.#tail.endsWith("`")) this.#add(out, [between]);
    this.#add(out, code(text, lineOf(node)));
  }

  #apart(out: LinePiece[], node: Element, open: OpenMarks, edge: LinePiece): void {
    this.#add(out, [edge]);
    this.#marked(out, node, open);
    this.#add(out, [edge]);
  }

  #around(out: LinePiece[], node: Element, open: OpenMarks, before: string, after: string): void {
    this.#add(out, [{ text: before, line: lineOf(node) }]);
    this.#all(out, node.childNodes, open);
    this.#add(out, [{ text: after, line: 0 }]);
  }

  #marked(out: LinePiece[], node: Element, open: OpenMarks): void {
    const { tagName } = node;
    const mark = tagName === "a" ? tagName : MARKS[tagName];
    if (mark === undefined || open.has(mark)) return this.#all(out, node.childNodes, open);
    const inner: LinePiece[] = [];
    this.#all(inner, node.childNodes, new Set(open).add(mark));
    const marked = tagName === "a" ? link(node, inner) : around(inner, markup(mark), [markup(mark)]);
    for (const piece of marked) out.push(piece);
  }

  #script(out: LinePiece[], element: Element, open: OpenMarks, fraction: boolean): void {
    const text = scriptText(element, this.#isDropped);
    const place = { tail: this.#tail, fraction, isReference: isReference(element) };
    const marks = scriptMarks(scriptOf(element)!, text, place);
    const mark = (sign: string): readonly LinePiece[] =>
      sign === "" ? [] : marks.isShown ? [{ text: sign, line: 0 }] : [markup(sign)];
    this.#add(out, mark(marks.open));
    this.#all(out, element.childNodes, open);
    this.#add(out, mark(marks.close));
  }

  /** Each line of code in a cell. */
  #code(out: LinePiece[], element: Element): void {
    for (const { text, line } of codeLines(element, this.#isDropped)) {
      if (text.trim() !== "") this.#add(out, [BREAK, ...code(text.trimEnd(), line), BREAK]);
    }
  }

  /** A list in a cell. */
  #list(out: LinePiece[], list: Element, open: OpenMarks): void {
    const markOf = createMarks(list, this.#isDropped);
    for (const item of list.childNodes) {
      if (!isElement(item) || this.#isDropped(item)) continue;
      const mark = item.tagName === "li" ? markOf(item).replace(/^- /, "• ") : "";
      this.#add(out, [BREAK, { text: mark, line: lineOf(item) }]);
      this.#all(out, item.childNodes, open);
    }
    this.#add(out, [BREAK]);
  }

  /** Rows and cells of a table in a cell. */
  #innerTable(out: LinePiece[], element: Element, open: OpenMarks): void {
    const isRow = element.tagName === "tr";
    if (isRow) this.#add(out, [BREAK]);
    else if (!/(?:^|[\s;,])$/.test(this.#tail)) this.#add(out, [{ text: ", ", line: 0 }]);
    this.#all(out, element.childNodes, open);
    if (isRow) this.#add(out, [{ text: ";", line: 0 }, BREAK]);
  }
}

function isLink(node: PageNode): boolean {
  return isElement(node) && node.tagName === "a" && attribute(node, "href") !== null;
}

/** One piece for each line of the page, with white space as single spaces. */
function textPieces(value: string, line: number): readonly LinePiece[] {
  return cleanText(value).split("\n").flatMap((text, at): readonly LinePiece[] => {
    const pieces = plainPieces(text.replace(/[\s]+/g, SPACE), line + at);
    return at === 0 ? pieces : [{ text: SPACE, line: 0 }, ...pieces];
  });
}

/** A text in which what Markdown would read as a tag is escaped. */
export function plainPieces(text: string, line: number): readonly LinePiece[] {
  if (!text.includes("<")) return [{ text, line }];
  const [first = "", ...others] = text.split(/(?=<[A-Za-z/!?])/);
  const pieces = others.flatMap((other): readonly LinePiece[] => [markup("\\"), { text: other, line }]);
  return first.startsWith("<") && /^<[A-Za-z/!?]/.test(first)
    ? [markup("\\"), { text: first, line }, ...pieces]
    : [{ text: first, line }, ...pieces];
}

export function markup(text: string): LinePiece {
  return { text, line: 0, hidden: true };
}

function image(element: Element): readonly LinePiece[] {
  const alt = cleanText(attribute(element, "alt") ?? "").replace(/\s+/g, " ").trim();
  const source = (attribute(element, "src") ?? "").trim();
  if (alt === "") return [];
  const line = lineOf(element);
  if (source === "" || /^data:/i.test(source)) return [{ text: alt, line }];
  return [markup("!["), { text: alt, line }, ...address(source)];
}

function link(element: Element, inner: readonly LinePiece[]): readonly LinePiece[] {
  const target = (attribute(element, "href") ?? "").trim();
  if (target === "" || /^(?:javascript|data):/i.test(target)) return inner;
  const text = inner.map((piece) => piece.text).join("").trim();
  if (text === target) return inner;
  // Generators put such a link behind a definition.
  if (target.includes("#") && /^[¶#§]$/u.test(text)) return [];
  return around(inner, markup(LINK), address(target).map((piece) => ({ ...piece, leadsTo: target })));
}

function address(target: string): readonly LinePiece[] {
  const written = /[\s()<>]/.test(target)
    ? `<${target.replace(/\s/g, "%20").replace(/[<>]/g, encodeURIComponent)}>`
    : target;
  return [markup(`](${written})`)];
}

export function code(text: string, line: number): readonly LinePiece[] {
  if (text === "") return [];
  const fence = "`".repeat(longestRun(text) + 1);
  const space = /^`|`$/.test(text) ? " " : "";
  return [{ text: `${fence}${space}${text}${space}${fence}`, line, marks: fence.length + space.length }];
}

/** The number of backticks in the longest run of them. */
export function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Puts marks around the pieces. The marks have to touch letters, so spaces at the ends move outside. */
function around(inner: readonly LinePiece[], before: LinePiece, after: readonly LinePiece[]): readonly LinePiece[] {
  if (inner.some(({ text }) => text === "\n")) return inner;
  const all = inner.map(({ text }) => text).join("");
  if (all.trim() === "") return inner;
  const space: LinePiece = { text: SPACE, line: 0 };
  return [
    ...(/^\s/.test(all) ? [space] : []),
    before,
    ...trimmed(inner),
    ...after,
    ...(/\s$/.test(all) ? [space] : []),
  ];
}

/** The pieces with single spaces between words, and no spaces at the ends. */
function trimmed(pieces: readonly LinePiece[]): readonly LinePiece[] {
  const out: LinePiece[] = [];
  let endsWithSpace = true;
  for (const piece of pieces) {
    const text: string = endsWithSpace ? piece.text.replace(/^ /, "") : piece.text;
    if (text === "") continue;
    endsWithSpace = text.endsWith(SPACE);
    out.push({ ...piece, text });
  }
  const last = out.findLastIndex(({ text }) => text.trim() !== "");
  return out.slice(0, last + 1).map((piece, at) => (at === last ? { ...piece, text: piece.text.trimEnd() } : piece));
}
