/** What a page has, and its text has not. */
import type { OmittedPieces } from "../../../shapes/inspection.ts";
import { isBlock } from "./block_elements.ts";
import type { MainPart } from "./main_part.ts";
import { attribute, type Element, isElement, isText, type Parent } from "./page_tree.ts";
import { cleanText } from "./plain_text.ts";
import type { DropReason } from "./shown.ts";

type DroppedKind = Exclude<DropReason, "nothing">;

const KINDS: readonly (DroppedKind | "picture")[] = [
  "page-frame",
  "hidden-text",
  "line-number",
  "second-form",
  "picture",
];
const MAX_LETTERS = 300;
const MAX_LINES = 1000;
/** Letters of one piece. */
const MAX_TEXT = 100_000;
/** At white space where there is some. */
const PARTS = new RegExp(`.{1,${MAX_LETTERS}}(?=\\s|$)|.{1,${MAX_LETTERS}}`, "gsu");
/** Elements that end a piece, and are no blocks. */
const APART: ReadonlySet<string> = new Set(["br", "optgroup", "option"]);

/** A template holds a page of its own. */
function contentOf(element: Element): Parent {
  return element.tagName === "template" && "content" in element ? element.content as Parent : element;
}

/** The text that is left out, by kind. A piece is what stands in one block. */
export function omissionsOf(root: Parent, part: MainPart): readonly OmittedPieces[] {
  const collector = new OmissionCollector(part);
  collector.all(root, part.roots.includes(root) ? null : "page-frame");
  return collector.omissions();
}

class OmissionCollector {
  readonly #part: MainPart;
  readonly #roots: ReadonlySet<Parent>;
  readonly #found = new Map(KINDS.map((kind) => [kind, { count: 0, lines: [] as string[] }]));
  /** The piece that is being read. */
  #kind: DroppedKind | null = null;
  #parts: string[] = [];
  #letters = 0;

  constructor(part: MainPart) {
    this.#part = part;
    this.#roots = new Set(part.roots);
  }

  omissions(): readonly OmittedPieces[] {
    this.#end();
    return KINDS.map((kind) => ({ kind, ...this.#found.get(kind)! })).filter(({ count }) => count > 0);
  }

  all(parent: Parent, kind: DroppedKind | null): void {
    for (const child of parent.childNodes) {
      if (isText(child)) this.#text(child.value, kind);
      else if (isElement(child)) this.#element(child, kind);
    }
  }

  #element(element: Element, around: DroppedKind | null): void {
    const reason = this.#part.reasonOf(element);
    if (reason === "nothing") return;
    // What is left out of the frame, or within what is hidden, belongs to that.
    const kind = this.#roots.has(element) && reason === null ? null : around ?? reason;
    if (element.tagName === "img" && kind === null) this.#picture(element);
    const isApart = isBlock(element) || APART.has(element.tagName) || kind !== around;
    if (isApart) this.#end();
    this.all(contentOf(element), kind);
    if (isApart) this.#end();
  }

  /** An empty description says that the picture is decoration. */
  #picture(element: Element): void {
    const source = attribute(element, "src")?.trim() ?? "";
    const isPlain = /^(?:presentation|none)$/i.test(attribute(element, "role") ?? "");
    if (attribute(element, "alt") !== null || source === "" || isPlain) return;
    const found = this.#found.get("picture")!;
    found.count++;
    const name = /^data:/i.test(source) ? "" : source.replace(/[?#].*$/s, "").split("/").at(-1)!;
    if (found.lines.length < MAX_LINES) found.lines.push(name.slice(0, MAX_LETTERS) || "picture in the page");
  }

  #text(value: string, kind: DroppedKind | null): void {
    if (kind === null || this.#letters > MAX_TEXT) return;
    if (kind !== this.#kind) this.#end();
    this.#kind = kind;
    const text = value.slice(0, MAX_TEXT);
    this.#parts.push(text);
    this.#letters += text.trim().length;
  }

  #end(): void {
    const text = cleanText(this.#parts.join("")).replace(/\s+/g, " ").trim();
    if (this.#kind !== null && /[\p{L}\p{N}]/u.test(text)) {
      const found = this.#found.get(this.#kind)!;
      found.count++;
      // A long text has several lines, and counts once.
      for (const part of text.match(PARTS) ?? []) if (found.lines.length < MAX_LINES) found.lines.push(part.trim());
    }
    this.#kind = null;
    this.#parts = [];
    this.#letters = 0;
  }
}
