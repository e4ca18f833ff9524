import type { Chunk, ParsedDocument } from "../../src/document/document.ts";
import { read as readMarkdown } from "../../src/document/formats/markdown/read_markdown.ts";
import { NO_OCR, type Reading } from "../../src/document/formats/format.ts";
import { formatOf, isMarkdown } from "../../src/document/formats/registry.ts";
import { reader as text } from "../../src/document/formats/text/read_text.ts";
import { type DocumentInput, parseDocument } from "../../src/document/parse.ts";
import { micromarkHeadings } from "./micromark_outline.ts";

export const SIZES = {
  min_chunk_size: 2000,
  max_leaf_chars: 1000,
  min_leaf_chars: 250,
  min_document_chars: 1200,
  code_max_lines: 100,
  overlap_lines: 10,
  prose_max_chars: 1000,
  min_chunk_chars: 200,
};

export type Sizes = typeof SIZES & { readonly code_max_chars?: number };

export interface ParsedText {
  readonly document: ParsedDocument;
  readonly bytes: Uint8Array;
  /** The chunk's span. */
  span(chunk: Chunk): string;
  /** The pieces of the chunk's body. */
  body(chunk: Chunk): readonly string[];
}

/** Parses a text that is on no disk, with micromark's outline. */
export function parseText(
  written: string,
  options: Partial<Omit<DocumentInput, "sizes">> & { sizes?: Partial<Sizes> } = {},
): ParsedText {
  const bytes = new TextEncoder().encode(written);
  const path = options.path ?? "guide.md";
  const reading = isMarkdown(path) ? readMarkdown(bytes) : text.read(bytes, path, NO_OCR) as Reading;
  const document = parseDocument({
    tree: "docs",
    path,
    reading: { ...reading, format: formatOf(path) },
    readOutline: (from) => ({ headings: micromarkHeadings(bytes, from), links: [] }),
    chunking: "headings",
    ...options,
    sizes: { ...SIZES, ...options.sizes },
  });
  const slice = (start: number, end: number): string =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(start, end));
  return {
    document,
    bytes,
    span: (chunk) => slice(chunk.byteStart, chunk.byteEnd),
    body: (chunk) => chunk.bodyRanges.map(({ start, end }) => slice(start, end)),
  };
}

/** Returns `depth id` of every chunk. */
export function shape(parsed: ParsedText): readonly string[] {
  return parsed.document.chunks.map((chunk) => `${chunk.depth} ${chunk.id}`);
}
