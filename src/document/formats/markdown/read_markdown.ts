import { readFrontmatter } from "../../frontmatter.ts";
import { byteOrderMarkLength } from "../../../text/encoding.ts";
import type { Reading } from "../format.ts";

const OUTLINE = { by: "core", dialect: "markdown" } as const;

export function read(bytes: Uint8Array): Reading {
  const start = byteOrderMarkLength(bytes);
  const { range, warnings, ...properties } = readFrontmatter(bytes, start);
  return { text: bytes, textStart: range?.end ?? start, properties, outline: OUTLINE, map: null, warnings };
}
