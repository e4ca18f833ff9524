/** Looks through a chapter of a book: its notes, what refers to them, and what a page has and a book has not. */
import { Parser } from "htmlparser2";

/** A piece of the chapter that is written in another way. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly html: string;
}

export interface Note {
  readonly id: string;
  /** Of the whole element, and of what is in it. */
  readonly start: number;
  readonly end: number;
  readonly innerStart: number;
  readonly innerEnd: number;
}

/** What is put in goes before what stands there, and an element before what is in it. */
export function inOrder(a: Edit, b: Edit): number {
  return a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start) || b.end - a.end;
}

/** A link to a note. */
interface NoteLink {
  readonly start: number;
  readonly end: number;
  readonly href: string;
  readonly text: string;
  /** Where the block ends in which it stands. */
  place: number;
}

/** A link in a note that leads back to the text. Its text has letters or digits. */
interface BackLink {
  readonly start: number;
  readonly end: number;
  /** The id of the note. */
  readonly note: string;
  readonly text: string;
}

export interface Chapter {
  readonly text: string;
  readonly notes: readonly Note[];
  readonly links: readonly NoteLink[];
  /** In the order of the text. */
  readonly edits: readonly Edit[];
  /** The sources of pictures without a text. */
  readonly pictures: readonly string[];
  readonly hidden: readonly string[];
  readonly menus: readonly string[];
  readonly pageNumbers: readonly string[];
  readonly backs: readonly BackLink[];
}

interface OpenElement {
  readonly name: string;
  readonly start: number;
  readonly innerStart: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly links: NoteLink[];
  readonly kind: Kind;
  text: string;
}

/** `back` is a link in a note, such as that to the text. Of all but the first two kinds, the text is kept. */
type Kind = "" | "note" | "link" | "back" | "menu" | "hidden" | "page";

/** Elements without an end. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** In a book, these are text and not the frame of a page. */
const RENAMED: Readonly<Record<string, string>> = {
  aside: "div",
  header: "div",
  footer: "div",
  main: "div",
  article: "section",
};
/** Blocks behind which a note may stand, and those in which it stands at the end. */
const BEHIND = /^(?:p|h[1-6]|pre|table|dl|figure)$/;
const INSIDE = /^(?:li|dd|td|th|div|section|article|aside|blockquote|body|main|header|footer)$/;
const NOTE = /(?:^|\s)(?:footnote|endnote|rearnote|note|doc-footnote|doc-endnote)(?:\s|$)/;
const NOTE_LINK = /(?:^|\s)(?:noteref|doc-noteref)(?:\s|$)/;
const PAGE_BREAK = /(?:^|\s)(?:pagebreak|doc-pagebreak)(?:\s|$)/;
/** What a link back to the text says. */
const BACK =
  /^[[(]?(?:\d{1,4}|[*†‡§^]{1,3}|[ivxlc]{1,6}|[a-z]|\p{So}\ufe0e?|[↩↑⬆⏎←]+\ufe0e?|back|return)?[\])]?[.:]?$/iu;
/** Of a text that is left out. */
const MAX_KEPT = 1200;
/** As deep as a page is read. */
const MAX_DEPTH = 800;

export function readChapter(text: string): Chapter {
  const reader = new ChapterReader(text);
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes, parser.startIndex, parser.endIndex + 1),
    ontext: (piece) => reader.say(piece),
    onclosetag: (name, isImplied) =>
      reader.close(name, isImplied ? parser.startIndex : parser.endIndex + 1, parser.startIndex),
  }, { recognizeSelfClosing: true, decodeEntities: true });
  try {
    parser.end(text);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return new ChapterReader(text).finish();
  }
  return reader.finish();
}

class TooDeep extends Error {}

class ChapterReader {
  readonly #text: string;
  readonly #open: OpenElement[] = [];
  /** Those of which the text is kept. */
  readonly #kept: OpenElement[] = [];
  readonly #blocks: OpenElement[] = [];
  #notesOpen = 0;
  readonly #notes: Note[] = [];
  readonly #links: NoteLink[] = [];
  readonly #edits: Edit[] = [];
  readonly #pictures: string[] = [];
  readonly #hidden: string[] = [];
  readonly #menus: string[] = [];
  readonly #pageNumbers: string[] = [];
  readonly #backs: BackLink[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  finish(): Chapter {
    return {
      text: this.#text,
      notes: this.#notes,
      links: this.#links,
      edits: this.#edits.toSorted(inOrder),
      pictures: this.#pictures,
      hidden: this.#hidden,
      menus: this.#menus,
      pageNumbers: this.#pageNumbers,
      backs: this.#backs,
    };
  }

  open(name: string, attributes: Readonly<Record<string, string>>, start: number, end: number): void {
    const isSelfClosed = this.#text[end - 2] === "/";
    this.#rename(name, attributes, start, end, isSelfClosed);
    if (this.#open.length >= MAX_DEPTH) throw new TooDeep();
    if (name === "img") this.#picture(attributes["alt"] ?? "", attributes["src"] ?? "");
    else if (name === "image") {
      this.#picture(attributes["title"] ?? "", attributes["xlink:href"] ?? attributes["href"] ?? "");
    }
    const kind = this.#kept.length > 0 ? "" : this.#kindOf(name, attributes);
    const element: OpenElement = { name, start, innerStart: end, attributes, links: [], kind, text: "" };
    this.#open.push(element);
    if (kind === "note") this.#notesOpen++;
    else if (kind !== "") this.#kept.push(element);
    if (BEHIND.test(name) || INSIDE.test(name)) this.#blocks.push(element);
  }

  #kindOf(name: string, attributes: Readonly<Record<string, string>>): Kind {
    const kind = kindOf(name, attributes);
    if (this.#notesOpen === 0) return kind;
    return name === "a" && attributes["href"]?.includes("#") === true ? "back" : kind === "note" ? "" : kind;
  }

  /** A page would take what follows `<title/>` for the title, and an `aside` for its frame. */
  #rename(
    name: string,
    attributes: Readonly<Record<string, string>>,
    start: number,
    end: number,
    isSelfClosed: boolean,
  ): void {
    const written = this.#text.slice(start, end);
    const renamed = RENAMED[name] ?? name;
    const isFrame = attributes["id"] === "content" || attributes["role"] === "main";
    if (renamed === name && !isFrame && !(isSelfClosed && !VOID.test(name))) return;
    const inner = written.slice(1 + name.length, isSelfClosed ? -2 : -1);
    const kept = isFrame ? inner.replace(/\s(?:id\s*=\s*["']content["']|role\s*=\s*["']main["'])/gi, "") : inner;
    const close = isSelfClosed && !VOID.test(name) ? `</${renamed}>` : "";
    this.#edits.push({ start, end, html: `<${renamed}${kept}>${close}` });
  }

  #picture(alt: string, src: string): void {
    if (alt.trim() === "") this.#pictures.push(src.split("/").at(-1) ?? "");
  }

  say(piece: string): void {
    const element = this.#kept.at(-1);
    if (element !== undefined && element.text.length < MAX_KEPT) element.text += piece.slice(0, MAX_KEPT);
  }

  close(name: string, end: number, endStart: number): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const renamed = RENAMED[name];
    if (renamed !== undefined && end > endStart && this.#text.startsWith("</", endStart)) {
      this.#edits.push({ start: endStart, end, html: `</${renamed}>` });
    }
    if (this.#kept.at(-1) === element) this.#kept.pop();
    if (this.#blocks.at(-1) === element) this.#blocks.pop();
    if (element.links.length > 0) this.#place(element, end, endStart);
    this.#end(element, end, endStart);
  }

  #end({ start, innerStart, attributes, kind, text: kept }: OpenElement, end: number, endStart: number): void {
    const text = kept.replace(/\s+/g, " ").trim();
    if (kind === "note") {
      this.#notesOpen--;
      this.#notes.push({ id: attributes["id"]!, start, end, innerStart, innerEnd: Math.max(innerStart, endStart) });
    } else if (kind === "link") {
      const link = { ...this.#raised(start, end), href: attributes["href"]!, text, place: end };
      this.#links.push(link);
      this.#blockAround()?.links.push(link);
    } else if (kind === "back") {
      if (!BACK.test(text)) return;
      const note = this.#open.findLast((around) => around.kind === "note")?.attributes["id"] ?? "";
      if (/[\p{L}\p{N}]/u.test(text)) this.#backs.push({ start, end, note, text });
      else this.#edits.push({ start, end, html: "" });
    } else if (text !== "" && kind === "menu") this.#menus.push(text);
    else if (text !== "" && kind === "hidden") this.#hidden.push(text);
    else if (text !== "" && kind === "page") {
      this.#pageNumbers.push(text);
      this.#edits.push({ start, end, html: " " });
    }
  }

  /** A raised mark would be an exponent. */
  #raised(start: number, end: number): { readonly start: number; readonly end: number } {
    const around = this.#open.at(-1);
    return around?.name === "sup" && around.innerStart === start && this.#text.startsWith("</sup>", end)
      ? { start: around.start, end: end + "</sup>".length }
      : { start, end };
  }

  /** Notes of a table stand behind it. */
  #blockAround(): OpenElement | undefined {
    return this.#blocks.find(({ name }) => name === "table") ?? this.#blocks.at(-1);
  }

  #place(element: OpenElement, end: number, endStart: number): void {
    const place = BEHIND.test(element.name) ? end : endStart;
    for (const link of element.links) link.place = place;
  }
}

function kindOf(name: string, attributes: Readonly<Record<string, string>>): Kind {
  const type = `${attributes["epub:type"] ?? ""} ${attributes["role"] ?? ""}`.toLowerCase();
  if (name === "a" && NOTE_LINK.test(type) && attributes["href"] !== undefined) return "link";
  if (attributes["id"] !== undefined && NOTE.test(type) && !/^(?:a|body|html)$/.test(name)) return "note";
  if (PAGE_BREAK.test(type)) return "page";
  if (name === "nav") return "menu";
  const isHidden = attributes["hidden"] !== undefined || /display\s*:\s*none/i.test(attributes["style"] ?? "");
  return isHidden ? "hidden" : "";
}
