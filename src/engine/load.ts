/** Loads the WebAssembly core once, at its first use. */
import * as linkedCore from "../../wasm/pkg/ra_core.js";
import type { ParsedDocument } from "../document/document.ts";
import type { Outline, OutlineHeading } from "../document/outline.ts";
import { RaError, type RaErrorCode } from "../errors.ts";
import type { Highlight, SearchRequest, SearchResponse } from "../ports/request.ts";
import type { Work } from "../ports/work.ts";
import { compileCore } from "./compile_core.ts";
import { CHUNKS_OF_SEGMENT, readChunk, refOf, requireDocument, type WrittenChunk, type WrittenHit } from "./written.ts";
import type {
  AddedDocument,
  Batch,
  Deletion,
  Engine,
  SegmentData,
  SegmentEditor,
  SegmentReader,
  SegmentSource,
  SegmentStats,
  StartedSearch,
} from "./engine.ts";
import type { ChunkRef, IndexedDocument } from "../ports/catalogue.ts";

type Core = typeof linkedCore;

const CORE_CODES: readonly string[] = [
  "not-text",
  "index-damaged",
  "io",
  "engine",
  "too-expensive",
] satisfies RaErrorCode[];

let loaded: Engine | undefined;

/** Counts the instances of the core in this process. */
let instance = 0;

/**
 * The engine of this process. When the core traps, its memory may be in disorder, so a new instance takes its place.
 * Readers then open their segments again; batches and editors of the old instance fail. Rejects with `engine`.
 */
export async function loadEngine(): Promise<Engine> {
  const module = await compileCore();
  loaded ??= createEngine(linkedCore, module);
  return loaded;
}

function createEngine(core: Core, module: WebAssembly.Module): Engine {
  core.initSync({ module });
  // One search marks many texts with the same terms, so the JSON is made once.
  const written = new WeakMap<Highlight, string>();
  const writtenAs = (highlight: Highlight): string => {
    const json = written.get(highlight) ?? JSON.stringify(highlight);
    written.set(highlight, json);
    return json;
  };
  return {
    schemaVersion: core.schemaVersion(),
    createBatch: () => createBatch(core),
    openReader: (segments) => openReader(core, segments),
    openEditor: (segments) => openEditor(core, segments),
    outline: (bytes, from, dialect = "markdown") =>
      guard(() => JSON.parse(core.outline(decode(bytes), from, dialect)) as Outline),
    hiddenRanges: (bytes, from, dialect) =>
      dialect === "markdown" ? new Uint32Array() : guard(() => core.hiddenRanges(decode(bytes), from, dialect)),
    highlight: (text, stemmer, highlight, hidden, work) =>
      guard(() => {
        const flat = core.highlightRanges(text, stemmer, writtenAs(highlight), hidden, work);
        return Array.from({ length: flat.length / 2 }, (_, at) => ({ start: flat[2 * at]!, end: flat[2 * at + 1]! }));
      }),
    restart: replaceInstance,
  };
}

/** Calls the core and turns its failures into `RaError`s. `fault` is the code of a failure without a better one. */
function guard<T>(call: () => T, fault: "engine" | "index-damaged" = "engine"): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof RaError) throw error;
    const code = (error as { code?: unknown }).code;
    const message = error instanceof Error ? error.message : String(error);
    if (typeof code === "string" && CORE_CODES.includes(code)) {
      throw new RaError(code === "engine" ? fault : code as RaErrorCode, message, { cause: error });
    }
    // So far, only damaged segments have caused a trap.
    const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (trapped) replaceInstance();
    throw new RaError(trapped ? "index-damaged" : "engine", `the search core stopped: ${message}`, { cause: error });
  }
}

function replaceInstance(): void {
  linkedCore.__wbg_reset_state();
  instance += 1;
}

/** Frees an object of the core. The memory of an instance that was replaced is gone with it. */
function release(object: { free(): void }): void {
  try {
    object.free();
  } catch {
    // See the comment above.
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new RaError("not-text", "not UTF-8", { cause: error });
  }
}

function createBatch(core: Core): Batch {
  const batch = guard(() => new core.Batch());
  return {
    load: (bytes, dialect = "markdown", hidden) => guard(() => batch.load(bytes, dialect, hidden)),
    headings: (from) => guard(() => JSON.parse(batch.headings(from)) as readonly OutlineHeading[]),
    add(document, stemmer) {
      guard(() => batch.add(writeDocument(document), stemmer));
    },
    addMarkdown: (file, stemmer) =>
      guard(() => added(batch.addMarkdown(writeDocument({ ...file, ...UNREAD }), stemmer))),
    addByHeadings: (properties, stemmer) =>
      guard(() => added(batch.addByHeadings(writeDocument({ ...properties, chunks: [] }), properties.title, stemmer))),
    get sourceBytes() {
      return batch.sourceBytes;
    },
    get chunks() {
      return batch.chunks;
    },
    finish: () => guard(() => segmentData(batch.finish())),
    free: () => release(batch),
  };
}

function added([chunks, characters = 0, line = 1]: Uint32Array): AddedDocument | undefined {
  return chunks === undefined ? undefined : { chunks, longest: characters > 0 ? { characters, line } : null };
}

type WrittenDocument = Pick<
  ParsedDocument,
  "docId" | "tree" | "path" | "tags" | "lang" | "metadata" | "textStart" | "chunks"
>;

/** What the core finds out by itself. */
const UNREAD = { tags: [], lang: null, textStart: 0, chunks: [] } as const;

/**
 * The parts of a document that the core indexes, as the core reads them. The values have the order of `Document` and
 * `Chunk` in wasm/src/document.rs.
 */
function writeDocument({ docId, tree, path, tags, lang, metadata, textStart, chunks }: WrittenDocument): string {
  return JSON.stringify([
    docId,
    tree,
    path,
    tags,
    lang,
    metadata,
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
      chunk.indexedRanges.map(({ start, end }) => [start, end]),
    ]),
  ]);
}

function segmentData(data: [Uint8Array, string] | null): SegmentData | undefined {
  return data === null ? undefined : { bytes: data[0], stats: JSON.parse(data[1]) as SegmentStats };
}

type WrittenResponse = Omit<SearchResponse, "hits"> & { readonly hits: readonly WrittenHit[] };

function placesOf(refs: readonly ChunkRef[]): Uint32Array {
  const places = new Uint32Array(2 * refs.length);
  refs.forEach((ref, at) => {
    if (typeof ref !== "number") {
      throw new RaError("engine", `${JSON.stringify(ref)} belongs to another snapshot`);
    }
    places[2 * at] = Math.floor(ref / CHUNKS_OF_SEGMENT);
    places[2 * at + 1] = ref % CHUNKS_OF_SEGMENT;
  });
  return places;
}

function* pairsOf(flat: Uint32Array): Generator<readonly [number, number]> {
  for (let at = 0; at < flat.length; at += 2) yield [flat[at]!, flat[at + 1]!];
}

function opened(core: Core, segments: readonly SegmentSource[]): InstanceType<Core["Reader"]> {
  const hosts = segments.map(({ identity, size, stats, deletes, read, vectors }) => ({
    identity,
    size,
    stats: JSON.stringify(stats),
    deletes: deletes ?? undefined,
    read,
    vectors: () => vectors?.() ?? undefined,
  }));
  return guard(() => new core.Reader(hosts), "index-damaged");
}

function openReader(core: Core, segments: readonly SegmentSource[]): SegmentReader {
  let reader = opened(core, segments);
  let openedIn = instance;
  const current = (): InstanceType<Core["Reader"]> => {
    if (openedIn !== instance) {
      reader = opened(core, segments);
      openedIn = instance;
    }
    return reader;
  };
  const answer = <T>(call: (reader: InstanceType<Core["Reader"]>) => string): T => {
    const asked = current();
    return guard(() => JSON.parse(call(asked)) as T);
  };
  const start = (request: SearchRequest, work: Work | undefined): StartedSearch => {
    const asked = current();
    const search = guard(() => asked.start(JSON.stringify(request), work));
    const startedIn = instance;
    return {
      wanted: Array.from(pairsOf(search.wanted()), refOf),
      finish(texts) {
        if (startedIn !== instance) return start(request, work).finish(texts);
        const { hits, ...response } = answer<WrittenResponse>(() => search.finish(asked, [...texts], work));
        return { ...response, hits: hits.map(([score, base, at]) => ({ score, base, ref: refOf(at) })) };
      },
      free: () => release(search),
    };
  };
  let documents: readonly IndexedDocument[] | undefined;
  return {
    start,
    search: (request, work) => start({ ...request, feedback: false }, work).finish([]),
    find(id) {
      const found = answer<WrittenChunk | null>((current) => current.find(id));
      return found === null ? undefined : readChunk(found);
    },
    chunksAt: (refs, work) =>
      answer<readonly WrittenChunk[]>((current) => current.chunksAt(placesOf(refs), work)).map(readChunk),
    ids: () => answer((current) => current.ids()),
    chunks: () => answer<readonly WrittenChunk[]>((current) => current.chunks()).map(readChunk),
    // A reader never changes, and facets need all documents for every answer.
    documents() {
      if (documents !== undefined) return documents;
      const found = answer<readonly IndexedDocument[]>((current) => current.documents());
      for (const { id, tree, path } of found) requireDocument(id, tree, path);
      return (documents = found);
    },
    vectorsAt(refs, model) {
      const asked = current();
      return Array.from(pairsOf(placesOf(refs)), (at) => {
        const vector = guard(() => asked.vector(at[0], at[1], model));
        return vector.length === 0 ? undefined : vector;
      });
    },
    unembedded(model, failedToo) {
      const asked = current();
      const flat = guard(() => asked.unembedded(model, failedToo));
      return Array.from(pairsOf(flat), (at) => ({ segment: at[0], chunk: at[1], ref: refOf(at) }));
    },
    free: () => release(reader),
  };
}

function openEditor(core: Core, segments: readonly SegmentSource[]): SegmentEditor {
  const editor = opened(core, segments);
  return {
    delete: (docIds) =>
      guard(() => {
        const deletions = editor.delete(JSON.stringify(docIds)) as [number, Uint8Array, string][];
        return deletions.map(([segment, deletes, stats]): Deletion => ({
          segment,
          deletes,
          stats: JSON.parse(stats) as SegmentStats,
        }));
      }, "index-damaged"),
    merge: (indices) => guard(() => segmentData(editor.merge(Uint32Array.from(indices))), "index-damaged"),
    liveChunks: (segment) => guard(() => editor.liveChunks(segment), "index-damaged"),
    free: () => release(editor),
  };
}
