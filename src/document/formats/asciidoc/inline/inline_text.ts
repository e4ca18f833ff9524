/** A paragraph while its signs are looked for. What is dealt with is covered, so that later looks pass it by. */
import { firstPlace } from "../../../../text/first_place.ts";
import type { InlineMark, MarkupBuilder } from "../../markup.ts";
import { type AsciidocLine, endOf } from "../lines.ts";

/** A sign that is not shown. No letter, as the tag that Asciidoctor puts in its place. */
const SIGN = "\ue000";
/** Text in which nothing is a sign. */
export const PASSED = "\ue001";
/** A backslash that is gone. What stands before it counts in its place. */
export const GONE = "\ue002";
/** The text of a value. */
export const VALUE = "\ue003";

interface Cover {
  readonly start: number;
  readonly end: number;
  /** Null gives back what is written. */
  readonly sign: string | null;
}

export class InlineText {
  /** With values in place of what names them. */
  written: string;
  work: string;
  /** start, end, start, end, … in the order in which they were found. */
  readonly hidden: number[] = [];
  /** The same in the document. */
  readonly #hiddenWritten: number[] = [];
  readonly #marks: InlineMark[] = [];
  readonly #lines: readonly AsciidocLine[];
  /** Where each line begins in the text. */
  readonly #starts: number[] = [];
  #covers: Cover[] = [];
  /** For each unit, that of the lines that it comes from. */
  #origins: Int32Array | undefined;

  constructor(lines: readonly AsciidocLine[]) {
    this.#lines = lines;
    this.written = lines.length === 1 ? lines[0]!.text : lines.map(({ text }) => text).join("\n");
    this.work = this.written;
    let start = 0;
    for (const { text } of lines) {
      this.#starts.push(start);
      start += text.length + 1;
    }
  }

  cover(start: number, end: number, sign: string | null): void {
    if (start < end) this.#covers.push({ start, end, sign });
  }

  hide(start: number, end: number, sign = SIGN): void {
    if (start >= end) return;
    this.hidden.push(start, end);
    this.cover(start, end, sign);
  }

  /** Hides what is about to be replaced. */
  hideWritten(start: number, end: number): void {
    this.#hiddenWritten.push(this.sourceOf(start), this.#endOf(end));
  }

  mark(kind: InlineMark["kind"], start: number, end: number, destination?: string): void {
    if (start < end) this.#marks.push({ kind, start, end, ...(destination !== undefined && { destination }) });
  }

  /** Puts all covers in place. */
  flush(): void {
    if (this.#covers.length === 0) return;
    const covers = this.#covers.sort((a, b) => a.start - b.start);
    this.#covers = [];
    let work = "";
    let at = 0;
    for (const { start, end, sign } of covers) {
      if (end <= at) continue;
      const from = Math.max(at, start);
      work += this.work.slice(at, from);
      work += sign === null ? this.written.slice(from, end) : sign.repeat(end - from);
      at = end;
    }
    this.work = work + this.work.slice(at);
  }

  /** Puts other texts in place of ranges. They ascend. Returns where they stand then. */
  replace(places: readonly { readonly start: number; readonly end: number; readonly text: string }[]): number[] {
    const moved: number[] = [];
    const origins: number[] = [];
    let [written, work, at] = ["", "", 0];
    const keep = (to: number): void => {
      written += this.written.slice(at, to);
      work += this.work.slice(at, to);
      for (let unit = at; unit < to; unit++) origins.push(unit);
      at = to;
    };
    for (const { start, end, text } of places) {
      keep(start);
      moved.push(written.length, written.length + text.length);
      written += text;
      work += VALUE.repeat(text.length);
      for (let unit = 0; unit < text.length; unit++) origins.push(start);
      at = end;
    }
    keep(this.written.length);
    origins.push(this.written.length);
    this.#move(Int32Array.from(origins));
    [this.written, this.work] = [written, work];
    return moved;
  }

  /** What was found before moves along. */
  #move(origins: Int32Array): void {
    const target = new Int32Array(this.written.length + 1);
    for (let unit = origins.length - 1; unit >= 0; unit--) target[origins[unit]!] = unit;
    for (let at = 0; at < this.hidden.length; at++) this.hidden[at] = target[this.hidden[at]!]!;
    for (const [at, { start, end, ...mark }] of this.#marks.entries()) {
      this.#marks[at] = { ...mark, start: target[start]!, end: target[end]! };
    }
    this.#origins = origins;
  }

  /** The place in the document. */
  sourceOf(place: number): number {
    const unit = this.#origins?.[place] ?? place;
    const line = Math.max(0, firstPlace(this.#starts.length, (each) => this.#starts[each]! > unit) - 1);
    return this.#lines[line]!.start + unit - this.#starts[line]!;
  }

  /** What is written there, without backslashes that are gone. */
  writtenIn(start: number, end: number): string {
    const work = this.work.slice(start, end);
    const written = this.written.slice(start, end);
    return work.includes(GONE) ? [...written].filter((_, at) => work[at] !== GONE).join("") : written;
  }

  /** Notes what is hidden and marked. */
  note(found: MarkupBuilder): void {
    const written = this.#hiddenWritten;
    for (let at = 0; at < written.length; at += 2) found.hide(written[at]!, written[at + 1]!);
    for (let at = 0; at < this.hidden.length; at += 2) {
      found.hide(this.sourceOf(this.hidden[at]!), this.#endOf(this.hidden[at + 1]!));
    }
    for (const { kind, start, end, destination } of this.#marks) {
      found.mark(kind, this.sourceOf(start), this.#endOf(end), destination);
    }
  }

  /** A range that ends with a line leaves out what stands before the next one. */
  #endOf(place: number): number {
    return place === 0 ? this.sourceOf(0) : Math.max(this.sourceOf(place - 1) + 1, this.#valueEnd(place));
  }

  #valueEnd(place: number): number {
    const before = this.#origins?.[place - 1];
    return before !== undefined && this.#origins![place]! > before + 1 ? this.sourceOf(place) : 0;
  }

  /** The text without what is hidden. */
  get shown(): string {
    const ranges = [];
    for (let at = 0; at < this.hidden.length; at += 2) ranges.push([this.hidden[at]!, this.hidden[at + 1]!] as const);
    ranges.sort(([a], [b]) => a - b);
    let [shown, at] = ["", 0];
    for (const [start, end] of ranges) {
      shown += this.written.slice(at, Math.max(at, start));
      at = Math.max(at, end);
    }
    return shown + this.written.slice(at);
  }

  get end(): number {
    return endOf(this.#lines.at(-1)!);
  }
}

/** Whether a unit belongs to a word. */
export function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) {
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) ||
      code === 0x5f;
  }
  return code >= 0x80 && (code < 0xd800 || code > 0xf8ff) && /[\p{L}\p{M}\p{Nd}\p{Pc}]/u.test(text[at]!);
}

export function isSpace(text: string, at: number): boolean {
  const sign = text[at];
  return sign === undefined || sign === " " || sign === "\t" || sign === "\n";
}

/** Finds the first `]` from here on that no backslash precedes. Knows when there is none. */
export class Closings {
  readonly #text: string;
  readonly #sign: string;
  #none = Number.POSITIVE_INFINITY;

  constructor(text: string, sign: string) {
    this.#text = text;
    this.#sign = sign;
  }

  after(from: number): number {
    if (from >= this.#none) return -1;
    let at = this.#text.indexOf(this.#sign, from);
    while (at > from && this.#text[at - 1] === "\\") at = this.#text.indexOf(this.#sign, at + 1);
    if (at < 0) this.#none = from;
    return at;
  }
}
