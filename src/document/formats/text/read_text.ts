import { byteOrderMarkLength } from "../../../text/encoding.ts";
import { isSourceName } from "../../../text/source_names.ts";
import { MAX_PARSED } from "../../limits.ts";
import type { Reading } from "../format.ts";
import { type MarkupReader, markupReader } from "../markup_reading.ts";
import { NO_PROPERTIES } from "../properties.ts";
import { findMarkup } from "./find_markup.ts";

const NO_OUTLINE = { by: "format", headings: [], links: [], hidden: new Uint32Array() } as const;
const markup = markupReader(findMarkup);

/** Comments of source code have underlined lines too, and a text that is very long is mostly a log. */
export const reader: MarkupReader = {
  ...markup,
  read: (bytes, path, options) =>
    isSourceName(path) || bytes.length > MAX_PARSED ? asWritten(bytes) : markup.read(bytes, path, options),
};

function asWritten(bytes: Uint8Array): Reading {
  return {
    text: bytes,
    textStart: byteOrderMarkLength(bytes),
    properties: NO_PROPERTIES,
    outline: NO_OUTLINE,
    map: null,
    warnings: [],
  };
}
