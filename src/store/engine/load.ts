/** Loads the whole engine, once. A process that only reads loads half of it (`load_reading.ts`). */
import * as core from "../../../wasm/pkg/ra_core.js";
import type { Metadata, ParsedDocument } from "../../document/document.ts";
import { documentDate } from "../../document/document_date.ts";
import type { Edition } from "../../document/edition.ts";
import type { Outline } from "../../document/outline.ts";
import { compileCore } from "./compile_core.ts";
import type { CoreOutline, DividedDocument, Heading, SegmentStats } from "./core_types.ts";
import type { AddedDocument, Batch, Deletion, Engine, SegmentData, SegmentEditor, SegmentSource } from "./engine.ts";
import { decode, guard, type Instance, instantiate, release, type WholeCore } from "./instance.ts";
import { createReading, openSegments } from "./reading.ts";

let loaded: Engine | undefined;

/**
 * The engine of this process. When the core traps, a new instance takes its place. Readers then open their segments
 * again; batches and editors of the old instance fail. Rejects with `engine`.
 */
export async function loadEngine(): Promise<Engine> {
  const module = await compileCore("core");
  loaded ??= createEngine(instantiate(core, module));
  return loaded;
}

function createEngine(instance: Instance<WholeCore>): Engine {
  const engine: Engine = {
    ...createReading(instance),
    createBatch: () => createBatch(instance),
    openEditor: (segments) => openEditor(instance, segments),
    outline: (bytes, from, dialect = "markdown") =>
      guard(instance, () => JSON.parse(instance.core.outline(decode(bytes), from, dialect)) as CoreOutline),
    visibleText: (bytes, from, dialect) => guard(instance, () => instance.core.visibleText(bytes, from, dialect)),
    scriptRanges: (bytes, from, dialect) =>
      guard(instance, () => instance.core.scriptRanges(decode(bytes), from, dialect)),
    whole: () => Promise.resolve(engine),
  };
  return engine;
}

function createBatch(instance: Instance<WholeCore>): Batch {
  const batch = guard(instance, () => new instance.core.Batch());
  return {
    load: (bytes, dialect = "markdown", signs = []) =>
      guard(
        instance,
        () => batch.load(bytes, dialect, Uint32Array.from(signs.flatMap(({ start, end }) => [start, end]))),
      ),
    loadPlain: (text, hidden) => guard(instance, () => batch.load(text, "plain", hidden)),
    loadFrom: (size, read) => guard(instance, () => batch.loadFrom(size, { read })),
    headings: (from) => guard(instance, () => JSON.parse(batch.headings(from)) as readonly Heading[]),
    add(document, stemmer, edition = null) {
      guard(instance, () => batch.add(writeDocument(document, edition), stemmer));
    },
    addMarkdown: ({ edition = null, lang = null, ...file }, stemmer) =>
      guard(instance, () => added(batch.addMarkdown(writeDocument({ ...file, ...UNREAD, lang }, edition), stemmer))),
    addByHeadings: (properties, stemmer) =>
      guard(
        instance,
        () =>
          added(
            batch.addByHeadings(
              writeDocument({ asides: [], ...properties, chunks: [] }, properties.edition ?? null),
              properties.title,
              stemmer,
            ),
          ),
      ),
    get gaveUpAt() {
      return batch.gaveUpAt;
    },
    get sourceBytes() {
      return batch.sourceBytes;
    },
    get chunks() {
      return batch.chunks;
    },
    finish: () => guard(instance, () => segmentData(batch.finish())),
    free: () => release(batch),
  };
}

function added(written: [Uint32Array, string | null] | null): AddedDocument | undefined {
  if (written === null) return undefined;
  const [[chunks = 0, characters = 0, line = 1, limitLine = 0], dates] = written;
  return {
    chunks,
    longest: characters > 0 ? { characters, line } : null,
    limitLine: limitLine === 0 ? null : limitLine,
    date: dates === null ? null : documentDate(JSON.parse(dates) as Metadata, null),
  };
}

type WrittenDocument =
  & Pick<
    ParsedDocument,
    "docId" | "tree" | "path" | "tags" | "lang" | "metadata" | "asides" | "textStart" | "chunks"
  >
  & Pick<Outline, "anchors">
  & { readonly destinations?: readonly string[] };

/** An edition as the core reads it. */
function writeEdition(edition: Edition | null): DividedDocument[9] {
  return edition && [edition.page, edition.locale, edition.lang, edition.version, edition.versionName];
}

/** What the core finds out by itself. */
const UNREAD = { tags: [], asides: [], textStart: 0, chunks: [] } as const;

/** The parts of a document that the core indexes, as the core reads them. */
function writeDocument(
  { docId, tree, path, tags, lang, metadata, asides, textStart, chunks, anchors = [], destinations = [] }:
    WrittenDocument,
  edition: Edition | null,
): string {
  const written: DividedDocument = [
    docId,
    tree,
    path,
    tags,
    lang,
    metadata,
    asides,
    textStart,
    chunks.map((chunk) => [
      chunk.title,
      chunk.slug,
      chunk.depth,
      chunk.parent,
      chunk.byteStart,
      chunk.byteEnd,
      chunk.startLine,
      chunk.endLine,
      chunk.siblingCount,
      chunk.breadcrumb,
      chunk.indexedRanges.map(({ start, end }) => [start, end] as const),
    ]),
    writeEdition(edition),
    anchors.map(({ name, at }) => [name, at] as const),
    destinations,
  ];
  return JSON.stringify(written);
}

function segmentData(data: [Uint8Array, string] | null): SegmentData | undefined {
  return data === null ? undefined : { bytes: data[0], stats: JSON.parse(data[1]) as SegmentStats };
}

function openEditor(instance: Instance<WholeCore>, segments: readonly SegmentSource[]): SegmentEditor {
  const editor = openSegments(instance, segments);
  return {
    delete: (docIds) =>
      guard(instance, () => {
        const deletions = editor.delete(JSON.stringify(docIds)) as [number, Uint8Array, string][];
        return deletions.map(([segment, deletes, stats]): Deletion => ({
          segment,
          deletes,
          stats: JSON.parse(stats) as SegmentStats,
        }));
      }, "index-damaged"),
    merge: (indices) => guard(instance, () => segmentData(editor.merge(Uint32Array.from(indices))), "index-damaged"),
    liveChunks: (segment) => guard(instance, () => editor.liveChunks(segment), "index-damaged"),
    free: () => release(editor),
  };
}
