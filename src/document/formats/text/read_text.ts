import { byteOrderMarkLength } from "../../../text/encoding.ts";
import type { Reading } from "../format.ts";
import { NO_PROPERTIES } from "../properties.ts";

const NO_OUTLINE = { by: "format", headings: [], links: [], hidden: new Uint32Array() } as const;

export function read(bytes: Uint8Array): Reading {
  return {
    text: bytes,
    textStart: byteOrderMarkLength(bytes),
    properties: NO_PROPERTIES,
    outline: NO_OUTLINE,
    map: null,
    warnings: [],
  };
}
