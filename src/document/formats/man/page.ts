/** Builds the page of a manual: its sections, paragraphs, tagged paragraphs and code. */
import type { Block, MarkupBuilder, TextRange } from "../markup.ts";

/** Sections whose tags are options when they begin with a dash, and names when they are of capitals. */
const OF_OPTIONS = /OPTION|DESCRIPTION|FLAG|ARGUMENT|PARAMETER|SWITCH|INVOCATION|COMMAND|USAGE|MODIFIER|ENVIRONMENT/i;
/** Constants and variables, which people ask for by name: `O_TMPFILE`, `LD_PRELOAD`. */
const NAME = /^[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b/;
const BULLET = /^(?:[*•·○+-]|--|o|\\\(bu)$/;
const LABEL = /^(?:[[(]?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)\]]|\d{1,3})$/;
const MAX_DEPTH = 50;

interface OpenOption {
  readonly level: number;
  readonly nesting: number;
  readonly depth: number;
  readonly lineStart: number;
  readonly names: string[];
  readonly start: number;
  end: number;
  bodyStart: number;
}

export class ManPage {
  readonly found: MarkupBuilder;
  /** Text stands as it is written. */
  isCode = false;
  #level = 1;
  #section = "";
  #isOptions = false;
  #hasOptions = false;
  readonly #outer: { readonly depth: number; readonly isDefined: boolean }[] = [];
  #depth = 0;
  /** What follows stands in a definition or an item. */
  #isDefined = false;
  /** What the next text is. */
  #next: Block["kind"] = "paragraph";
  #isOrdered = false;
  #open: { kind: Block["kind"]; depth: number; start: number; end: number } | undefined;
  #options: OpenOption[] = [];
  /** The option that has no text yet. */
  #fresh: OpenOption | undefined;

  constructor(found: MarkupBuilder) {
    this.found = found;
  }

  /** Text that a reader sees. */
  text(start: number, end: number): void {
    if (start >= end) return;
    this.#fresh = undefined;
    if (this.#open !== undefined) {
      this.#open.end = end;
      return;
    }
    if (this.isCode && this.#next !== "paragraph") {
      this.found.block({ kind: this.#next, depth: this.#depth, start, end: start });
      this.#next = "paragraph";
    }
    const isFirst = this.#next !== "paragraph";
    const depth = this.#isDefined && !isFirst ? this.#depth + 1 : this.#depth;
    this.#open = { kind: this.isCode ? "code" : this.#next, depth, start, end };
    this.#next = "paragraph";
  }

  /** Ends a paragraph or code. */
  break(): void {
    if (this.#open === undefined) return;
    const { kind, ...rest } = this.#open;
    this.found.block(kind === "item" ? { kind, ordered: this.#isOrdered, ...rest } : { kind, ...rest });
    this.#isOrdered = false;
    this.#open = undefined;
  }

  /** Ends what the last tag names. `at`: where the new paragraph's request stands. */
  paragraph(at: number): void {
    this.break();
    this.#endItem();
    this.#isDefined = false;
    this.closeOptions(at);
  }

  #endItem(): void {
    if (this.#next !== "paragraph") this.#next = "paragraph";
  }

  row(start: number, end: number, cells: readonly (readonly TextRange[])[], isHead: boolean): void {
    this.break();
    this.#fresh = undefined;
    this.found.block({ kind: "row", depth: this.#inner(), start, end, cells, isHead });
  }

  #inner(): number {
    return this.#isDefined ? this.#depth + 1 : this.#depth;
  }

  indent(): void {
    this.break();
    this.#fresh = undefined;
    this.#outer.push({ depth: this.#depth, isDefined: this.#isDefined });
    this.#depth = Math.min(MAX_DEPTH, this.#inner());
    this.#isDefined = false;
  }

  /** Ends an indentation. */
  dedent(at: number): void {
    this.break();
    this.closeOptions(at);
    const outer = this.#outer.pop();
    if (outer === undefined) return;
    this.#depth = outer.depth;
    this.#isDefined = outer.isDefined;
    this.#endItem();
  }

  get nesting(): number {
    return this.#outer.length;
  }

  section(level: number, text: string, lineStart: number, bodyStart: number, at: TextRange): void {
    this.break();
    this.closeOptions(undefined);
    this.#outer.length = 0;
    this.#depth = 0;
    this.#isDefined = false;
    this.isCode = false;
    this.#endItem();
    this.#level = level;
    this.#hasOptions = false;
    if (level === 2) {
      this.#section = text;
      this.#isOptions = OF_OPTIONS.test(text);
    } else this.#isOptions = OF_OPTIONS.test(this.#section) || OF_OPTIONS.test(text);
    this.found.heading({ level, text, id: null, lineStart, bodyStart }, at);
  }

  /** A tag, such as an option. `bodyStart` is the start of the next line. */
  tag(shown: string, lineStart: number, bodyStart: number, { start, end }: TextRange): void {
    this.break();
    const text = shown.replace(/\s+/g, " ").trim();
    // What calls return is `-1`, so it is an option among others only.
    const isOption = /^[-−‐–]{1,2}[^\s\d-]/.test(text) || /^[-−][02-9]\b/.test(text) ||
      (this.#hasOptions && /^[-−]\d\b/.test(text));
    if (this.#isOptions && (isOption || NAME.test(text))) {
      this.#hasOptions ||= isOption;
      this.#option(text, lineStart, bodyStart, { start, end });
      return;
    }
    this.closeOptions(lineStart);
    this.#isDefined = true;
    if (BULLET.test(text)) {
      this.found.hide(start, end);
      this.#next = "item";
    } else if (LABEL.test(text)) {
      this.#next = "item";
      this.text(start, end);
    } else {
      this.found.block({ kind: "term", depth: this.#depth, start, end });
      this.#next = "definition";
    }
  }

  /** An item without a tag. */
  item(at: number, ordered: boolean): void {
    this.break();
    this.closeOptions(at);
    this.#isDefined = true;
    this.#next = "item";
    this.#isOrdered = ordered;
  }

  #option(text: string, lineStart: number, bodyStart: number, { start, end }: TextRange): void {
    const fresh = this.#fresh;
    this.#isDefined = false;
    this.#endItem();
    if (fresh !== undefined && fresh.nesting === this.nesting) {
      fresh.names.push(text);
      fresh.end = end;
      fresh.bodyStart = bodyStart;
      return;
    }
    this.closeOptions(lineStart);
    const level = Math.min(6, (this.#options.at(-1)?.level ?? this.#level) + 1);
    const option = {
      level,
      nesting: this.nesting,
      depth: this.#depth,
      lineStart,
      names: [text],
      start,
      end,
      bodyStart,
    };
    this.#options.push(option);
    this.#fresh = option;
  }

  /** Ends the options that are not outer to this place. Without a place, the next section ends them. */
  closeOptions(at: number | undefined): void {
    while (this.#options.length > 0 && (at === undefined || this.#options.at(-1)!.nesting >= this.nesting)) {
      const { level, names, lineStart, bodyStart, start, end, depth } = this.#options.pop()!;
      const stop = at === undefined ? {} : { end: Math.max(at, bodyStart) };
      this.found.heading(
        { level, text: names.join(", "), id: null, lineStart, bodyStart, ...stop },
        { start, end },
        depth,
      );
    }
    this.#fresh = undefined;
  }

  finish(): void {
    this.break();
    this.closeOptions(undefined);
  }
}
