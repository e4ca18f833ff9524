/** Collects lines of Markdown, with the place of each piece in the page. */
import type { SourceMap } from "../format.ts";

/** A piece of a line. */
export interface Piece {
  readonly text: string;
  /** The line of the page on which it begins; 0 where that is not known. */
  readonly line: number;
  /** Markup, not text: the address of a link. */
  readonly hidden?: true;
}

export interface TextWriter {
  /** Writes a line; the answer is the byte at which it begins, and the one after it. */
  line(pieces: readonly Piece[]): { readonly start: number; readonly end: number };
  /** Before the next line a blank one is due. */
  gap(): void;
  /** No blank line, after all. */
  noGap(): void;
  /** All lines written by `work` begin with `rest`, and the first with `first`. */
  within(first: string, rest: string, work: () => void): void;
  finish(): { readonly text: Uint8Array; readonly map: SourceMap; readonly hidden: Uint32Array };
}

export function createTextWriter(): TextWriter {
  const encoder = new TextEncoder();
  const written: string[] = [];
  const prefixes: { first: string | null; readonly rest: string }[] = [];
  const starts: number[] = [];
  const places: number[] = [];
  const hidden: number[] = [];
  let size = 0;
  let isGapDue = false;

  function put(text: string): void {
    written.push(text);
    // Most text is ASCII, and a look at the letters is quicker than a call.
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
          // What the parser moved counts with what stands before it.
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
    gap() {
      // At the start of an item stands its marker.
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
      };
    },
  };
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
