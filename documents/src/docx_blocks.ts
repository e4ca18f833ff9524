/** Reads the paragraphs and tables of a DOCX document. */
import { escapeHtml } from "./archive.ts";
import { blocksHtml, type OfficeBlock } from "./block_lists.ts";
import type { DocxContext } from "./docx_context.ts";
import { plainLine } from "./plain_line.ts";
import { isRepeatedLine } from "./docx_margins.ts";
import type { ListMark } from "./docx_numbering.ts";
import { anchorPiece, type Piece, piecesHtml, piecesText } from "./docx_pieces.ts";
import { readRuns } from "./docx_runs.ts";
import { numberReference, outlineLevel, type ParagraphStyle, valueOf } from "./docx_styles.ts";
import { tableHtml } from "./docx_tables.ts";
import { mathText } from "./office_math.ts";
import { childOf, nodesIn, textIn, type XmlNode } from "./xml_tree.ts";

/** Elements around blocks that show what is in them. */
const AROUND: ReadonlySet<string> = new Set([
  "w:sdt",
  "w:sdtContent",
  "w:customXml",
  "w:smartTag",
  "w:ins",
  "w:moveTo",
]);
const MAX_HEADING_LEVEL = 6;
/** Letters from which on a font of code may be that of a whole document. */
const MIN_DOUBTFUL = 1000;

/** `mark` stands before the first paragraph. */
export function readBlocks(nodes: readonly XmlNode[], context: DocxContext, mark = ""): string {
  const reader = new WordBlockReader(context);
  reader.read(nodes);
  const blocks = reader.finish();
  return blocksHtml(mark === "" ? blocks : marked(blocks, mark));
}

function marked(blocks: readonly OfficeBlock[], mark: string): readonly OfficeBlock[] {
  const [first, ...others] = blocks;
  return first?.kind === "html" && first.html.startsWith("<p>")
    ? [{ kind: "html", html: `<p>${mark}${first.html.slice("<p>".length)}` }, ...others]
    : [{ kind: "html", html: `<p>${mark}</p>` }, ...blocks];
}

class WordBlockReader {
  readonly #context: DocxContext;
  readonly #blocks: OfficeBlock[] = [];
  /** Those of a paragraph whose end is deleted, of a large first letter, and anchors. They belong to the next paragraph. */
  #before: Piece[] = [];
  #hasOnlyAnchors = true;

  constructor(context: DocxContext) {
    this.#context = context;
  }

  finish(): readonly OfficeBlock[] {
    if (piecesText(this.#before).trim() !== "") this.#html(`<p>${piecesHtml(this.#before)}</p>`);
    this.#before = [];
    return withoutDoubtfulCode(this.#blocks);
  }

  read(nodes: readonly XmlNode[]): void {
    for (const node of nodes) this.#block(node);
  }

  #block(node: XmlNode): void {
    const { notes, omissions } = this.#context;
    if (node.name === "w:p") this.#paragraph(node);
    else if (node.name === "w:tbl") {
      this.#html(tableHtml(node, this.#context) + this.#notes());
    } else if (AROUND.has(node.name)) this.read(nodesIn(node));
    else if (node.name === "mc:AlternateContent") {
      this.read(nodesIn(childOf(node, "mc:Choice") ?? childOf(node, "mc:Fallback")));
    } else if (node.name === "m:oMathPara" || node.name === "m:oMath") {
      this.#html(`<p>${escapeHtml(mathText(node))}</p>`);
    } else if (node.name === "w:bookmarkStart") this.#anchor(node.attributes["w:name"] ?? "");
    else if (node.name === "w:commentRangeStart") notes.openRange(node.attributes["w:id"] ?? "");
    else if (node.name === "w:commentRangeEnd") notes.closeRange(node.attributes["w:id"] ?? "");
    else if (node.name === "w:del") omissions.add("hidden-text", `deleted: ${textIn(node)}`);
    else if (node.name === "w:altChunk") omissions.add("unreadable", "embedded document");
  }

  /** Looks at each waiting piece once. */
  #onlyAnchors(added: readonly Piece[]): boolean {
    this.#hasOnlyAnchors &&= added.every(isAnchor);
    return this.#hasOnlyAnchors;
  }

  #html(html: string): void {
    if (html !== "" && html !== "<p></p>") this.#blocks.push({ kind: "html", html });
  }

  /** Notes in cells and text boxes wait for the block around. */
  #notes(): string {
    return this.#context.isInCell ? "" : this.#context.notes.due(this.#context);
  }

  #anchor(name: string): void {
    if (name !== "" && name !== "_GoBack") this.#before.push(anchorPiece(name));
  }

  #paragraph(node: XmlNode): void {
    const properties = childOf(node, "w:pPr");
    const style = this.#context.styles.paragraph(valueOf(properties, "w:pStyle"));
    const { pieces: own, after, isHidden } = readRuns(node, style, this.#context);
    for (const piece of own) this.#before.push(piece);
    const hasOnlyAnchors = this.#onlyAnchors(own);
    if (isJoined(properties)) return this.#html(after);
    // Anchors may wait for a paragraph with a text for long.
    if (after === "" && !isHidden && hasOnlyAnchors) {
      const isCounted = childOf(properties, "w:numPr") !== undefined || style.number.list !== undefined || style.isCode;
      if (!isCounted) return this.#html(this.#notes());
    }
    const pieces = this.#before;
    [this.#before, this.#hasOnlyAnchors] = [[], true];
    const text = piecesText(pieces);
    if (this.#context.isMargin && isRepeatedLine(pieces, text, this.#context)) return this.#html(after);
    const mark = isHidden ? undefined : this.#context.numbering.next(numberOf(properties, style));
    this.#written({ properties, style, pieces, text, mark, after: after + this.#notes() });
  }

  #written({ properties, style, pieces, text, mark, after }: WrittenParagraph): void {
    const { lines, styles, isInCell } = this.#context;
    const isShown = text.trim() !== "" ||
      pieces.some((piece) => piece.kind === "html" && /^(?:<img|\[)/.test(piece.html));
    const isCode = style.isCode || (!isInCell && isMonospaced(pieces) && !styles.isMonospaced);
    const label = mark === undefined || mark.label === "" ? "" : `${escapeHtml(mark.label)} `;
    const level = this.#context.hasHeadings ? headingLevel(properties, style) : null;
    if (isCode && level === null && mark === undefined) {
      this.#blocks.push({ kind: "code", text, isGuess: !style.isCode, prose: `<p>${piecesHtml(pieces)}</p>` });
      return this.#html(after);
    }
    if (!isShown) {
      this.#before = pieces.filter(({ kind }) => kind === "html");
      // The number is what such a cell says.
      if (isInCell && label !== "") this.#html(`<p>${label.trim()}</p>`);
      return this.#html(after);
    }
    lines.add(plainLine(text));
    if (label !== "") lines.add(plainLine(`${mark!.label} ${text}`));
    if (level !== null) {
      const tag = `h${Math.min(level, MAX_HEADING_LEVEL)}`;
      return this.#html(`<${tag}>${label}${piecesHtml(pieces, false)}</${tag}>${after}`);
    }
    if (mark === undefined) return this.#html(`<p>${piecesHtml(pieces)}</p>${after}`);
    this.#blocks.push({
      kind: "item",
      level: mark.level,
      number: mark.number,
      html: `${mark.number === null ? label : ""}${piecesHtml(pieces)}${after}`,
    });
  }
}

const isAnchor = (piece: Piece): boolean => piece.kind === "html" && piece.html.startsWith("<a id=");

interface WrittenParagraph {
  readonly properties: XmlNode | undefined;
  readonly style: ParagraphStyle;
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly mark: ListMark | undefined;
  readonly after: string;
}

/** A document that is written in such a font is not a program. */
function withoutDoubtfulCode(blocks: readonly OfficeBlock[]): readonly OfficeBlock[] {
  let [guessed, all] = [0, 0];
  for (const block of blocks) {
    const length = block.kind === "code" ? block.text.length : block.html.length;
    all += length;
    if (block.kind === "code" && block.isGuess) guessed += length;
  }
  if (guessed <= all / 2 || all < MIN_DOUBTFUL) return blocks;
  return blocks.map((block) => block.kind === "code" && block.isGuess ? { kind: "html", html: block.prose } : block);
}

/** Whether the next paragraph goes on in the same line. */
function isJoined(properties: XmlNode | undefined): boolean {
  const mark = childOf(properties, "w:rPr");
  if (childOf(mark, "w:del") !== undefined || childOf(mark, "w:moveFrom") !== undefined) return true;
  return /^(?:drop|margin)$/.test(childOf(properties, "w:framePr")?.attributes["w:dropCap"] ?? "");
}

function headingLevel(properties: XmlNode | undefined, style: ParagraphStyle): number | null {
  const own = outlineLevel(properties);
  return own === undefined ? style.heading : own;
}

/** What a paragraph states goes before what its style states. */
function numberOf(properties: XmlNode | undefined, style: ParagraphStyle): ParagraphStyle["number"] {
  const own = numberReference(properties);
  if (own.list === undefined) return { ...style.number, level: own.level ?? style.number.level };
  return { list: own.list, level: own.level ?? style.number.level, style: style.number.style };
}

/** Whether all that is written is in a font for code. */
function isMonospaced(pieces: readonly Piece[]): boolean {
  const written = pieces.filter((piece) => piece.kind === "text" && piece.text.trim() !== "");
  return written.length > 0 && written.every((piece) => piece.kind === "text" && piece.format.isCode);
}
