/** Gives the sections of the published index that have no vector their vectors. */
import type { ReadingEngine, SegmentReader, UnembeddedChunk } from "../../store/engine/engine.ts";
import { RaError } from "../../errors.ts";
import { monotonicMs } from "../../host/clock.ts";
import type { Embedder } from "../../search/ports/embedder.ts";
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { WrittenPassages } from "../../search/ports/passage_source.ts";
import type { StopSignal } from "../../search/ports/work.ts";
import { type OpenIndex, openIndex } from "../../store/published/open_index.ts";
import { shownPassages } from "../../store/snapshot/shown_passages.ts";
import { publishVectors, type VectorsTarget } from "../../store/vectors/publish_vectors.ts";
import { type StoredRow, storedRow, type VectorRow } from "../../store/vectors/vector_file.ts";
import { fillVectors } from "./fill_vectors.ts";
import type { ReadPassageText } from "./passage_text.ts";
import type { VectorCache } from "./vector_cache.ts";

/** How many sections are embedded at once: what a killed process loses. */
const SLICE = 64;
/** After how many milliseconds new vectors are published. Those that were computed before a kill are in the cache. */
const PUBLISH_EVERY_MS = 10_000;

export interface EmbedTarget extends Omit<VectorsTarget, "schemaVersion"> {
  readonly engine: ReadingEngine;
  /** The index without trees that are left out. */
  served(index: OpenIndex): Promise<OpenIndex>;
  passagesOf(index: OpenIndex): WrittenPassages;
  /** The text of a section that becomes its vector. */
  readonly textOf: ReadPassageText;
}

export interface EmbedOptions {
  /** Whether to try the sections again that the model could not embed. */
  readonly retryFailed: boolean;
  /** Stop before more texts than these have to be computed. */
  readonly most?: number;
  readonly signal?: StopSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Told of each section that the model could not embed, and why. */
  readonly onFailed?: ((section: IndexedChunk, why: string) => void) | undefined;
  /** Told before many texts leave the machine: to where, how many, and about how many tokens they have. */
  readonly onSending?: ((address: string, texts: number, tokens: number) => void) | undefined;
}

/** How many sections have a vector or need none, how many wait for one, and how many the model could not embed. */
export interface VectorCounts {
  readonly embedded: number;
  readonly pending: number;
  readonly failed: number;
}

/** Rows that are held in memory until they are published, and bytes of them: long vectors take more. */
const MAX_ROWS = 32_768;
const MAX_ROW_BYTES = 128 * 1024 * 1024;

/** From so many texts on, ra says beforehand what leaves the machine. */
const SAID_FROM = 1_000;
/** About as many in English. */
const CHARACTERS_OF_TOKEN = 4;

/** Counts the sections of the published index. Throws `io`, `index-damaged`. */
export async function countVectors(target: IndexPlace, model: string): Promise<VectorCounts> {
  const count = async (index: OpenIndex, reader: SegmentReader) => countIn(index, reader, model);
  return await withIndex(target, count) ?? { embedded: 0, pending: 0, failed: 0 };
}

/** Counts the sections of an index that is open. */
export function countIn(
  { head }: Pick<OpenIndex, "head">,
  reader: Pick<SegmentReader, "unembedded">,
  model: string,
): VectorCounts {
  const sections = head.segments.reduce((sum, { stats }) => sum + stats.chunks, 0);
  const pending = reader.unembedded(model, false).length;
  const failed = reader.unembedded(model, true).length - pending;
  return { embedded: sections - pending - failed, pending, failed };
}

/** Sections of the published index that the model could not embed, and no more than these. */
export async function failedSections(
  target: IndexPlace,
  model: string,
  most: number,
): Promise<readonly IndexedChunk[]> {
  const failed = async (_: OpenIndex, reader: SegmentReader) => {
    const pending = new Set(reader.unembedded(model, false).map(({ ref }) => ref));
    const refs = reader.unembedded(model, true).flatMap(({ ref }) => (pending.has(ref) ? [] : [ref]));
    return reader.chunksAt(refs.slice(0, most));
  };
  return await withIndex(target, failed) ?? [];
}

/**
 * Embeds what the published index lacks, and publishes the vectors from time to time. It takes from the cache what was
 * computed before. Throws `io`, `index-damaged`, `index-locked`, `interrupted`, and what the embedder throws.
 */
export async function embedPending(
  target: EmbedTarget,
  embedder: Embedder,
  cache: VectorCache,
  options: EmbedOptions,
): Promise<void> {
  await withIndex(target, async (index, reader) => {
    const todo = reader.unembedded(embedder.key, options.retryFailed);
    // What is read for a slice is not kept for the next.
    const textsOf = async (chunks: readonly IndexedChunk[]): Promise<readonly (string | undefined)[]> => {
      const passages = shownPassages(target.passagesOf(index), reader);
      const texts: (string | undefined)[] = [];
      for (const chunk of chunks) texts.push(await target.textOf(chunk, passages));
      return texts;
    };
    const { sendsTo } = embedder;
    if (sendsTo !== undefined && todo.length > SAID_FROM && options.onSending !== undefined) {
      const { texts, characters } = await unknownTexts(todo, reader, textsOf, cache);
      if (texts > SAID_FROM) options.onSending(sendsTo, texts, Math.ceil(characters / CHARACTERS_OF_TOKEN));
    }
    const written = createRows(target, index, embedder);
    let left = options.most ?? Infinity;
    try {
      for (let from = 0; from < todo.length && left >= 0; from += SLICE) {
        const slice = todo.slice(from, from + SLICE);
        options.onProgress?.(from, todo.length);
        const sections = reader.chunksAt(slice.map(({ ref }) => ref));
        const texts = await textsOf(sections);
        const rows: (VectorRow | undefined)[] = texts.map((text) => (text === "" ? "blank" : undefined));
        const full = [...texts.keys()].filter((at) => texts[at] !== undefined && texts[at] !== "");
        const sources = { embedder, cache, most: left, signal: options.signal };
        const { vectors, lacking } = await fillVectors(full.map((at) => texts[at]!), sources);
        left -= lacking.size;
        full.forEach((at, place) => {
          const vector = vectors[place];
          const isRow = vector === undefined || vector instanceof Float32Array;
          rows[at] = isRow ? vector : "failed";
          if (!isRow) options.onFailed?.(sections[at]!, vector.failure);
        });
        if (!(await written.add(slice, rows))) return;
      }
    } finally {
      await written.publish();
    }
    options.onProgress?.(todo.length, todo.length);
  });
}

/** What the cache lacks. */
async function unknownTexts(
  todo: readonly UnembeddedChunk[],
  reader: SegmentReader,
  textsOf: (chunks: readonly IndexedChunk[]) => Promise<readonly (string | undefined)[]>,
  cache: VectorCache,
): Promise<{ readonly texts: number; readonly characters: number }> {
  let texts = 0;
  let characters = 0;
  for (let from = 0; from < todo.length; from += SLICE) {
    const found: string[] = [];
    for (const text of await textsOf(reader.chunksAt(todo.slice(from, from + SLICE).map(({ ref }) => ref)))) {
      if (text !== undefined && text !== "") found.push(text);
    }
    cache.get(found).forEach((vector, at) => {
      if (vector !== undefined) return;
      texts++;
      characters += found[at]!.length;
    });
  }
  return { texts, characters };
}

interface RowSink {
  /** Keeps rows, and publishes them when it is time. False when the index no longer has their segments. */
  add(chunks: readonly UnembeddedChunk[], rows: readonly (VectorRow | undefined)[]): Promise<boolean>;
  publish(): Promise<boolean>;
}

function createRows(target: EmbedTarget, { head }: OpenIndex, embedder: Embedder): RowSink {
  // As the file holds them, which takes a quarter of the memory.
  let rows = new Map<string, Map<number, StoredRow>>();
  let dimensions: number | undefined;
  let [held, heldBytes] = [0, 0];
  let published = monotonicMs();
  const publish = async (): Promise<boolean> => {
    if (rows.size === 0) return true;
    const fresh = rows;
    rows = new Map();
    [held, heldBytes] = [0, 0];
    published = monotonicMs();
    dimensions ??= await dimensionsOf(embedder);
    const { fs, root, directory, engine: { schemaVersion } } = target;
    const vectors = { model: embedder.key, dimensions, rows: fresh };
    const outcome = await publishVectors({ fs, root, directory, schemaVersion }, vectors);
    if (outcome === "locked") {
      throw new RaError("index-locked", "another update is still running", {
        path: directory,
        hint: "wait for it; what was computed is kept",
      });
    }
    if (outcome === "read-only") {
      throw new RaError("io", `cannot write the index in ${directory}: the folder is read-only`, { path: directory });
    }
    return outcome === "published";
  };
  return {
    publish,
    async add(chunks, added) {
      chunks.forEach(({ segment, chunk }, at) => {
        const row = added[at];
        if (row === undefined) return;
        if (row instanceof Float32Array) dimensions = row.length;
        const { name } = head.segments[segment]!;
        const of = rows.get(name) ?? new Map<number, StoredRow>();
        const stored = storedRow(row);
        rows.set(name, of.set(chunk, stored));
        held++;
        heldBytes += stored.values.length;
      });
      const isTime = held >= MAX_ROWS || heldBytes >= MAX_ROW_BYTES || monotonicMs() - published >= PUBLISH_EVERY_MS;
      return !isTime || await publish();
    },
  };
}

/** Where no section has a vector, the file still says how many values one would have. */
async function dimensionsOf(embedder: Embedder): Promise<number> {
  const [vector] = await embedder.embed(["a"], "query");
  if (vector instanceof Float32Array) return vector.length;
  throw new RaError("model-invalid", `the model embeds no text: ${vector?.failure ?? "it gives nothing"}`);
}

export type IndexPlace = Pick<EmbedTarget, "fs" | "directory" | "engine" | "served">;

/** What `use` makes of the published index; undefined where there is none. */
export async function withIndex<T>(
  { fs, directory, engine, served }: IndexPlace,
  use: (index: OpenIndex, reader: SegmentReader) => Promise<T>,
): Promise<T | undefined> {
  const opened = openIndex(fs, directory, engine.schemaVersion);
  if (opened.state !== "open") return undefined;
  let reader: SegmentReader | undefined;
  try {
    const index = await served(opened.index);
    reader = engine.openReader(index.segments);
    return await use(index, reader);
  } finally {
    reader?.free();
    opened.index.close();
  }
}
