// Two formats that ra does not have, for the cases that its own formats leave out.
import type { Format, Reading } from "../../../src/document/formats/format.ts";
import { NO_PROPERTIES } from "../../../src/document/formats/properties.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Pages of text with `\f` between them. An extracted format whose outline the core finds in the extracted text. */
export const paged: Format = {
  name: "paged",
  version: 1,
  extensions: ["paged"],
  view: "markdown",
  placement: "extracted",
  decoding: "text",
  readBy: "reader",
  load: () => Promise.resolve({ read: (bytes) => Promise.resolve(readPaged(bytes)) }),
};

function readPaged(bytes: Uint8Array): Reading {
  const pages = decoder.decode(bytes).split("\f").map((page) => encoder.encode(`${page.trim()}\n\n`));
  const starts: number[] = [];
  let size = 0;
  for (const page of pages) {
    starts.push(size);
    size += page.length;
  }
  const text = new Uint8Array(size);
  pages.forEach((page, at) => text.set(page, starts[at]));
  return {
    text,
    textStart: 0,
    properties: NO_PROPERTIES,
    outline: { by: "core", dialect: "markdown" },
    map: { unit: "page", starts: Uint32Array.from(starts), places: Uint32Array.from(starts, (_, at) => at + 1) },
    warnings: [],
  };
}

/** Lines: `=Title` is a heading, and `<...>` is markup. An in-place format with an outline of its own. */
export const lined: Format = {
  name: "lined",
  version: 1,
  extensions: ["lined"],
  view: "text",
  placement: "in-place",
  decoding: "text",
  readBy: "reader",
  load: () => Promise.resolve({ read: readLined }),
};

function readLined(text: Uint8Array): Reading {
  // Every byte is a letter, so positions in the string are positions in the file.
  const letters = Array.from(text, (byte) => String.fromCharCode(byte)).join("");
  const headings = [...letters.matchAll(/^=(.+)\n?/gm)].map(({ 0: line, 1: title = "", index }) => ({
    level: 1,
    text: title,
    id: null,
    lineStart: index,
    bodyStart: index + line.length,
  }));
  const hidden = [...letters.matchAll(/<[\x20-\x7e]*?>/g)].flatMap((
    { 0: mark, index },
  ) => [index, index + mark.length]);
  return {
    text,
    textStart: 0,
    properties: NO_PROPERTIES,
    outline: { by: "format", headings, links: [], hidden: Uint32Array.from(hidden) },
    map: null,
    warnings: [],
  };
}
