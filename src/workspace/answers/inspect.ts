/** Shows how ra reads a file, and whether an update indexes it. Does not touch the index. */
import { type FileReading, readFile } from "../../document/formats/read_file.ts";
import type { Conversion, ReadingOptions } from "../../document/formats/format.ts";
import { explainChunking } from "../../document/chunking/explain.ts";
import type { Chunk } from "../../document/document.ts";
import { type DocumentInput, parseDocument, prepareChunking } from "../../document/parse.ts";
import { placedTitle } from "../../document/given_title.ts";
import type { PagePlace } from "../../document/navigation/place_pages.ts";
import { RaError } from "../../errors.ts";
import type { InspectedChunk, InspectReport } from "../../shapes/inspection.ts";
import { createDocumentPlaces, type DocumentPlaces } from "../../config/document_places.ts";
import type { TreeConfig } from "../../config/config.ts";
import { whyLeftOut } from "../../store/files/why_left_out.ts";
import { scanTrees } from "../../store/files/scan.ts";
import { readTreeNavigation } from "../../store/update/tree_navigation.ts";
import { chunkSizes } from "../../store/update/tree_settings.ts";
import { chunkTooLong } from "../../store/update/update_report.ts";
import { countCharacters } from "../../text/characters.ts";
import { isInside, joinPath, relativePath } from "../../text/paths.ts";
import type { Environment } from "../environment.ts";
import { requireInPlaces } from "./named_file.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/**
 * Returns the chunk tree of a file as data. Its ids start with the innermost tree that indexes the file, or could.
 * Throws `unknown-file`, `not-text`.
 */
export async function inspectDocument(
  environment: Environment,
  file: string,
): Promise<InspectReport> {
  const { config, directory, engine, fs } = environment;
  const path = joinPath(directory, file);
  const found = fs.stat(path)?.kind;
  if (found !== "file") {
    throw new RaError("unknown-file", found === undefined ? "there is no such file" : "this is not a regular file", {
      path,
    });
  }
  const places = createDocumentPlaces(fs, config);
  requireInPlaces(environment, places, file);
  const { tree, reason } = holderOf(environment, path, places);
  const reading = await readText(fs, path, tree);
  const navigation = tree === undefined ? undefined : await navigationOf(environment, tree, places);
  const core = await (await engine()).whole();
  const input: Omit<DocumentInput, "chunking"> = {
    tree: tree?.name ?? null,
    path: tree === undefined ? file : relativePath(tree.path, path),
    reading,
    readOutline: (from, dialect) => core.outline(reading.text, from, dialect),
    sizes: { ...chunkSizes(config), ...tree?.sizes },
    navigationTitle: tree === undefined
      ? null
      : placedTitle(navigation?.get(relativePath(tree.path, path)), reading.text),
  };
  const chunking = tree?.chunking ?? "headings";
  const document = parseDocument({ ...input, chunking });
  const { chunkingInput, isEmpty } = prepareChunking(input);
  const left = reason ?? (isEmpty ? "it holds only white space" : null);
  const chunks = document.chunks.map((chunk) => inspectedChunk(chunk, reading.text));
  return withoutUndefined<InspectReport>({
    file,
    tree: document.tree,
    type: document.format,
    indexed: left === null,
    reason: left,
    bytes: reading.text.length,
    characters: countCharacters(reading.text, 0, reading.text.length),
    title_from: document.titleFrom,
    conversion: reading.conversion && inspectedConversion(reading.conversion),
    chunking: explainChunking(
      chunking,
      chunkingInput,
      tree === undefined ? "a file outside every tree" : `tree ${tree.name}`,
    ),
    frontmatter: document.frontmatter,
    omitted: reading.omitted?.length === 0 ? undefined : reading.omitted,
    warnings: [...document.warnings, ...sizeWarnings(chunks, config.settings.max_chunk_size)],
    chunks,
  });
}

/** What the navigation of a tree says of its documents. */
async function navigationOf(
  { config, fs }: Environment,
  tree: TreeConfig,
  places: DocumentPlaces,
): Promise<ReadonlyMap<string, PagePlace>> {
  const [scan] = await scanTrees(fs, { root: config.root, trees: [tree] }, () => Promise.resolve());
  return scan === undefined ? new Map() : readTreeNavigation(fs, places, scan).places;
}

/**
 * Finds the innermost tree that indexes the file, or else the innermost that could, with the reason why it does not.
 */
function holderOf(
  { config, fs }: Environment,
  path: string,
  places: DocumentPlaces,
): { readonly tree: TreeConfig | undefined; readonly reason: string | null } {
  const holders = config.trees.filter((tree) => isInside(path, tree.path)).sort((a, b) => b.path.length - a.path.length)
    .map((tree) => ({ tree, reason: whyLeftOut(fs, tree, relativePath(tree.path, path), places) ?? null }));
  return holders.find(({ reason }) => reason === null) ?? holders[0] ??
    { tree: undefined, reason: "it lies outside every tree" };
}

function inspectedChunk(chunk: Chunk, text: Uint8Array): InspectedChunk {
  return {
    id: chunk.id,
    doc_id: chunk.docId,
    parent_id: chunk.parentId,
    title: chunk.title,
    slug: chunk.slug,
    depth: chunk.depth,
    position: chunk.position,
    byte_start: chunk.byteStart,
    byte_end: chunk.byteEnd,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    sibling_count: chunk.siblingCount,
    breadcrumb: chunk.breadcrumb,
    body_ranges: chunk.bodyRanges,
    characters: chunk.bodyRanges.reduce((sum, { start, end }) => sum + countCharacters(text, start, end), 0),
  };
}

function inspectedConversion({ unit, parts, notes }: Conversion): NonNullable<InspectReport["conversion"]> {
  return {
    unit,
    parts: parts.map(({ confidence, ...part }) => ({ ...part, ocr_confidence: confidence })),
    notes,
  };
}

function sizeWarnings(chunks: readonly InspectedChunk[], most: number): InspectReport["warnings"] {
  return chunks.filter(({ characters }) => characters > most).map(({ characters, start_line: line }) => ({
    ...chunkTooLong(characters, most),
    line,
  }));
}

/** Throws `not-text`. */
async function readText(
  fs: Environment["fs"],
  path: string,
  options: ReadingOptions | undefined,
): Promise<FileReading> {
  try {
    return await readFile(fs.readFile(path) ?? new Uint8Array(), path, options);
  } catch (error) {
    if (!(error instanceof RaError) || error.code !== "not-text") throw error;
    const message = error.message === "binary" ? "this is a binary file" : `this file is ${error.message}`;
    throw new RaError("not-text", message, { path, hint: "ra indexes text files only" });
  }
}
