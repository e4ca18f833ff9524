// An engine without a core: segments are JSON, and deletion sets are lists of document ids. It is fast, so that tests
// can make every file operation of an update fail in turn, and it shows what an index contains.
import type { Chunk, ParsedDocument } from "../../src/document/document.ts";
import type { Outline, OutlineHeading } from "../../src/document/outline.ts";
import type {
  Batch,
  Engine,
  SegmentData,
  SegmentEditor,
  SegmentReader,
  SegmentSource,
  SegmentStats,
} from "../../src/store/engine/engine.ts";
import { RaError } from "../../src/errors.ts";

export interface FakeDocument {
  readonly id: string;
  readonly stemmer: string;
  readonly chunks: readonly { readonly id: string; readonly text: string }[];
}

export function createFakeEngine(schemaVersion = "fake-1"): Engine {
  const engine: Engine = {
    schemaVersion,
    createBatch,
    openReader,
    openEditor,
    outline,
    visibleText: notHere,
    scriptRanges: notHere,
    highlight: notHere,
    restart() {},
    whole: () => Promise.resolve(engine),
  };
  return engine;
}

/** Returns the documents of a segment that are not deleted. */
export function liveDocuments(source: SegmentSource): readonly FakeDocument[] {
  const deleted = new Set<string>(source.deletes === null ? [] : parse(source.deletes) as string[]);
  const bytes = new Uint8Array(source.size);
  source.read(0, bytes);
  return (parse(bytes) as FakeDocument[]).filter(({ id }) => !deleted.has(id));
}

function createBatch(): Batch {
  let loaded = new Uint8Array();
  let sourceBytes = 0;
  const documents: FakeDocument[] = [];
  const load = (bytes: Uint8Array): void => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new RaError("not-text", "not UTF-8");
    }
    loaded = bytes.slice();
  };
  return {
    load,
    loadPlain: load,
    loadFrom(size, read) {
      const bytes = new Uint8Array(size);
      read(bytes);
      load(bytes);
    },
    headings: (from) => outline(loaded, from).headings,
    addMarkdown: () => undefined,
    addByHeadings: () => undefined,
    add(document: ParsedDocument, stemmer) {
      sourceBytes += loaded.length;
      const chunks = document.chunks.map((chunk) => ({ id: chunk.id, text: textOf(loaded, chunk) }));
      if (chunks.length > 0) documents.push({ id: document.docId, stemmer, chunks });
    },
    gaveUpAt: undefined,
    get sourceBytes() {
      return sourceBytes;
    },
    get chunks() {
      return documents.reduce((sum, { chunks }) => sum + chunks.length, 0);
    },
    finish: () => segmentOf(documents),
    free() {},
  };
}

function openEditor(sources: readonly SegmentSource[]): SegmentEditor {
  const segments = sources.map(liveDocuments);
  return {
    delete(ids) {
      const gone = new Set(ids);
      return segments.flatMap((documents, segment) => {
        if (!documents.some(({ id }) => gone.has(id))) return [];
        const before = sources[segment]!.deletes;
        const all = [
          ...(before === null ? [] : (parse(before) as string[])),
          ...documents.map(({ id }) => id).filter((id) => gone.has(id)),
        ];
        return [{ segment, deletes: bytesOf(all.sort()), stats: statsOf(documents.filter(({ id }) => !gone.has(id))) }];
      });
    },
    merge: (indices) => segmentOf(indices.flatMap((index) => segments[index]!)),
    liveChunks: notHere,
    free() {},
  };
}

function openReader(sources: readonly SegmentSource[]): SegmentReader {
  const segments = sources.map(liveDocuments);
  return {
    ids: () => segments.flat().flatMap(({ chunks }) => chunks.map(({ id }) => id)).sort(),
    start: notHere,
    search: notHere,
    knownForms: notHere,
    find: notHere,
    chunksAt: notHere,
    alsoIn: notHere,
    visible: notHere,
    chunks: notHere,
    documentsAt: notHere,
    documents: notHere,
    anchors: notHere,
    linking: notHere,
    vectorsAt: notHere,
    unembedded: notHere,
    free() {},
  };
}

function notHere(): never {
  throw new Error("the fake engine cannot do this");
}

function outline(bytes: Uint8Array, from: number): Outline {
  const headings: OutlineHeading[] = [];
  let at = from;
  while (at < bytes.length) {
    const newline = bytes.indexOf(10, at);
    const end = newline === -1 ? bytes.length : newline + 1;
    const match = /^(#{1,6}) (.*?)\s*$/.exec(new TextDecoder().decode(bytes.subarray(at, end)));
    if (match !== null) {
      headings.push({ level: match[1]!.length, text: match[2]!, id: null, lineStart: at, bodyStart: end });
    }
    at = end;
  }
  return { headings, links: [] };
}

function textOf(bytes: Uint8Array, chunk: Chunk): string {
  return chunk.indexedRanges.map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end))).join("")
    .trim();
}

function segmentOf(documents: readonly FakeDocument[]): SegmentData | undefined {
  return documents.length === 0 ? undefined : { bytes: bytesOf(documents), stats: statsOf(documents) };
}

function statsOf(documents: readonly FakeDocument[]): SegmentStats {
  const stemmers: Record<string, number> = {};
  for (const { stemmer } of documents) stemmers[stemmer] = (stemmers[stemmer] ?? 0) + 1;
  const chunks = documents.flatMap((document) => document.chunks);
  return {
    documents: documents.length,
    chunks: chunks.length,
    holders: { body: chunks.length },
    lengths: { body: chunks.reduce((sum, { text }) => sum + text.length, 0) },
    stemmers,
  };
}

function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new RaError("index-damaged", "a segment is not readable");
  }
}
