/** Finds the places in a file that extracted text comes from. */
import { firstPlace } from "../../text/first_place.ts";
import { nextLine } from "../../text/lines.ts";
import type { SourceMap } from "./format.ts";

/** The place in the file that the byte at `offset` comes from. */
export function placeAt({ starts, places }: SourceMap, offset: number): number {
  return places[Math.max(0, firstPlace(starts.length, (place) => starts[place]! > offset) - 1)] ?? 1;
}

/** The place of a span of text in its file. Both numbers count from 1, and `last` is included. */
export interface MappedSpan {
  readonly unit: SourceMap["unit"];
  readonly first: number;
  readonly last: number;
}

export function sourceSpan(map: SourceMap, start: number, end: number): MappedSpan {
  return { unit: map.unit, first: placeAt(map, start), last: placeAt(map, Math.max(start, end - 1)) };
}

/** The map of a text that has the same lines as its file. */
export function sameLines(text: Uint8Array): SourceMap {
  const starts = [0];
  for (let at = nextLine(text, 0); at < text.length; at = nextLine(text, at)) starts.push(at);
  return { unit: "line", starts: Uint32Array.from(starts), places: Uint32Array.from(starts, (_, line) => line + 1) };
}
