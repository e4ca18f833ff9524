/** The part of the engine that reads: opens segments, searches them, and marks matches in texts. */
import type { CoreResponse } from "../../search/ports/plan.ts";
import type { Highlight, SearchRequest } from "../../search/ports/request.ts";
import type { Work } from "../../search/ports/work.ts";
import { RaError } from "../../errors.ts";
import type { ChunkAnchor, ChunkRef, IndexedDocument, OtherPlace } from "../../search/ports/catalogue.ts";
import type { StoredChunk, StoredDocument } from "./core_types.ts";
import type { ReadingEngine, SegmentReader, SegmentSource, StartedSearch } from "./engine.ts";
import { guard, type Instance, type ReaderCore, release, replace } from "./instance.ts";
import { CHUNKS_OF_SEGMENT, readChunk, refOf, requireDocument, type WrittenChunk } from "./written.ts";

export function createReading(instance: Instance): Omit<ReadingEngine, "whole"> {
  const { core } = instance;
  // One search marks many texts with the same terms, so the JSON is made once.
  const written = new WeakMap<Highlight, string>();
  const writtenAs = (highlight: Highlight): string => {
    const json = written.get(highlight) ?? JSON.stringify(highlight);
    written.set(highlight, json);
    return json;
  };
  return {
    schemaVersion: core.schemaVersion(),
    openReader: (segments) => openReader(instance, segments),
    highlight: (text, stemmer, highlight, work) =>
      guard(instance, () => {
        const flat = core.highlightRanges(text, stemmer, writtenAs(highlight), work);
        return Array.from({ length: flat.length / 2 }, (_, at) => ({ start: flat[2 * at]!, end: flat[2 * at + 1]! }));
      }),
    restart: () => replace(instance),
  };
}

/** For each chunk, other places with the reason why they have its text. */
type WrittenAnchors = readonly (readonly [name: string, at: StoredChunk["at"]])[];
type WrittenCopies = readonly (readonly (readonly [StoredChunk["at"], OtherPlace["reason"]])[])[];

type CoreReader = InstanceType<ReaderCore["Reader"]>;

/** The core's own reader of these segments. */
export function openSegments<C extends ReaderCore>(
  instance: Instance<C>,
  segments: readonly SegmentSource[],
): InstanceType<C["Reader"]> {
  const hosts = segments.map(({ identity, size, stats, deletes, read, vectors }) => ({
    identity,
    size,
    stats: JSON.stringify(stats),
    deletes: deletes ?? undefined,
    read,
    vectors: () => vectors?.() ?? undefined,
  }));
  return guard(instance, () => new instance.core.Reader(hosts) as InstanceType<C["Reader"]>, "index-damaged");
}

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

/** The core's reader of these segments. It is opened again when the core was replaced. */
class CurrentReader {
  readonly #instance: Instance;
  readonly #segments: readonly SegmentSource[];
  #reader: CoreReader;
  #openedIn: Instance["replaced"];

  constructor(instance: Instance, segments: readonly SegmentSource[]) {
    this.#instance = instance;
    this.#segments = segments;
    this.#reader = openSegments(instance, segments);
    this.#openedIn = instance.replaced;
  }

  get(): CoreReader {
    if (this.#openedIn !== this.#instance.replaced) {
      this.#reader = openSegments(this.#instance, this.#segments);
      this.#openedIn = this.#instance.replaced;
    }
    return this.#reader;
  }

  answer<T>(call: (reader: CoreReader) => string): T {
    const asked = this.get();
    return guard(this.#instance, () => JSON.parse(call(asked)) as T);
  }

  start(request: SearchRequest, work: Work | undefined): StartedSearch {
    const asked = this.get();
    const search = guard(this.#instance, () => asked.start(JSON.stringify(request), work));
    const startedIn = this.#instance.replaced;
    return {
      wanted: Array.from(pairsOf(search.wanted()), refOf),
      finish: (texts) => {
        if (startedIn !== this.#instance.replaced) return this.start(request, work).finish(texts);
        const { hits, ...response } = this.answer<CoreResponse>(() => search.finish(asked, [...texts], work));
        return { ...response, hits: hits.map(([score, base, at]) => ({ score, base, ref: refOf(at) })) };
      },
      free: () => release(search),
    };
  }

  free(): void {
    release(this.#reader);
  }
}

function openReader(instance: Instance, segments: readonly SegmentSource[]): SegmentReader {
  const reader = new CurrentReader(instance, segments);
  let documents: readonly IndexedDocument[] | undefined;
  let ids: readonly string[] | undefined;
  let anchors: readonly ChunkAnchor[] | undefined;
  return {
    start: (request, work) => reader.start(request, work),
    search: (request, work) => reader.start({ ...request, feedback: false }, work).finish([]),
    knownForms: (asked, work) =>
      reader.answer<readonly (readonly string[])[]>((current) => current.knownForms(JSON.stringify(asked), work)),
    find(id) {
      const found = reader.answer<WrittenChunk | null>((current) => current.find(id));
      return found === null ? undefined : readChunk(found);
    },
    chunksAt: (refs, work) =>
      reader.answer<readonly WrittenChunk[]>((current) => current.chunksAt(placesOf(refs), work)).map(readChunk),
    documentsAt(refs, work) {
      const found = reader.answer<readonly StoredDocument[]>((current) => current.documentsAt(placesOf(refs), work));
      for (const { id, tree, path } of found) requireDocument(id, tree, path);
      return found;
    },
    alsoIn: (refs, work) =>
      reader.answer<WrittenCopies>((current) => current.alsoIn(placesOf(refs), work))
        .map((copies) => copies.map(([at, reason]) => ({ ref: refOf(at), reason }))),
    visible(ref, text, start) {
      if (text.length === 0) return text;
      const asked = reader.get();
      const [segment, chunk] = placesOf([ref]);
      return guard(instance, () => asked.visible(segment!, chunk!, text, start));
    },
    ids: () => (ids ??= reader.answer<readonly string[]>((current) => current.ids())),
    chunks: () => reader.answer<readonly WrittenChunk[]>((current) => current.chunks()).map(readChunk),
    // A reader never changes, and facets need all documents for every answer.
    documents() {
      if (documents !== undefined) return documents;
      const found = reader.answer<readonly StoredDocument[]>((current) => current.documents());
      for (const { id, tree, path } of found) requireDocument(id, tree, path);
      return (documents = found);
    },
    // The links of a page ask for them one by one.
    anchors: () => (anchors ??= reader.answer<WrittenAnchors>((current) => current.anchors())
      .map(([name, at]) => ({ name, ref: refOf(at) }))),
    linking: ({ names, labels }, work) =>
      reader.answer<readonly StoredChunk["at"][]>((current) => current.linking(JSON.stringify([names, labels]), work))
        .map(refOf),
    vectorsAt(refs, model) {
      const asked = reader.get();
      return Array.from(pairsOf(placesOf(refs)), (at) => {
        const vector = guard(instance, () => asked.vector(at[0], at[1], model));
        return vector.length === 0 ? undefined : vector;
      });
    },
    unembedded(model, failedToo) {
      const asked = reader.get();
      const flat = guard(instance, () => asked.unembedded(model, failedToo));
      return Array.from(pairsOf(flat), (at) => ({ segment: at[0], chunk: at[1], ref: refOf(at) }));
    },
    free: () => reader.free(),
  };
}
