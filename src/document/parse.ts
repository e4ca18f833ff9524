/** Turns the reading of one file into its chunk tree. It reads nothing except its arguments. */
import type { ChunkingStrategy } from "../config/config.ts";
import { isBlank } from "../text/blank.ts";
import { byteOrderMarkLength } from "../text/encoding.ts";
import { indexLines } from "../text/lines.ts";
import { buildChunks } from "./build_chunks.ts";
import { fileTitle } from "./chunking/preamble.ts";
import type { ChunkingFunction, ChunkingInput, ChunkSizes } from "./chunking/section.ts";
import { CHUNKING_STRATEGIES } from "./chunking/strategies.ts";
import type { ParsedDocument, TitleSource } from "./document.ts";
import type { Dialect, Format, Reading } from "./formats/format.ts";
import { placeAt } from "./formats/source_map.ts";
import { givenTitle } from "./given_title.ts";
import { documentId } from "./ids.ts";
import { cutHeadings, cutTitle, headingsWarning, isCutTitle, limitedSizes, MAX_TAGS, withinRepeats } from "./limits.ts";
import type { Outline } from "./outline.ts";

export interface DocumentInput {
  /** Name of the tree; null for a file outside every tree. */
  readonly tree: string | null;
  /** The path relative to the tree, separated by `/`. */
  readonly path: string;
  /** The result of the file's format. */
  readonly reading: Reading & { readonly format: Format };
  /**
   * The outline of the text from byte `from` on. Called at most once, and only when the format leaves the outline to
   * the core.
   */
  readonly readOutline: (from: number, dialect: Dialect) => Outline;
  /** The title that the navigation of its tree gives it, of limited length. */
  readonly navigationTitle?: string | null | undefined;
  /** The name of a strategy, or the caller's own function. */
  readonly chunking: ChunkingStrategy | ChunkingFunction;
  readonly sizes: ChunkSizes;
}

const EMPTY_OUTLINE: Outline = { headings: [], links: [] };

/**
 * Parses one file. A blank file has no chunks. Throws `usage` when a caller's chunking function returns invalid
 * sections.
 */
export function parseDocument(input: DocumentInput): ParsedDocument {
  const { tree, path, reading } = input;
  const { text, textStart, properties, map, format } = reading;
  const { chunkingInput, outline, isEmpty, titleFrom } = prepareChunking(input);
  const firstText = outline.headings[chunkingInput.headings.length];
  const docId = documentId(tree, path);
  // The rest of a title that is cut stands in the frontmatter. It is found there as text.
  const indexedStart = isCutTitle(properties.title ?? "") ? chunkingInput.start : textStart;
  const chunk = typeof input.chunking === "function" ? input.chunking : CHUNKING_STRATEGIES[input.chunking];
  // Where the map knows lines, they are lines of the file.
  const lineAt = map?.unit === "line" ? (offset: number) => placeAt(map, offset) : indexLines(text).lineAt;
  return {
    docId,
    tree,
    path,
    format: format.name,
    title: chunkingInput.title,
    titleFrom,
    tags: withTags(properties.tags, outline.tags ?? []),
    lang: properties.lang,
    metadata: properties.metadata,
    asides: properties.asides ?? [],
    frontmatter: properties.values,
    warnings: firstText === undefined
      ? reading.warnings
      : [...reading.warnings, headingsWarning(lineAt(firstText.lineStart))],
    textStart,
    chunks: isEmpty ? [] : buildChunks(docId, chunkingInput, chunk(chunkingInput), lineAt, indexedStart),
    links: outline.links,
    hidden: reading.outline.by === "format" ? reading.outline.hidden : null,
  };
}

/** The tags of the frontmatter, and those of the text, each once. */
function withTags(stated: readonly string[], written: readonly string[]): readonly string[] {
  const known = new Set(stated.map((tag) => tag.toLowerCase()));
  const others = written.filter((tag) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()));
  return [...stated, ...others].slice(0, Math.max(MAX_TAGS, stated.length));
}

/** Prepares the input of a chunking strategy. */
export function prepareChunking(input: Omit<DocumentInput, "chunking">): {
  readonly chunkingInput: ChunkingInput;
  readonly outline: Outline;
  /** The file holds only white space. */
  readonly isEmpty: boolean;
  readonly titleFrom: TitleSource;
} {
  const { path, reading: { text, textStart, properties, format }, navigationTitle: navigation = null } = input;
  const start = byteOrderMarkLength(text);
  const isEmpty = isBlank(text, start, text.length);
  const outline = isEmpty ? EMPTY_OUTLINE : outlineOf(input);
  const found = cutHeadings(outline.headings);
  const firstH1 = found.find((heading) => heading.level === 1 && heading.text !== "");
  const statedTitle = properties.title === null ? null : cutTitle(properties.title);
  const given = statedTitle === null && firstH1 === undefined
    ? givenTitle({ text, textStart, properties, format, navigation }, found)
    : undefined;
  const title = statedTitle ?? firstH1?.text ?? given?.title ?? fileTitle(path);
  const { headings, most } = withinRepeats(found, title, text.length);
  const chunkingInput: ChunkingInput = {
    bytes: text,
    path,
    type: format.view === "text" && headings.length === 0 ? "text" : "markdown",
    title,
    statedTitle: statedTitle ?? given?.title ?? null,
    start,
    textStart,
    headings,
    sizes: limitedSizes(input.sizes, text.length, most),
  };
  const titleFrom = statedTitle !== null
    ? "properties"
    : firstH1 !== undefined
    ? "heading"
    : given?.from ?? "file-name";
  return { chunkingInput, outline, isEmpty, titleFrom };
}

function outlineOf({ reading: { outline, textStart }, readOutline }: Omit<DocumentInput, "chunking">): Outline {
  return outline.by === "core" ? readOutline(textStart, outline.dialect) : outline;
}
