// A document of one chunk, as the reader of a format gives it.
import type { ParsedDocument } from "../../../src/document/document.ts";

export function parsed(path: string, title: string, bytes: Uint8Array): ParsedDocument {
  const whole = { start: 0, end: bytes.length };
  return {
    docId: `docs:${path}`,
    tree: "docs",
    path,
    format: "markdown",
    title,
    tags: [],
    lang: null,
    metadata: {},
    asides: [],
    frontmatter: null,
    warnings: [],
    textStart: 0,
    chunks: [{
      id: `docs:${path}`,
      parent: null,
      title,
      slug: null,
      depth: 0,
      position: 0,
      byteStart: 0,
      byteEnd: bytes.length,
      startLine: 1,
      endLine: 3,
      siblingCount: 1,
      breadcrumb: title,
      bodyRanges: [whole],
      indexedRanges: [whole],
    }],
    links: [],
    hidden: null,
  } as unknown as ParsedDocument;
}
