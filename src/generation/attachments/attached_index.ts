/** An index of attached files in memory. Nothing of it is written. */
import type { RagLeftOut } from "../../shapes/passages.ts";
import type { Config, TreeConfig } from "../../config/config.ts";
import { isWaiting } from "../../document/formats/conversions.ts";
import type { ReadingEngine, SegmentSource } from "../../store/engine/engine.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { createMemoryFileSystem } from "../../host/memory_file_system.ts";
import type { Embedder } from "../../search/ports/embedder.ts";
import type { WrittenPassages } from "../../search/ports/passage_source.ts";
import { passageText } from "../../models/embed/passage_text.ts";
import type { TokenCounter } from "../../models/embed/token_counter.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import { indexDirectory, type OpenIndex, openIndex } from "../../store/published/open_index.ts";
import { createFilePassages } from "../../store/snapshot/file_passages.ts";
import { shownPassages } from "../../store/snapshot/shown_passages.ts";
import { updateIndex } from "../../store/update/update.ts";
import { encodeVectors, storedRow, type VectorRow } from "../../store/vectors/vector_file.ts";

export interface AttachedIndex {
  readonly segments: readonly SegmentSource[];
  readonly manifest: Manifest;
  readonly trees: readonly TreeConfig[];
  readonly passages: WrittenPassages;
  /** The ids of chunks beyond the limit. */
  readonly beyond: ReadonlySet<string>;
  /** Those within the limit. */
  readonly chunks: number;
  readonly leftOut: readonly RagLeftOut[];
  close(): void;
}

/** All attached files are converted within this time. Their texts are kept nowhere. */
const CONVERSIONS = { totalMs: 60_000, longestMs: 60_000, keptIn: null };
const OVER = "converting the attached files takes longer than 60 s; attach fewer, or name it in convert_docs";

/** The folder of the index in memory. */
const ROOT = "/attached";

/** Without an embedder, words alone find the chunks. Throws what indexing and embedding throw. */
export async function indexAttached(
  { fs, engine, config, trees }: {
    readonly fs: FileSystem;
    readonly engine: ReadingEngine;
    readonly config: Config;
    readonly trees: readonly TreeConfig[];
  },
  limit: number,
  model: { readonly embedder: Embedder; readonly tokens: TokenCounter } | undefined,
): Promise<AttachedIndex> {
  const index = createMemoryFileSystem();
  const settings: Config = { ...config, root: ROOT, trees, settings: { ...config.settings, frozen: true } };
  const directory = indexDirectory(ROOT);
  const { report } = await updateIndex({
    config: settings,
    engine,
    source: fs,
    index: { fs: index, directory },
    conversions: { limits: CONVERSIONS },
  });
  const opened = openIndex(index, directory, engine.schemaVersion);
  if (opened.state !== "open") throw new RaError("io", "the attached files could not be indexed");
  const passages = createFilePassages(index, settings).of(opened.index);
  const kept = await keptChunks(engine, opened.index, passages, trees, limit);
  const leftOut: RagLeftOut[] = report.skipped.map(({ path, reason }) => ({
    what: "attachment",
    why: `${path.slice(path.indexOf(":") + 1)}: ${isWaiting(reason) ? OVER : reason}`,
  }));
  if (kept.beyond.size > 0) {
    const [first] = kept.beyond;
    const others = kept.beyond.size === 1 ? "" : ` and ${kept.beyond.size - 1} more`;
    leftOut.push({
      what: "attachment",
      why: `more than ${limit === 1 ? "1 chunk" : `${limit} chunks`} (attach_limit_chunks): ${first}${others}`,
    });
  }
  return {
    segments: model === undefined
      ? opened.index.segments
      : await withVectors(engine, opened.index, trees, passages, kept, model),
    manifest: opened.index.manifest(),
    trees,
    passages,
    beyond: kept.beyond,
    chunks: kept.within.size,
    leftOut,
    close: () => opened.index.close(),
  };
}

interface KeptChunks {
  readonly within: ReadonlySet<string>;
  readonly beyond: ReadonlySet<string>;
}

/** The first chunks with text, in the order of trees, paths and places. */
async function keptChunks(
  engine: ReadingEngine,
  { segments }: OpenIndex,
  passages: WrittenPassages,
  trees: readonly TreeConfig[],
  limit: number,
): Promise<KeptChunks> {
  const order = new Map(trees.map(({ name }, at) => [name, at]));
  const reader = engine.openReader(segments);
  const shown = shownPassages(passages, reader);
  const within = new Set<string>();
  const beyond = new Set<string>();
  try {
    const chunks = [...reader.chunks()].sort((a, b) => order.get(a.tree)! - order.get(b.tree)!);
    for (const chunk of chunks) {
      const text = await passageText(chunk, shown);
      if (text !== undefined && text !== "") (within.size < limit ? within : beyond).add(chunk.id);
    }
  } finally {
    reader.free();
  }
  return { within, beyond };
}

/** The segments with the vectors of the chunks within the limit. */
async function withVectors(
  engine: ReadingEngine,
  { segments, head }: OpenIndex,
  trees: readonly TreeConfig[],
  passages: WrittenPassages,
  { within }: KeptChunks,
  { embedder, tokens }: { readonly embedder: Embedder; readonly tokens: TokenCounter },
): Promise<readonly SegmentSource[]> {
  const most = new Map(trees.map(({ name, sizes }) => [name, sizes.max_tokens_per_chunk]));
  const rows = head.segments.map(({ written }) => Array.from({ length: written }, (): VectorRow => "blank"));
  let dimensions = 1;
  const reader = engine.openReader(segments);
  const shown = shownPassages(passages, reader);
  try {
    const waiting = reader.unembedded(embedder.key, true);
    const chunks = reader.chunksAt(waiting.map(({ ref }) => ref));
    const wanted = waiting.map((place, at) => ({ ...place, of: chunks[at]! })).filter(({ of }) => within.has(of.id));
    const texts: string[] = [];
    for (const { of } of wanted) {
      const text = await passageText(of, shown) ?? "";
      texts.push(tokens.cut(text, most.get(of.tree) ?? Infinity).text);
    }
    const vectors = texts.length === 0 ? [] : await embedder.embed(texts, "passage");
    wanted.forEach(({ segment, chunk }, at) => {
      const vector = vectors[at]!;
      rows[segment]![chunk] = vector instanceof Float32Array ? vector : "failed";
      if (vector instanceof Float32Array) dimensions = vector.length;
    });
  } finally {
    reader.free();
  }
  return segments.map((segment, at) => {
    const bytes = encodeVectors({ model: embedder.key, dimensions, rows: rows[at]!.map(storedRow) });
    return { ...segment, size: segment.size, read: (offset, into) => segment.read(offset, into), vectors: () => bytes };
  });
}
