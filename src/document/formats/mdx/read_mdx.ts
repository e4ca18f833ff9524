import type { Reading } from "../format.ts";
import { read as readMarkdown } from "../markdown/read_markdown.ts";

const OUTLINE = { by: "core", dialect: "mdx" } as const;

export function read(bytes: Uint8Array): Reading {
  return { ...readMarkdown(bytes), outline: OUTLINE };
}
