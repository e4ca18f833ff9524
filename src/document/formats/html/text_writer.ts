/** Collects lines of Markdown, and records where in the page each piece comes from. */
import type { SourceMap } from "../format.ts";

/** A piece of a line. */
export interface Piece {
  readonly text: string;
  /** The line of the page on which the piece begins; 0 when it is unknown. */
  readonly line: number;
  /** Markup rather than text, such as the address of a link. */
  readonly hidden?: true;
}

export interface TextWriter {
  /** Writes a line. Returns its first byte and the byte after its last. */
  line(pieces: readonly Piece[]): { readonly start: number; readonly end: number };
  /** The byte after the last line. */
  end(): number;
  /** Asks for a blank line before the next line. */
  gap(): void;
  /** Takes back the request for a blank line. */
  noGap(): void;
  /** Puts `first` before the first line that `work` writes, and `rest` before all others. */
  within(first: string, rest: string, work: () => void): void;
  finish(): WrittenText;
}

interface WrittenText {
  readonly text: Uint8Array;
  readonly map: SourceMap;
  readonly hidden: Uint32Array;
  /** The line of the page from which on no marks of quotes and lists are written; null when all are. */
  readonly unmarkedFrom: number | null;
}

/**
 * Each line repeats the marks of the quotes and lists around it. In all they may take so many bytes, and so many times
 * the bytes of the page.
 */
const MARKS_BYTES = 64 * 1024;
const MARKS_TIMES = 4;

/** A writer for a page of so many bytes. */
export function createTextWriter(pageBytes: number): TextWriter {
  const encoder = new TextEncoder();
  const written: string[] = [];
  const prefixes: { first: string | null; readonly rest: string }[] = [];
  const starts: number[] = [];
  const places: number[] = [];
  const hidden: number[] = [];
  let size = 0;
  let isGapDue = false;
  let marksLeft = MARKS_BYTES + MARKS_TIMES * pageBytes;
  let unmarkedFrom: number | null = null;

  function put(text: string): void {
    written.push(text);
    // Most text is ASCII, and scanning the letters is faster than calling the encoder.
    size += isAscii(text) ? text.length : encoder.encode(text).length;
  }

  function takePrefix(): string {
    if (unmarkedFrom !== null) return "";
    const text = prefixes.map((prefix) => {
      const own = prefix.first ?? prefix.rest;
      prefix.first = null;
      return own;
    }).join("");
    marksLeft -= text.length;
    if (marksLeft < 0) unmarkedFrom = places.at(-1) ?? 1;
    return text;
  }

  /** The marks of a blank line. */
  function marksAround(): string {
    if (unmarkedFrom !== null) return "";
    const text = prefixes.filter(({ first }) => first === null).map(({ rest }) => rest).join("");
    marksLeft -= text.length;
    return text;
  }

  return {
    line(pieces) {
      if (isGapDue && size > 0) put(`${marksAround().trimEnd()}\n`);
      isGapDue = false;
      const start = size;
      put(takePrefix());
      for (const { text, line, hidden: isHidden } of pieces) {
        if (line > (places.at(-1) ?? 0)) {
          // The parser may move text to an earlier place. Such text counts as part of the text before it.
          starts.push(starts.length === 0 ? 0 : size);
          places.push(line);
        }
        const from = size;
        put(text);
        if (isHidden === true && size > from) hidden.push(from, size);
      }
      put("\n");
      return { start, end: size };
    },
    end: () => size,
    gap() {
      // An item's first line begins with its marker, so a blank line must not come before it.
      isGapDue ||= (prefixes.at(-1)?.first ?? null) === null;
    },
    noGap: () => void (isGapDue = false),
    within(first, rest, work) {
      prefixes.push({ first, rest });
      work();
      prefixes.pop();
    },
    finish() {
      if (starts.length === 0) {
        starts.push(0);
        places.push(1);
      }
      return {
        text: encoder.encode(written.join("")),
        map: { unit: "line", starts: Uint32Array.from(starts), places: Uint32Array.from(places) },
        hidden: Uint32Array.from(hidden),
        unmarkedFrom,
      };
    },
  };
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
