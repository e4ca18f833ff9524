/** Packs small units of text into pieces of limited size. */
import { characterLength, cutAtLimit } from "../../text/cut.ts";
import type { ByteRange } from "../document.ts";

// Inside a document, U+FEFF is an ordinary character.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** A sentence or paragraph. */
export interface Unit {
  readonly text: string;
  /** Prefer to begin a new piece with this unit, once the piece before it is long enough. */
  readonly begins: boolean;
  /** Begin a new piece rather than cut this unit, if it fits into one. */
  readonly isWhole?: boolean;
}

/** The text of a byte range. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/**
 * Byte ranges that cover `range`. `units` are the parts of its text. Each range holds as many units as fit into `max`
 * characters. A range shorter than `min` also takes part of the next unit, unless that has to stay whole. A unit longer
 * than `max` is cut.
 */
export function pack(units: readonly Unit[], range: ByteRange, max: number, min: number): readonly ByteRange[] {
  const pieces: string[] = [];
  let piece = "";
  let size = 0;
  const emit = (): void => {
    if (piece !== "") pieces.push(piece);
    piece = "";
    size = 0;
  };
  for (const unit of units) {
    if (unit.begins && size >= min) emit();
    let rest = unit.text;
    let length = characterLength(rest);
    while (size + length > max) {
      if (size > 0 && (size >= min || (unit.isWhole === true && length <= max))) {
        emit();
        continue;
      }
      const [head, tail] = cutAtLimit(rest, Math.max(1, max - size));
      piece += head;
      rest = tail;
      length -= characterLength(head);
      emit();
    }
    piece += rest;
    size += length;
  }
  emit();
  return measure(pieces, range);
}

function measure(pieces: readonly string[], range: ByteRange): readonly ByteRange[] {
  let start = range.start;
  const ranges = pieces.map((piece, index): ByteRange => {
    const end = index === pieces.length - 1 ? range.end : Math.min(start + encoder.encode(piece).length, range.end);
    const measured = { start, end };
    start = end;
    return measured;
  });
  return ranges.filter((measured) => measured.start < measured.end);
}
