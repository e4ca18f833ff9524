/** Places in a file for offsets of the text that was made from it. */
import { nextLine } from "../../text/lines.ts";
import type { SourceMap } from "./format.ts";

/** The place from which the byte at `offset` comes. */
export function placeAt({ starts, places }: SourceMap, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return places[Math.max(0, low - 1)] ?? 1;
}

/** Where a span of text stands in its file: both ends count from 1, the last is included. */
export interface SourceSpan {
  readonly unit: SourceMap["unit"];
  readonly first: number;
  readonly last: number;
}

export function sourceSpan(map: SourceMap, start: number, end: number): SourceSpan {
  return { unit: map.unit, first: placeAt(map, start), last: placeAt(map, Math.max(start, end - 1)) };
}

/** The map of a text whose lines are the lines of the file. */
export function sameLines(text: Uint8Array): SourceMap {
  const starts = [0];
  for (let at = nextLine(text, 0); at < text.length; at = nextLine(text, at)) starts.push(at);
  return { unit: "line", starts: Uint32Array.from(starts), places: Uint32Array.from(starts, (_, line) => line + 1) };
}
