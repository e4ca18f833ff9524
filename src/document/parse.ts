/** From the reading of one file to its chunk tree. Pure: nothing is read but what is passed in. */
import type { ChunkingStrategy } from "../config/config.ts";
import { isBlank } from "../text/blank.ts";
import { byteOrderMarkLength } from "../text/encoding.ts";
import { indexLines } from "../text/lines.ts";
import { buildChunks } from "./build_chunks.ts";
import { fileTitle } from "./chunking/preamble.ts";
import type { ChunkingFunction, ChunkingInput, ChunkSizes } from "./chunking/section.ts";
import { CHUNKING_STRATEGIES } from "./chunking/strategies.ts";
import type { ParsedDocument } from "./document.ts";
import type { Dialect, Format, Reading } from "./formats/format.ts";
import { placeAt } from "./formats/source_map.ts";
import { documentId } from "./ids.ts";
import type { Outline } from "./outline.ts";

export interface DocumentInput {
  /** Name of the tree; null for a file outside every tree. */
  readonly tree: string | null;
  /** `/`-separated path relative to the tree. */
  readonly path: string;
  /** What the file's format made of it. */
  readonly reading: Reading & { readonly format: Format };
  /** Outline of the text from byte `from`; asked at most once, and only for a reading that leaves it to the core. */
  readonly readOutline: (from: number, dialect: Dialect) => Outline;
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
  const { tree, path, reading } = input;
  const { text, textStart, properties, map, format } = reading;
  const { chunkingInput, outline, isEmpty } = prepareChunking(input);
  const docId = documentId(tree, path);
  const chunk = typeof input.chunking === "function" ? input.chunking : CHUNKING_STRATEGIES[input.chunking];
  // Lines are those of the file, where the text knows them.
  const lineAt = map?.unit === "line" ? (offset: number) => placeAt(map, offset) : indexLines(text).lineAt;
  return {
    docId,
    tree,
    path,
    format: format.name,
    title: chunkingInput.title,
    tags: properties.tags,
    lang: properties.lang,
    metadata: properties.metadata,
    frontmatter: properties.values,
    warnings: reading.warnings,
    textStart,
    chunks: isEmpty ? [] : buildChunks(docId, chunkingInput, chunk(chunkingInput), lineAt),
    links: outline.links,
    hidden: reading.outline.by === "format" ? reading.outline.hidden : null,
  };
}

/** What a strategy is given of a document. */
export function prepareChunking(input: Omit<DocumentInput, "chunking">): {
  readonly chunkingInput: ChunkingInput;
  readonly outline: Outline;
  /** The file holds white space alone. */
  readonly isEmpty: boolean;
} {
  const { path, reading: { text, textStart, properties, format } } = input;
  const start = byteOrderMarkLength(text);
  const isEmpty = isBlank(text, start, text.length);
  const outline = isEmpty ? EMPTY_OUTLINE : outlineOf(input);
  const firstH1 = outline.headings.find((heading) => heading.level === 1 && heading.text !== "");
  const chunkingInput: ChunkingInput = {
    bytes: text,
    path,
    type: format.view === "text" ? "text" : "markdown",
    title: properties.title ?? firstH1?.text ?? fileTitle(path),
    statedTitle: properties.title,
    start,
    textStart,
    headings: outline.headings,
    sizes: input.sizes,
  };
  return { chunkingInput, outline, isEmpty };
}

function outlineOf({ reading: { outline, textStart }, readOutline }: Omit<DocumentInput, "chunking">): Outline {
  return outline.by === "core" ? readOutline(textStart, outline.dialect) : outline;
}
