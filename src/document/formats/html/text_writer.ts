/** Collects lines of Markdown, and records where in the page each piece comes from. */
import type { OutlineLink } from "../../outline.ts";
import type { SourceMap } from "../format.ts";

/** A piece of a line. */
export interface LinePiece {
  readonly text: string;
  /** The line of the page on which the piece begins; 0 when it is unknown. */
  readonly line: number;
  /** Markup rather than text, such as the address of a link. */
  readonly hidden?: true;
  /** The address to which the text leads that began at the last `[`. */
  readonly leadsTo?: string;
  /** So many code units at both ends are markup, such as the backticks around code. */
  readonly marks?: number;
}

export interface TextWriter {
  /** Writes a line. Returns its first byte and the byte after its last. */
  line(pieces: readonly LinePiece[]): { readonly start: number; readonly end: number };
  /** The byte after the last line. */
  end(): number;
  /** Asks for a blank line before the next line. */
  gap(): void;
  /** Takes back the request for a blank line. */
  noGap(): void;
  /** Puts `first` before the first line that `work` writes, and `rest` before all others. */
  within(first: string, rest: string, work: () => void): void;
  finish(): WrittenMarkdown;
}

interface WrittenMarkdown {
  readonly text: Uint8Array;
  readonly map: SourceMap;
  readonly hidden: Uint32Array;
  readonly links: readonly OutlineLink[];
  /** The line of the page from which on no marks of quotes and lists are written; null when all are. */
  readonly unmarkedFrom: number | null;
}

/**
 * Each line repeats the marks of the quotes and lists around it. In all they may take so many bytes, and so many times
 * the bytes of the page.
 */
const MARKS_BYTES = 64 * 1024;
const MARKS_TIMES = 4;

/** Where the text of a link begins. */
export const LINK = "[";

/** A writer for a page of so many bytes. */
export function createTextWriter(pageBytes: number): TextWriter {
  return new LineWriter(pageBytes);
}

class LineWriter implements TextWriter {
  readonly #encoder = new TextEncoder();
  readonly #written: string[] = [];
  /** The marks of the quotes and lists that are open; `first` is null once it was written. */
  readonly #prefixes: { first: string | null; readonly rest: string }[] = [];
  readonly #starts: number[] = [];
  readonly #places: number[] = [];
  readonly #hidden: number[] = [];
  readonly #links: OutlineLink[] = [];
  #linkStart = 0;
  #size = 0;
  #isGapDue = false;
  #marksLeft: number;
  #unmarkedFrom: number | null = null;

  constructor(pageBytes: number) {
    this.#marksLeft = MARKS_BYTES + MARKS_TIMES * pageBytes;
  }

  line(pieces: readonly LinePiece[]): { readonly start: number; readonly end: number } {
    if (this.#isGapDue && this.#size > 0) this.#put(`${this.#marksAround().trimEnd()}\n`);
    this.#isGapDue = false;
    const start = this.#size;
    this.#hide(this.#takePrefix());
    for (const { text, line, hidden: isHidden, leadsTo, marks = 0 } of pieces) {
      if (line > (this.#places.at(-1) ?? 0)) {
        // The parser may move text to an earlier place. Such text counts as part of the text before it.
        this.#starts.push(this.#starts.length === 0 ? 0 : this.#size);
        this.#places.push(line);
      }
      if (isHidden === true) {
        if (text === LINK) this.#linkStart = this.#size;
        this.#hide(text);
        if (leadsTo !== undefined) {
          this.#links.push({ kind: "link", destination: leadsTo, start: this.#linkStart, end: this.#size });
        }
      } else {
        this.#hide(text.slice(0, marks));
        this.#put(text.slice(marks, text.length - marks));
        this.#hide(text.slice(text.length - marks));
      }
    }
    this.#put("\n");
    return { start, end: this.#size };
  }

  end(): number {
    return this.#size;
  }

  gap(): void {
    // An item's first line begins with its marker, so a blank line must not come before it.
    this.#isGapDue ||= (this.#prefixes.at(-1)?.first ?? null) === null;
  }

  noGap(): void {
    this.#isGapDue = false;
  }

  within(first: string, rest: string, work: () => void): void {
    this.#prefixes.push({ first, rest });
    work();
    this.#prefixes.pop();
  }

  finish(): WrittenMarkdown {
    if (this.#starts.length === 0) {
      this.#starts.push(0);
      this.#places.push(1);
    }
    return {
      text: this.#encoder.encode(this.#written.join("")),
      map: { unit: "line", starts: Uint32Array.from(this.#starts), places: Uint32Array.from(this.#places) },
      hidden: Uint32Array.from(this.#hidden),
      links: this.#links,
      unmarkedFrom: this.#unmarkedFrom,
    };
  }

  /** Writes markup. */
  #hide(text: string): void {
    if (text === "") return;
    const from = this.#size;
    this.#put(text);
    this.#hidden.push(from, this.#size);
  }

  #put(text: string): void {
    this.#written.push(text);
    // Most text is ASCII, and scanning the letters is faster than calling the encoder.
    this.#size += isAscii(text) ? text.length : this.#encoder.encode(text).length;
  }

  #takePrefix(): string {
    if (this.#unmarkedFrom !== null) return "";
    const text = this.#prefixes.map((prefix) => {
      const own = prefix.first ?? prefix.rest;
      prefix.first = null;
      return own;
    }).join("");
    this.#marksLeft -= text.length;
    if (this.#marksLeft < 0) this.#unmarkedFrom = this.#places.at(-1) ?? 1;
    return text;
  }

  /** The marks of a blank line. */
  #marksAround(): string {
    if (this.#unmarkedFrom !== null) return "";
    const text = this.#prefixes.filter(({ first }) => first === null).map(({ rest }) => rest).join("");
    this.#marksLeft -= text.length;
    return text;
  }
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
