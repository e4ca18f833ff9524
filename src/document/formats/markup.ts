/**
 * What the reader of a line format finds in a text, and how it notes it. All offsets are UTF-16 units of the text;
 * `markup_reading.ts` turns them into bytes of the file.
 */
import type { DocumentWarning, Metadata } from "../document.ts";
import type { Include } from "../includes/find_includes.ts";
import type { OutlineHeading, OutlineLink } from "../outline.ts";
import { NO_PROPERTIES, type Properties } from "./properties.ts";
import { shownText } from "./shown_text.ts";

export interface FoundMarkup {
  /** What the offsets count in. */
  readonly text: string;
  readonly textStart: number;
  readonly headings: readonly OutlineHeading[];
  readonly links: readonly OutlineLink[];
  /** In ascending order. */
  readonly anchors: readonly MarkupAnchor[];
  readonly tags: readonly string[];
  /** What no reader sees: start, end, start, end, …, ascending and disjoint. */
  readonly hidden: readonly number[];
  /** In the order of the text. */
  readonly standIns: readonly StandIn[];
  /** In the order of the text. */
  readonly blocks: readonly Block[];
  /** In the order of the text, an outer one before those in it. */
  readonly marks: readonly InlineMark[];
  readonly includes: readonly MarkupInclude[];
  readonly properties: Properties;
  readonly warnings: readonly DocumentWarning[];
}

interface MarkupAnchor {
  readonly name: string;
  readonly at: number;
}

/** Where the text takes in another file. */
export interface MarkupInclude {
  readonly start: number;
  readonly end: number;
  readonly include: Include;
  /** What is taken in is text as it is written, and not of this format. */
  readonly isPlain: boolean;
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What the page shows in place of a range: the character that an escape or an entity stands for. */
export interface StandIn extends TextRange {
  readonly text: string;
}

/** A part of the page. What follows with a greater depth stands in it. Its own text is from `start` to `end`. */
export interface Block extends TextRange {
  /**
   * `item` is one of a list, `term` names the `definition` that follows, `note` is an admonition, `line` is one line of
   * an address or of verse, `rule` divides the text. An `item`, `definition`, `quote` or `note` may have no text of its
   * own.
   */
  readonly kind:
    | "heading"
    | "paragraph"
    | "code"
    | "line"
    | "item"
    | "term"
    | "definition"
    | "quote"
    | "note"
    | "row"
    | "rule";
  readonly depth: number;
  /** Of a heading. */
  readonly level?: number;
  /** Of an item. */
  readonly ordered?: boolean;
  /** Of code. */
  readonly language?: string | undefined;
  /** Of a note without a title of its own: what kind of note it is, such as `Warning`. */
  readonly label?: string | undefined;
  /** Of a row. A cell may have several lines, each of them a range. */
  readonly cells?: readonly (readonly TextRange[])[];
  /** Of a row of names. */
  readonly isHead?: boolean;
}

/** A part of a sentence. */
export interface InlineMark extends TextRange {
  readonly kind: "strong" | "emphasis" | "code" | "link" | "image" | "superscript" | "subscript";
  /** Of a link or an image, as written. */
  readonly destination?: string;
}

/** The most places of one kind that are kept of a text. What is above stays text. */
const MAX_NOTED = 500_000;

const ROOM = 64 * 1024;
const ROOM_TIMES = 8;
const TOO_LONG = {
  standIns: "the texts that names stand for are too long",
  destinations: "the addresses that names stand for are too long",
} as const;

/** Takes down what a reader finds, in any order. */
export class MarkupBuilder {
  readonly text: string;
  readonly #textStart: number;
  readonly #headings: OutlineHeading[] = [];
  readonly #links: OutlineLink[] = [];
  readonly #anchors: MarkupAnchor[] = [];
  readonly #tags = new Set<string>();
  readonly #hidden: TextRange[] = [];
  readonly #standIns: StandIn[] = [];
  readonly #blocks: Block[] = [];
  readonly #marks: InlineMark[] = [];
  readonly #includes: MarkupInclude[] = [];
  readonly #asides: string[] = [];
  readonly #values = new Map<string, string[]>();
  #properties: Pick<Properties, "title" | "lang"> = NO_PROPERTIES;
  /** How much longer than the text may be, in all, what it does not say itself. A short name may come often. */
  readonly #room = { standIns: 0, destinations: 0 };
  readonly #problems = new Map<string, { readonly at: number; count: number }>();

  /** `textStart` is where the text begins: after the byte order mark and the properties. */
  constructor(text: string, textStart = text.startsWith("\ufeff") ? 1 : 0) {
    this.text = text;
    this.#textStart = textStart;
    this.#room.standIns = this.#room.destinations = ROOM + ROOM_TIMES * text.length;
  }

  /** The heading's line and text are noted by this. Its place among the blocks is too. */
  heading(heading: OutlineHeading, at: TextRange, depth = 0): void {
    if (this.#headings.length >= MAX_NOTED) return;
    this.#headings.push({ ...heading, level: Math.min(6, Math.max(1, heading.level)) });
    this.block({ kind: "heading", level: heading.level, depth, ...at });
  }

  /**
   * Signs that no reader sees. They join the words beside them, so a space or the end of a line must stay where words
   * are apart.
   */
  hide(start: number, end: number): void {
    if (start < end) this.#hidden.push({ start, end });
  }

  /**
   * Shows a text in place of the range, which may be empty. The index can only hide bytes, so it knows those in `kept`:
   * the letters that come closest. Without letters, one byte stays between words.
   */
  standIn(start: number, end: number, shown: string, kept: TextRange = { start, end: start }): void {
    if (start > end || !this.#hasRoom("standIns", shown.length, start)) return;
    const isBetween = kept.start === kept.end && isWord(this.text[start - 1]) && isWord(this.text[end]);
    const known = isBetween && shown !== "" && !isWord(shown) ? { start, end: start + 1 } : kept;
    this.hide(start, known.start);
    this.hide(known.end, end);
    this.#standIns.push({ start, end, text: shown });
  }

  /** Begins to listen: the result tells how the page shows a range of which all is noted after this. */
  listen(): (range: TextRange) => string {
    const [hidden, standIns] = [this.#hidden.length, this.#standIns.length];
    return (range) =>
      shownText({
        text: this.text,
        hidden: joined(sorted(this.#hidden.slice(hidden), ({ start }) => start)),
        standIns: sorted(this.#standIns.slice(standIns), ({ start }) => start),
      }, range);
  }

  link(kind: OutlineLink["kind"], destination: string, start: number, end: number): void {
    if (this.#links.length >= MAX_NOTED || !this.#hasRoom("destinations", destination.length, start)) return;
    this.#links.push({ kind, destination, start, end });
  }

  /** A name by which links lead to this place; in or right before a heading, to where the heading's body starts. */
  anchor(name: string, at: number): void {
    if (this.#anchors.length < MAX_NOTED) this.#anchors.push({ name, at });
  }

  tag(name: string): void {
    this.#tags.add(name);
  }

  block(block: Block): void {
    this.#blocks.push(block);
  }

  mark(kind: InlineMark["kind"], start: number, end: number, destination?: string): void {
    if (start >= end || !this.#hasRoom("destinations", destination?.length ?? 0, start)) return;
    this.#marks.push({ kind, start, end, ...(destination !== undefined && { destination }) });
  }

  include(place: MarkupInclude): void {
    this.#includes.push(place);
  }

  /** The title that it has stated so far. */
  get titled(): string | null {
    return this.#properties.title;
  }

  /** What the text states of itself. */
  state(properties: Partial<Pick<Properties, "title" | "lang">>): void {
    this.#properties = { ...this.#properties, ...properties };
  }

  property(name: string, value: string): void {
    const known = this.#values.get(name);
    if (known === undefined) this.#values.set(name, [value]);
    else known.push(value);
  }

  /** Text of the chunk that leads the document, which stands elsewhere or in no place. */
  aside(text: string): void {
    this.#asides.push(text);
  }

  #hasRoom(what: keyof typeof TOO_LONG, length: number, at: number): boolean {
    if (length > this.#room[what]) {
      this.problem(TOO_LONG[what], at);
      return false;
    }
    this.#room[what] -= length;
    return true;
  }

  /** Says once what makes no sense, with the first line and how often it came. */
  problem(what: string, at: number): void {
    const known = this.#problems.get(what);
    if (known === undefined) this.#problems.set(what, { at, count: 1 });
    else known.count++;
  }

  finish(): FoundMarkup {
    const values = Object.fromEntries(this.#values) as Metadata;
    const hasProperties = this.#values.size > 0 || this.#properties.title !== null || this.#properties.lang !== null;
    return {
      text: this.text,
      textStart: this.#textStart,
      headings: sorted(this.#headings, ({ lineStart }) => lineStart),
      links: sorted(this.#links, ({ start }) => start),
      anchors: sorted(this.#anchors, ({ at }) => at),
      tags: [...this.#tags],
      hidden: joined(sorted(this.#hidden, ({ start }) => start)),
      standIns: sorted(this.#standIns, ({ start }) => start),
      blocks: sorted(this.#blocks, ({ start }) => start),
      marks: this.#marks.sort((a, b) => a.start - b.start || b.end - a.end),
      includes: sorted(this.#includes, ({ start }) => start),
      properties: {
        ...NO_PROPERTIES,
        ...this.#properties,
        metadata: values,
        ...(this.#asides.length > 0 && { asides: this.#asides }),
        values: hasProperties ? { ...values } : null,
      },
      warnings: this.#warnings(),
    };
  }

  #warnings(): readonly DocumentWarning[] {
    if (this.#problems.size === 0) return [];
    const found = [...this.#problems].sort(([, a], [, b]) => a.at - b.at);
    const message = found.map(([what, { count }]) => count === 1 ? what : `${what} (${count} times)`).join("; ");
    return [{ code: "markup-syntax", message, line: lineAt(this.text, found[0]![1].at) }];
  }
}

function isWord(text: string | undefined): boolean {
  return text !== undefined && /[\p{L}\p{N}]/u.test(text);
}

/** The same list in ascending order. Most lists are so already. */
function sorted<T>(list: T[], of: (item: T) => number): T[] {
  return list.every((item, at) => at === 0 || of(list[at - 1]!) <= of(item))
    ? list
    : list.sort((a, b) => of(a) - of(b));
}

/** Disjoint ranges as one flat list. */
function joined(ranges: readonly TextRange[]): readonly number[] {
  const flat: number[] = [];
  for (const { start, end } of ranges) {
    const last = flat.at(-1);
    if (last !== undefined && start <= last) flat[flat.length - 1] = Math.max(last, end);
    else flat.push(start, end);
  }
  return flat;
}

function lineAt(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
