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

/** The map of a text whose lines are the lines of the file. */
export function sameLines(text: Uint8Array): SourceMap {
  const starts = [0];
  for (let at = nextLine(text, 0); at < text.length; at = nextLine(text, at)) starts.push(at);
  return { unit: "line", starts: Uint32Array.from(starts), places: Uint32Array.from(starts, (_, line) => line + 1) };
}
