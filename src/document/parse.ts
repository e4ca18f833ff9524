/** From the bytes of one file to its chunk tree. Pure: nothing is read but what is passed in. */
import type { ChunkingStrategy } from "../config/config.ts";
import { isBlank } from "../text/blank.ts";
import { buildChunks } from "./build_chunks.ts";
import { fileTitle } from "./chunking/preamble.ts";
import type { ChunkingFunction, ChunkingInput, ChunkSizes } from "./chunking/section.ts";
import { CHUNKING_STRATEGIES } from "./chunking/strategies.ts";
import type { ParsedDocument } from "./document.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { documentId } from "./ids.ts";
import type { Outline } from "./outline.ts";

export interface DocumentInput {
  /** Name of the tree; null for a file outside every tree. */
  readonly tree: string | null;
  /** `/`-separated path relative to the tree. */
  readonly path: string;
  /** The file as it is on disk, in UTF-8. */
  readonly bytes: Uint8Array;
  /** Outline of these bytes from byte `from`; asked at most once, and only for Markdown. */
  readonly readOutline: (from: number) => Outline;
  /** A strategy's name or a function of the caller's own. */
  readonly chunking: ChunkingStrategy | ChunkingFunction;
  readonly sizes: ChunkSizes;
}

const EMPTY_OUTLINE: Outline = { headings: [], links: [] };

/**
 * Parses one file. A blank file has no chunks. Throws `usage` when a caller's chunking function gives sections that do
 * not fit.
 */
export function parseDocument(input: DocumentInput): ParsedDocument {
  const { tree, path, bytes } = input;
  const type = isMarkdown(path) ? "markdown" : "text";
  const start = byteOrderMarkLength(bytes);
  const blank = isBlank(bytes, start, bytes.length);
  const frontmatter = readFrontmatter(type === "markdown" ? bytes : bytes.subarray(0, 0), start);
  const textStart = frontmatter.range?.end ?? start;
  const outline = type === "markdown" && !blank ? input.readOutline(textStart) : EMPTY_OUTLINE;
  const firstH1 = outline.headings.find((heading) => heading.level === 1 && heading.text !== "");
  const title = frontmatter.title ?? firstH1?.text ?? fileTitle(path);
  const docId = documentId(tree, path);
  const chunkingInput: ChunkingInput = {
    bytes,
    path,
    type,
    title,
    frontmatterTitle: frontmatter.title,
    start,
    textStart,
    headings: outline.headings,
    sizes: input.sizes,
  };
  const chunk = typeof input.chunking === "function" ? input.chunking : CHUNKING_STRATEGIES[input.chunking];
  return {
    docId,
    tree,
    path,
    type,
    title,
    tags: frontmatter.tags,
    lang: frontmatter.lang,
    metadata: frontmatter.metadata,
    frontmatter: frontmatter.values,
    warnings: frontmatter.warnings,
    textStart,
    chunks: blank ? [] : buildChunks(docId, chunkingInput, chunk(chunkingInput)),
    links: outline.links,
  };
}

/** Whether a file's extension says Markdown: `.md` or `.markdown` in any case. */
export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

function byteOrderMarkLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
