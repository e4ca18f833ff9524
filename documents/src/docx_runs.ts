/** Reads the runs of a paragraph of a DOCX document as pieces of text. */
import { escapeHtml } from "./archive.ts";
import type { DocxContext } from "./docx_context.ts";
import { drawnText as drawn } from "./docx_drawings.ts";
import { drawnText as fieldText } from "./docx_drawn_fields.ts";
import { isPageField, linkOf } from "./docx_fields.ts";
import { anchorPiece, type Piece, type PieceFormat, PLAIN } from "./docx_pieces.ts";
import { isOn, type ParagraphStyle, type RunFormat, runFormat, valueOf } from "./docx_styles.ts";
import { symbolOf, withoutPrivateSigns } from "./docx_symbols.ts";
import { mathText } from "./office_math.ts";
import { childOf, isNode, nodesIn, outermostNamed, textIn, type XmlNode } from "./xml_tree.ts";

export interface ReadRuns {
  readonly pieces: readonly Piece[];
  /** Text boxes and the like, which follow the paragraph. */
  readonly after: string;
  /** Whether all of its text is hidden. */
  readonly isHidden: boolean;
}

/** Elements around runs that show what is in them. */
const AROUND: ReadonlySet<string> = new Set([
  "w:ins",
  "w:moveTo",
  "w:smartTag",
  "w:customXml",
  "w:sdt",
  "w:sdtContent",
  "w:bdo",
  "w:dir",
  "w:hyperlink",
]);
/** Bookmarks that Word sets by itself. */
const NO_ANCHOR = /^_GoBack$/;

export function readRuns(paragraph: XmlNode, style: ParagraphStyle, context: DocxContext): ReadRuns {
  const reader = new RunReader(style, context);
  reader.read(paragraph, PLAIN);
  return reader.finish();
}

class RunReader {
  readonly #style: ParagraphStyle;
  readonly #context: DocxContext;
  readonly #pieces: Piece[] = [];
  readonly #after: string[] = [];
  readonly #hidden: string[] = [];
  readonly #deleted: string[] = [];

  constructor(style: ParagraphStyle, context: DocxContext) {
    this.#style = style;
    this.#context = context;
  }

  finish(): ReadRuns {
    const { omissions } = this.#context;
    const hidden = this.#hidden.join("");
    if (hidden.trim() !== "") omissions.add("hidden-text", hidden);
    if (this.#deleted.join("").trim() !== "") omissions.add("hidden-text", `deleted: ${this.#deleted.join("")}`);
    const isHidden = hidden.trim() !== "" && this.#pieces.every(({ kind }) => kind === "html");
    return { pieces: this.#pieces, after: this.#after.join(""), isHidden };
  }

  read(parent: XmlNode, format: PieceFormat): void {
    for (const child of nodesIn(parent)) this.#inline(child, format);
  }

  #inline(node: XmlNode, format: PieceFormat): void {
    const { name, attributes } = node;
    const { notes } = this.#context;
    if (name === "w:r") this.#run(node, format);
    else if (name === "w:fldSimple") this.#simpleField(node, format);
    else if (AROUND.has(name)) this.read(node, this.#around(node, format));
    else if (name === "m:oMath" || name === "m:oMathPara") this.#formula(node);
    else if (name === "mc:AlternateContent") this.#alternatives(node, (chosen) => this.read(chosen, format));
    else if (name === "w:del") this.#deleted.push(...outermostNamed(node, "w:delText", "w:t").map(textIn));
    else if (name === "w:bookmarkStart") this.#anchor(attributes["w:name"] ?? "");
    else if (name === "w:commentRangeStart") notes.openRange(attributes["w:id"] ?? "");
    else if (name === "w:commentRangeEnd") notes.closeRange(attributes["w:id"] ?? "");
  }

  #simpleField(node: XmlNode, format: PieceFormat): void {
    const before = this.#pieces.length;
    this.read(node, this.#around(node, format));
    const shown = this.#pieces.length > before ? "" : fieldText(node.attributes["w:instr"] ?? "");
    if (shown !== "") this.#push(shown, format);
  }

  /** What a link or a simple field around says of its runs. */
  #around(node: XmlNode, format: PieceFormat): PieceFormat {
    const { name, attributes } = node;
    if (name === "w:hyperlink") {
      const target = this.#context.relations.get(attributes["r:id"] ?? "")?.address ?? "";
      const anchor = attributes["w:anchor"] ?? "";
      const link = anchor === "" ? target : `${target}#${anchor}`;
      return link === "" ? format : { ...format, link };
    }
    if (name !== "w:fldSimple") return format;
    const instruction = attributes["w:instr"] ?? "";
    const link = linkOf(instruction) ?? format.link;
    return { ...format, link, isPageNumber: format.isPageNumber || isPageField(instruction) };
  }

  #anchor(name: string): void {
    if (name === "" || NO_ANCHOR.test(name) || this.#style.isCode) return;
    this.#pieces.push(anchorPiece(name));
  }

  #formula(node: XmlNode): void {
    const text = mathText(node);
    if (text !== "") this.#push(text, PLAIN);
  }

  /** The first form that says something. */
  #alternatives(node: XmlNode, read: (chosen: XmlNode) => void): void {
    const choice = childOf(node, "mc:Choice");
    const fallback = childOf(node, "mc:Fallback");
    const text = shownText(fallback);
    const isChoice = choice !== undefined && (text === "" || shownText(choice) !== "");
    const chosen = isChoice ? choice : fallback ?? choice;
    if (chosen !== undefined) read(chosen);
    if (isChoice && text !== "") this.#context.omissions.add("second-form", text);
  }

  #run(run: XmlNode, outer: PieceFormat): void {
    const properties = childOf(run, "w:rPr");
    const { fields, styles } = this.#context;
    const named = styles.run(valueOf(properties, "w:rStyle"));
    const own: RunFormat & { readonly isCode: boolean } = {
      ...this.#style.run,
      ...named,
      ...runFormat(properties),
      isCode: named.isCode,
    };
    const font = childOf(properties, "w:rFonts")?.attributes;
    this.#contents(run, {
      format: {
        ...outer,
        isBold: own.isBold ?? false,
        isItalic: own.isItalic ?? false,
        isStruck: own.isStruck ?? false,
        isCode: own.isCode || (own.isMonospaced === true && !styles.isMonospaced && this.#style.heading === null),
        position: own.position ?? "",
        link: outer.link ?? fields.link(),
      },
      isHidden: own.isHidden === true,
      font: font?.["w:ascii"] ?? font?.["w:hAnsi"] ?? "",
    });
  }

  #contents(run: XmlNode, state: RunState): void {
    for (const child of run.children) if (isNode(child)) this.#content(child, run, state);
  }

  #content(node: XmlNode, run: XmlNode, state: RunState): void {
    const { format } = state;
    const { fields, notes, omissions } = this.#context;
    switch (node.name) {
      case "w:t":
        return this.#text(state.font === "" ? textIn(node) : withoutPrivateSigns(textIn(node), state.font), state);
      case "w:tab":
        return this.#text("\t", state);
      case "w:ptab":
        return this.#text(" ", state);
      case "w:noBreakHyphen":
        return this.#text("\u2011", state);
      case "w:softHyphen":
        return this.#text("\u00ad", state);
      case "w:br":
        // The end of a page or column ends a word, and no line.
        if (/^(?:page|column)$/.test(node.attributes["w:type"] ?? "")) return this.#text(" ", state);
        if (!this.#isHidden(state)) this.#pieces.push({ kind: "break" });
        return;
      case "w:cr":
        if (!this.#isHidden(state)) this.#pieces.push({ kind: "break" });
        return;
      case "w:sym": {
        const { "w:font": font = "", "w:char": code = "" } = node.attributes;
        const sign = symbolOf(font, code);
        if (sign === "") return omissions.add("unreadable", `sign ${code} of the font ${font}`);
        return this.#text(sign, state);
      }
      case "w:fldChar":
        return this.#field(node, state);
      case "w:instrText":
        return fields.instruct(textIn(node));
      case "w:footnoteReference":
        return this.#note("footnote", node, run, state);
      case "w:endnoteReference":
        return this.#note("endnote", node, run, state);
      case "w:commentReference":
        notes.closeRange(node.attributes["w:id"] ?? "");
        return this.#note("comment", node, run, state);
      case "w:ruby": {
        const reading = shownText(childOf(node, "w:rt"));
        if (reading !== "") omissions.add("second-form", reading);
        for (const inner of nodesIn(childOf(node, "w:rubyBase"))) this.#inline(inner, format);
        return;
      }
      case "w:drawing":
      case "w:pict":
      case "w:object":
        if (this.#isHidden(state)) return void this.#hidden.push(shownText(node));
        return this.#drawing(node);
      case "w:delText":
        this.#deleted.push(textIn(node));
        return;
      case "mc:AlternateContent":
        return this.#alternatives(node, (chosen) => this.#contents(chosen, state));
      default:
        if (node.name === "m:oMath" || node.name === "m:oMathPara") this.#formula(node);
    }
  }

  #isHidden({ isHidden }: RunState): boolean {
    return isHidden || this.#context.fields.isInInstruction();
  }

  #text(text: string, state: RunState): void {
    if (this.#isHidden(state)) return void this.#hidden.push(text);
    const { format } = state;
    const isPageNumber = format.isPageNumber || this.#context.fields.isPageNumber();
    this.#push(text, isPageNumber === format.isPageNumber ? format : { ...format, isPageNumber });
  }

  #push(text: string, format: PieceFormat): void {
    this.#context.notes.say(text);
    if (text.trim() !== "") this.#context.fields.show();
    this.#pieces.push({ kind: "text", text, format });
  }

  #field(node: XmlNode, state: RunState): void {
    const { fields } = this.#context;
    const kind = node.attributes["w:fldCharType"];
    if (kind === "begin") {
      fields.begin();
      const data = childOf(node, "w:ffData");
      const shown = formText(data);
      if (shown !== "") this.#push(shown, state.format);
    } else if (kind === "separate") fields.separate();
    else if (kind === "end") {
      const shown = fieldText(fields.end() ?? "");
      if (shown !== "") this.#text(shown, state);
    }
  }

  #note(kind: "footnote" | "endnote" | "comment", node: XmlNode, run: XmlNode, state: RunState): void {
    if (this.#isHidden(state)) return;
    const own = /^(?:1|true|on)$/i.test(node.attributes["w:customMarkFollows"] ?? "")
      ? nodesIn(run).filter(({ name }) => name === "w:t" || name === "w:sym").map(textIn).join("").trim()
      : undefined;
    const mark = this.#context.notes.refer(kind, node.attributes["w:id"] ?? "", own === "" ? undefined : own);
    // A mark of its own follows as text.
    if (own === undefined || own === "") this.#pieces.push({ kind: "html", html: escapeHtml(mark), text: "" });
  }

  #drawing(node: XmlNode): void {
    const { texts, html } = drawn(node, this.#context);
    for (const text of texts) {
      this.#pieces.push({ kind: "html", html: `<img src="" alt="${escapeHtml(text)}">`, text });
    }
    this.#after.push(html);
  }
}

interface RunState {
  readonly format: PieceFormat;
  readonly isHidden: boolean;
  readonly font: string;
}

/** Check boxes and lists of old forms, whose state is not in the text. */
function formText(data: XmlNode | undefined): string {
  const box = childOf(data, "w:checkBox");
  if (box !== undefined) {
    const state = childOf(box, "w:checked") ?? childOf(box, "w:default");
    return state !== undefined && isOn(state.attributes["w:val"]) ? "☒" : "☐";
  }
  const list = childOf(data, "w:ddList");
  if (list === undefined) return "";
  const entries = nodesIn(list).filter(({ name }) => name === "w:listEntry");
  return entries[Number(valueOf(list, "w:result") ?? valueOf(list, "w:default") ?? 0)]?.attributes["w:val"] ?? "";
}

function shownText(node: XmlNode | undefined): string {
  return outermostNamed(node, "w:t", "a:t", "m:t").map(textIn).join("").trim();
}
