/**
 * Reads the bytes of one file and adds its chunks to the batch. It needs nothing except its arguments, so it can run in
 * a worker.
 */
import type { TreeConfig } from "../../config/config.ts";
import type { ChunkSizes } from "../../document/chunking/section.ts";
import type { Chunk, DocumentWarning, Metadata, TitleSource } from "../../document/document.ts";
import { type Conversions, DocumentWaits } from "../../document/formats/conversions.ts";
import { documentDate } from "../../document/document_date.ts";
import { type Edition, editionIn, statedEdition } from "../../document/edition.ts";
import type { ReadingOptions } from "../../document/formats/format.ts";
import type { Outline } from "../../document/outline.ts";
import { markdown } from "../../document/formats/markdown/markdown.ts";
import { type FileReading, readFile } from "../../document/formats/read_file.ts";
import { formatOf, isMarkdown } from "../../document/formats/registry.ts";
import { documentId } from "../../document/ids.ts";
import { parseDocument } from "../../document/parse.ts";
import { readPlainFrontmatter } from "../../document/plain_frontmatter.ts";
import {
  givenTitle,
  hasTitleAtAGlance,
  navigationTitle,
  quickLook,
  type Untitled,
  untitledAtAGlance,
} from "../../document/given_title.ts";
import { componentsWarning, cutHeadings, headingsWarning, markupWarnings } from "../../document/limits.ts";
import type { AddedDocument, Batch } from "../engine/engine.ts";
import { RaError } from "../../errors.ts";
import { countCharacters } from "../../text/characters.ts";
import { byteOrderMarkLength, isBinary, isUtf16 } from "../../text/encoding.ts";
import { indexLines } from "../../text/lines.ts";
import type { Included } from "./read_includes.ts";
import { documentStemmer } from "./document_stemmer.ts";
import type { LongestBody } from "../published/manifest.ts";

/** What an index may keep of the reading. */
export type IndexedReading = Pick<FileReading, "format" | "isExtracted" | "text" | "map" | "outline" | "origin">;

/** A file, and the record that lies beside it. */
export interface FileSource {
  readonly bytes: Uint8Array;
  readonly record?: Uint8Array | undefined;
  /** The title that the navigation of its tree gives it. Null where it names the file alone. */
  readonly title?: string | null | undefined;
  /** What it takes in from other files. */
  readonly included?: Pick<Included, "ranges" | "texts" | "warnings"> | undefined;
}

type FileRules =
  & Pick<TreeConfig, "name" | "chunking" | "sizes" | "stemmer" | "metadata" | "format" | "locales" | "versions">
  & ReadingOptions;

export type FileIndexing =
  | {
    readonly kind: "indexed";
    readonly reading: IndexedReading;
    readonly chunks: number;
    readonly longest: LongestBody | null;
    readonly warnings: readonly DocumentWarning[];
    readonly date: number | null;
    /** Whether it has no title of its own. Not always known of one that no navigation names. */
    readonly untitled: boolean;
  }
  /** Why it is not text: `binary`, … */
  | { readonly kind: "skipped"; readonly reason: string };

/**
 * Reads a file by its format, parses it and adds it to the batch. Content that is not text is skipped, and so is a
 * document for which `conversions` leaves no time.
 */
export async function indexFile(
  batch: Batch,
  file: FileSource,
  tree: FileRules,
  path: string,
  sizes: ChunkSizes,
  conversions?: Conversions,
): Promise<FileIndexing> {
  const stated = editionIn(tree, path);
  const fromRecord = isMarkdown(path, tree) ? await readRecorded(file) : undefined;
  const isPlain = fromRecord === undefined && file.included === undefined;
  const indexed = isPlain ? indexMarkdown(batch, file, tree, path, stated) : undefined;
  if (indexed !== undefined) return indexed;
  let reading: FileReading;
  try {
    const found = fromRecord ?? await readFile(file.bytes, path, tree, formatOf(path, tree), conversions);
    reading = withProperties(found, ofTree(tree), stated.lang);
  } catch (error) {
    if (error instanceof DocumentWaits) return { kind: "skipped", reason: error.reason };
    if (error instanceof RaError && error.code === "not-text") return { kind: "skipped", reason: error.message };
    throw error;
  }
  const edition = statedEdition(stated.edition, reading.properties.lang, tree);
  return addReading(batch, reading, { file, tree, path, sizes, edition });
}

/** A file in its tree. */
interface FileInTree {
  readonly file: FileSource;
  readonly tree: FileRules;
  readonly path: string;
  readonly sizes: ChunkSizes;
  readonly edition: Edition | null;
}

/** Adds what was read of a file to the batch. */
function addReading(batch: Batch, reading: FileReading, inTree: FileInTree): FileIndexing {
  const { file, tree, path, sizes, edition } = inTree;
  const { included } = file;
  const { outline, properties, textStart } = reading;
  const asides = [...properties.asides ?? [], ...included?.texts ?? []];
  if (outline.by === "core") batch.load(reading.text, outline.dialect, included?.ranges);
  else batch.loadPlain(reading.text, outline.hidden);
  const isWhole = reading.map?.unit !== "line";
  if (tree.chunking === "headings" && reading.outline.by === "core" && isWhole) {
    const docId = documentId(tree.name, path);
    const own = titleOf(reading, file, batch);
    const described = {
      ...properties,
      asides,
      edition,
      title: own.title,
      docId,
      tree: tree.name,
      path,
      textStart,
    };
    const added = batch.addByHeadings(described, documentStemmer(properties.lang, tree.stemmer));
    if (added !== undefined) {
      const indexed = indexedByCore(reading, batch, { ...added, date: dateOf(reading) }, own);
      return { ...indexed, warnings: [...indexed.warnings, ...included?.warnings ?? []] };
    }
  }
  const document = parseDocument({
    reading,
    tree: tree.name,
    path,
    chunking: tree.chunking,
    sizes: { ...sizes, ...tree.sizes },
    // The index holds the text of links only, so the links themselves are not needed.
    readOutline: (from) => ({ headings: batch.headings(from), links: [] }),
    navigationTitle: file.title,
  });
  const places = outline.by === "format" ? { anchors: outline.anchors, destinations: destinationsOf(outline) } : {};
  batch.add({ ...document, asides, ...places }, documentStemmer(document.lang, tree.stemmer), edition);
  return {
    kind: "indexed",
    reading,
    chunks: document.chunks.length,
    longest: longestBody(reading.text, document.chunks),
    warnings: [...document.warnings, ...gaveUpWarnings(reading.text, batch), ...included?.warnings ?? []],
    date: dateOf(reading),
    untitled: isUntitled(document.titleFrom),
  };
}

function destinationsOf({ links }: Outline): readonly string[] {
  const pages = links.filter(({ kind }) => kind !== "image");
  return pages.map(({ kind, destination }) => kind === "wiki" ? `wiki:${destination}` : destination);
}

/** The reading of a text with a record. Few trees have them, so the code is loaded for these only. */
async function readRecorded({ bytes, record }: FileSource): Promise<FileReading | undefined> {
  if (record === undefined) return undefined;
  return (await import("../../document/formats/sourced_text.ts")).readSourced(bytes, record);
}

/** The title that a file states, or that it gets because it has none. */
interface OwnTitle {
  /** Null where its first heading or its name is the title. */
  readonly title: string | null;
  readonly untitled: boolean;
}

/** The title of the loaded document. */
function titleOf(reading: Omit<Untitled, "navigation">, { title }: FileSource, batch: Batch): OwnTitle {
  const stated = reading.properties.title;
  if (stated !== null) return { title: stated, untitled: false };
  const headings = cutHeadings(batch.headings(reading.textStart));
  if (headings.some(({ level, text }) => level === 1 && text !== "")) return { title: null, untitled: false };
  return { title: givenTitle({ ...reading, navigation: title ?? null }, headings)?.title ?? null, untitled: true };
}

/** A second byte order mark is text. */
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** The same for Markdown, without a parser where none is needed. */
function quickTitle(reading: Omit<Untitled, "navigation">, source: FileSource, batch: Batch): OwnTitle {
  const { properties, text, textStart } = reading;
  if (properties.title !== null) return { title: properties.title, untitled: false };
  const { mayHaveH1, firstLine } = quickLook(DECODER.decode(text.subarray(textStart)));
  const named = navigationTitle({ properties, navigation: source.title ?? null })?.title;
  const title = named ?? firstLine;
  if (!mayHaveH1 && title !== undefined) return { title, untitled: true };
  // Only what the navigation names has to be known to have no title.
  if (source.title === undefined && title === null) return { title: null, untitled: false };
  return titleOf(reading, source, batch);
}

function isUntitled(from: TitleSource): boolean {
  return from !== "properties" && from !== "heading";
}

function indexedByCore(
  reading: IndexedReading & Pick<FileReading, "warnings">,
  batch: Batch,
  added: AddedDocument,
  { untitled }: Pick<OwnTitle, "untitled">,
) {
  const { chunks, longest, date } = added;
  const warnings = [...reading.warnings, ...limitWarnings(added), ...gaveUpWarnings(reading.text, batch)];
  return { kind: "indexed", reading, chunks, longest, warnings, date, untitled } as const;
}

export function limitWarnings({ limitLine }: AddedDocument): readonly DocumentWarning[] {
  return limitLine === null ? [] : [headingsWarning(limitLine)];
}

function gaveUpWarnings(text: Uint8Array, { gaveUpAt }: Batch): readonly DocumentWarning[] {
  return gaveUpAt === undefined ? [] : [componentsWarning(indexLines(text).lineAt(gaveUpAt))];
}

const IN_PLACE = {
  format: markdown,
  isExtracted: false,
  map: null,
  outline: { by: "core", dialect: "markdown" },
} as const;

/** Most files are Markdown that the core can read by itself, in one call. Undefined for all others. */
function indexMarkdown(
  batch: Batch,
  source: FileSource,
  tree: FileRules,
  path: string,
  stated: ReturnType<typeof editionIn>,
): FileIndexing | undefined {
  const { bytes } = source;
  if (tree.chunking !== "headings" || !isMarkdown(path, tree) || isUtf16(bytes) || isBinary(bytes)) return undefined;
  try {
    batch.load(bytes);
  } catch (error) {
    if (error instanceof RaError && error.code === "not-text") return undefined;
    throw error;
  }
  const stemmer = documentStemmer(stated.lang, tree.stemmer);
  const id = { docId: documentId(tree.name, path), tree: tree.name, path };
  const file = { ...id, metadata: ofTree(tree), ...stated };
  const reading = { ...IN_PLACE, text: bytes, warnings: markupWarnings(bytes.length) };
  if (hasTitleAtAGlance(bytes)) {
    const added = batch.addMarkdown(file, stemmer);
    return added && indexedByCore(reading, batch, added, { untitled: false });
  }
  const glance = source.title == null ? untitledAtAGlance(new TextDecoder().decode(bytes)) : undefined;
  if (glance !== undefined && (!glance.mayHaveH1 || source.title === undefined)) {
    const added = batch.addMarkdown(file, stemmer);
    return added && indexedByCore(reading, batch, added, { untitled: !glance.mayHaveH1 });
  }
  const start = byteOrderMarkLength(bytes);
  const front = readPlainFrontmatter(bytes, start);
  // The document states its language, or only a parser can read what it states.
  if (front === undefined || front.lang !== null) return undefined;
  const textStart = front.range?.end ?? start;
  const own = quickTitle({ ...reading, textStart, properties: front }, source, batch);
  const metadata = { ...file.metadata, ...front.metadata };
  const added = !own.untitled || own.title === null
    ? batch.addMarkdown(file, stemmer)
    : batch.addByHeadings({ ...front, ...file, metadata, title: own.title, textStart }, stemmer);
  return added && indexedByCore(reading, batch, added, own);
}

/** The properties of the tree. */
export function ofTree({ metadata }: Pick<FileRules, "metadata">): Metadata {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, [value]]));
}

/** What the tree states, and over it what the file itself says. */
function withProperties(reading: FileReading, metadata: Metadata, lang: string | null): FileReading {
  const { properties } = reading;
  const own = { ...metadata, ...properties.metadata };
  return { ...reading, properties: { ...properties, metadata: own, lang: properties.lang ?? lang } };
}

function dateOf({ properties: { metadata, values } }: FileReading): number | null {
  return documentDate(metadata, values);
}

function longestBody(bytes: Uint8Array, chunks: readonly Chunk[]): LongestBody | null {
  let longest: Chunk | undefined;
  let most = 0;
  for (const chunk of chunks) {
    const length = chunk.bodyRanges.reduce((sum, range) => sum + range.end - range.start, 0);
    if (length > most) [longest, most] = [chunk, length];
  }
  if (longest === undefined) return null;
  const characters = longest.bodyRanges.reduce((sum, { start, end }) => sum + countCharacters(bytes, start, end), 0);
  return { characters, line: longest.startLine };
}
