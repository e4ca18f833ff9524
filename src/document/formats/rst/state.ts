/** What is known of a text of reStructuredText while it is read. */
import type { Block, InlineMark, MarkupBuilder, TextRange } from "../markup.ts";
import type { Line } from "./lines.ts";

/** Where a body of text stands. */
export interface BodyScope {
  /** The column in which its text begins. */
  readonly margin: number;
  readonly depth: number;
  /** How many blocks are around it. */
  readonly nesting: number;
  /** Whether it may have sections. */
  readonly titles: boolean;
  /** How many described objects are around it. */
  readonly objects: number;
  /** The object around it, such as a class, without its module, and its domain. */
  readonly object: string;
  readonly domain: string;
  /** In a cell of a table, whose row is the block. */
  readonly isCell: boolean;
}

/** Reads the lines `from` to `to` as a body. */
type BodyReader = (lines: Line[], from: number, to: number, scope: BodyScope) => void;

/** How deep blocks may stand in each other. What is deeper is text. */
export const MAX_NESTING = 40;

export class RstState {
  readonly text: string;
  readonly found: MarkupBuilder;
  readonly body: BodyReader;
  /** Whether the text was cut out of a document. */
  readonly isPart: boolean;
  /** The adornments of titles in the order in which they came. */
  readonly styles: string[] = [];
  /** The level of the section. */
  level = 0;
  /** Whether only a title and comments have come yet. */
  isStart = true;
  /** What names of objects are relative to. */
  module = "";
  domain = "py";
  /** Where objects of C and C++ stand. */
  readonly namespaces: string[] = [];
  program = "";
  /** The addresses of the targets, by their names. */
  readonly targets = new Map<string, string>();
  /** Where the titles are, by their text as references name them. */
  readonly titles = new Map<string, string>();
  readonly anonymous: string[] = [];
  /** References whose targets may still come. */
  readonly references: {
    readonly name: string;
    readonly range: TextRange;
    /** The sign at its end, if it is a sign only where there is such a target. */
    readonly sign?: TextRange;
  }[] = [];
  readonly anonymousReferences: TextRange[] = [];
  #pending: string[] = [];

  constructor(text: string, found: MarkupBuilder, body: BodyReader, isPart: boolean) {
    this.text = text;
    this.found = found;
    this.body = body;
    this.isPart = isPart;
  }

  /** A name of what comes next. */
  name(anchor: string): void {
    this.#pending.push(anchor);
  }

  get names(): number {
    return this.#pending.length;
  }

  /** What had been named stands here. */
  place(at: number): void {
    if (this.#pending.length === 0) return;
    for (const name of this.#pending) this.found.anchor(name, at);
    this.#pending = [];
  }

  block(scope: BodyScope, block: Omit<Block, "depth">): void {
    if (!scope.isCell) this.found.block({ ...block, depth: scope.depth });
  }

  link(destination: string, { start, end }: TextRange, kind: InlineMark["kind"] = "link"): void {
    this.found.mark(kind, start, end, destination);
    this.found.link(kind === "image" ? "image" : "link", destination, start, end);
  }

  /** Reads what stands in a block of this body, from this column on. */
  within(lines: Line[], from: number, to: number, margin: number, scope: BodyScope): void {
    const inner = { ...scope, margin, depth: scope.depth + 1, nesting: scope.nesting + 1, titles: false };
    this.body(lines, from, to, inner);
  }
}

/** The name of a target, as references are compared with it. */
export function targetName(written: string): string {
  return written.replace(/\\(.)/g, "$1").trim().replace(/\s+/g, " ").toLowerCase();
}
