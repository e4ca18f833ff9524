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
  finish(): { readonly text: Uint8Array; readonly map: SourceMap; readonly hidden: Uint32Array };
}

/**
 * The most characters before a line. Without a limit, each line of a page grows with the number of quotes and lists
 * around it, and a small page with hundreds of them becomes a huge text. Nobody writes twenty lists inside each other.
 */
const LONGEST_PREFIX = 64;

export function createTextWriter(): TextWriter {
  const encoder = new TextEncoder();
  const written: string[] = [];
  const prefixes: { first: string | null; readonly rest: string }[] = [];
  const starts: number[] = [];
  const places: number[] = [];
  const hidden: number[] = [];
  let size = 0;
  let prefixLength = 0;
  let isGapDue = false;

  function put(text: string): void {
    written.push(text);
    // Most text is ASCII, and scanning the letters is faster than calling the encoder.
    size += isAscii(text) ? text.length : encoder.encode(text).length;
  }

  function takePrefix(): string {
    return prefixes.map((prefix) => {
      const text = prefix.first ?? prefix.rest;
      prefix.first = null;
      return text;
    }).join("");
  }

  return {
    line(pieces) {
      if (isGapDue && size > 0) {
        const around = prefixes.filter(({ first }) => first === null).map(({ rest }) => rest).join("");
        put(`${around.trimEnd()}\n`);
      }
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
      const length = Math.max(first.length, rest.length);
      if (prefixLength + length > LONGEST_PREFIX) return work();
      prefixes.push({ first, rest });
      prefixLength += length;
      work();
      prefixes.pop();
      prefixLength -= length;
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
      };
    },
  };
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
