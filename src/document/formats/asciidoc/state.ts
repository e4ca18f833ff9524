/** What the reader knows while it reads a document. */
import { type Block, type FoundMarkup, MarkupBuilder, type TextRange } from "../markup.ts";
import type { BlockAttributes } from "./attribute_list.ts";
import { DocumentAttributes, ValueRoom } from "./attributes.ts";
import type { AsciidocLine } from "./lines.ts";

/** Where blocks stand. */
export interface BlockPlace {
  readonly depth: number;
  /** Sections begin only there. */
  readonly isTop?: boolean;
  /** Whether they stand in an item, right under its text. */
  readonly inList?: "term" | "item" | undefined;
}

/** Reads the blocks in lines. `known`: what was read of the first one before. */
type BlocksReader = (
  lines: readonly AsciidocLine[],
  place: BlockPlace,
  state: AsciidocState,
  known?: BlockAttributes,
) => void;

/** Blocks in blocks that are read as such. What is deeper is a paragraph. */
export const MAX_DEPTH = 24;
const TOO_LONG = "the values of attributes are too long";

export class AsciidocState {
  readonly found: MarkupBuilder;
  readonly room: ValueRoom;
  readonly attributes: DocumentAttributes;
  /** The ids so far, each with the number that the next one like it gets. */
  readonly ids = new Map<string, number>();
  /** Ids by the title. */
  readonly titles = new Map<string, string>();
  readonly references: { readonly id: string; readonly start: number; readonly end: number }[] = [];
  /** Where entries stand that belong to a side of a condition. */
  readonly conditional = new Set<number>();
  hasAuthors = false;
  /** What was read of a block before it was known that the document has no header. */
  pending: BlockAttributes | undefined;
  /** Lines of attributes, and what is shown of them. */
  readonly #attributeLines: TextRange[] = [];
  readonly #shown: TextRange[] = [];
  /** The values that have been noted beside the text. */
  readonly #noted = new Set<string>();
  /** In the cells of a table, what is found makes no blocks. */
  #muted = 0;

  readonly #readBlocks: BlocksReader;

  constructor(text: string, readBlocks: BlocksReader) {
    this.found = new MarkupBuilder(text);
    this.#readBlocks = readBlocks;
    this.room = new ValueRoom(text.length);
    this.attributes = new DocumentAttributes(this.room);
  }

  readBlocks(lines: readonly AsciidocLine[], place: BlockPlace, known?: BlockAttributes): void {
    this.#readBlocks(lines, place, this, known);
  }

  get text(): string {
    return this.found.text;
  }

  /** Whether the old signs hold: 'emphasis', +code+ and `literal`. */
  get isCompat(): boolean {
    return this.attributes.has("compat-mode");
  }

  /** Whether blocks are made. */
  get isShown(): boolean {
    return this.#muted === 0;
  }

  block(block: Block): void {
    if (this.#muted === 0) this.found.block(block);
  }

  /** Hides a line, but for what is shown of it. */
  hideAttributes(line: AsciidocLine): void {
    this.#attributeLines.push({ start: line.start, end: line.start + line.text.length });
  }

  show(range: TextRange): void {
    this.#shown.push(range);
  }

  /** Runs it so that it makes no blocks. */
  muted(read: () => void): void {
    this.#muted++;
    read();
    this.#muted--;
  }

  hide({ start, end }: TextRange): void {
    this.found.hide(start, end);
  }

  hideLine({ text, start }: AsciidocLine): void {
    this.found.hide(start, start + text.length);
  }

  hideLines(lines: readonly AsciidocLine[]): void {
    for (const line of lines) this.hideLine(line);
  }

  /** Whether a value may be placed. */
  hasRoom(value: string, at: number): boolean {
    const isThere = this.room.take(value);
    if (!isThere) this.found.problem(TOO_LONG, at);
    return isThere;
  }

  /** The texts that a name stands for, on all sides of conditions, are text of the document, each once. */
  value(name: string, value: string): void {
    for (const each of [value, ...this.attributes.takeOthers(name)]) {
      if (this.#noted.has(each) || !/[\p{L}\p{Nd}]/u.test(each)) continue;
      this.#noted.add(each);
      this.found.aside(each);
    }
  }

  finish(): FoundMarkup {
    const shown = this.#shown.sort((a, b) => a.start - b.start);
    let next = 0;
    for (const { start, end } of this.#attributeLines) {
      let at = start;
      while (next < shown.length && shown[next]!.start < start) next++;
      for (; next < shown.length && shown[next]!.start < end; next++) {
        // Something stays between two parts.
        this.found.hide(at === start ? at : at + 1, shown[next]!.start);
        at = shown[next]!.end;
      }
      this.found.hide(at, end);
    }
    if (this.room.isShort) this.found.problem(TOO_LONG, 0);
    for (const { id, start, end } of this.references) {
      this.found.link("link", `#${this.ids.has(id) ? id : this.titles.get(id) ?? id}`, start, end);
    }
    return this.found.finish();
  }

  /** Where the line after this place begins. */
  nextLine(at: number): number {
    const feed = this.text.indexOf("\n", at);
    return feed < 0 ? this.text.length : feed + 1;
  }
}
