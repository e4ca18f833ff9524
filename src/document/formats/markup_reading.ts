/** Turns what the reader of a line format finds into a reading: its places into bytes of the file. */
import { byteOrderMarkLength } from "../../text/encoding.ts";
import type { IncludePlace } from "../includes/find_includes.ts";
import { markupWarnings, MAX_PARSED } from "../limits.ts";
import type { FormatReader, Reading } from "./format.ts";
import { NO_PROPERTIES } from "./properties.ts";
import type { FoundMarkup } from "./markup.ts";

/** Reads a text of the format. A part of a document is read as the page shows it. Never throws. */
export type MarkupFinder = (text: string, isPart?: boolean) => FoundMarkup;

export type MarkupReader = Required<FormatReader>;

/** A byte order mark is a character of the text, so that both count alike. */
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** The reader of a format that is read over the file's own bytes. */
export function markupReader(finder: MarkupFinder): MarkupReader {
  const markup: MarkupFinder = (text, isPart) => finder(withNewlines(text), isPart);
  return {
    read: (bytes) => readMarkup(bytes, markup),
    markup,
    includes: (text) => {
      const { includes } = markup(text);
      const bytesTo = byteCounter(text);
      return includes.map(({ start, end, include, isPlain }): IncludePlace => ({
        start: bytesTo(start),
        end: bytesTo(end),
        include,
        isPlain,
      }));
    },
  };
}

/** Lines may end with carriage returns alone. All places stay. */
function withNewlines(text: string): string {
  return text.includes("\r") && !text.includes("\n") ? text.replaceAll("\r", "\n") : text;
}

function readMarkup(bytes: Uint8Array, markup: MarkupFinder): Reading {
  if (bytes.length > MAX_PARSED) return asWritten(bytes);
  const text = DECODER.decode(bytes);
  const { textStart, headings, links, anchors, tags, hidden, properties, warnings } = markup(text);
  // In ASCII, both count alike.
  const bytesTo = text.length === bytes.length ? undefined : byteCounter(text);
  const places = { headings, links, anchors, hidden };
  const outline = bytesTo === undefined ? { ...places, hidden: Uint32Array.from(hidden) } : inBytes(places, bytesTo);
  return {
    text: bytes,
    textStart: bytesTo?.(textStart) ?? textStart,
    properties,
    outline: { by: "format", ...outline, tags },
    map: null,
    warnings,
  };
}

/** A document that is too large to be parsed. */
function asWritten(bytes: Uint8Array): Reading {
  return {
    text: bytes,
    textStart: byteOrderMarkLength(bytes),
    properties: NO_PROPERTIES,
    outline: { by: "format", headings: [], links: [], hidden: new Uint32Array() },
    map: null,
    warnings: markupWarnings(bytes.length),
  };
}

type MarkupPlaces = Pick<FoundMarkup, "headings" | "links" | "anchors" | "hidden">;

function inBytes({ headings, links, anchors, hidden }: MarkupPlaces, bytesTo: (unit: number) => number) {
  return {
    headings: headings.map(({ lineStart, bodyStart, end, ...heading }) => ({
      ...heading,
      lineStart: bytesTo(lineStart),
      bodyStart: bytesTo(bodyStart),
      ...(end !== undefined && { end: bytesTo(end) }),
    })),
    links: links.map(({ start, end, ...link }) => ({ ...link, start: bytesTo(start), end: bytesTo(end) })),
    anchors: anchors.map(({ name, at }) => ({ name, at: bytesTo(at) })),
    hidden: Uint32Array.from(hidden, bytesTo),
  };
}

/** Units of the text between two places whose bytes are known. */
const STEP = 64;

/** Counts the bytes before a place of the text. */
function byteCounter(text: string): (unit: number) => number {
  const known = new Uint32Array(Math.floor(text.length / STEP) + 1);
  let bytes = 0;
  for (let unit = 0; unit < text.length; unit++) {
    if (unit % STEP === 0) known[unit / STEP] = bytes;
    bytes += bytesOf(text.charCodeAt(unit));
  }
  if (text.length % STEP === 0) known[text.length / STEP] = bytes;
  return (to) => {
    const step = Math.floor(to / STEP);
    let byte = known[step]!;
    for (let unit = step * STEP; unit < to; unit++) byte += bytesOf(text.charCodeAt(unit));
    return byte;
  };
}

/** Bytes of one unit in UTF-8. Both halves of a pair have two. A text that is decoded has no single halves. */
function bytesOf(code: number): number {
  if (code < 0x80) return 1;
  return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
}
