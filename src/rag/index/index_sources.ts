/**
 * `ra rag index`: divides the documents of all sources, embeds what is new, and writes a generation: the engine's index
 * and the four artefacts. They are written beside the earlier generation, and then take its place together.
 */
import type { RagIndexReport } from "../../answers/rag.ts";
import type { Config } from "../../config/config.ts";
import { loadConfig } from "../../config/find.ts";
import type { Engine } from "../../engine/engine.ts";
import { loadEngine } from "../../engine/load.ts";
import { RaError, type Warning } from "../../errors.ts";
import { monotonicMs, nowMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { createFileWriter } from "../../host/file_writer.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { embedPending } from "../../semantic/embed_pending.ts";
import { cappedPassageText } from "../../semantic/passage_text.ts";
import { openTokenCounter, type TokenCounter } from "../../semantic/token_counter.ts";
import { openVectorCache } from "../../semantic/vector_cache.ts";
import { HEAD_NAME } from "../../store/published/head.ts";
import { indexDirectory, openIndex } from "../../store/published/open_index.ts";
import { draftPath, finishSwitch, removeDrafts, switchGeneration } from "../../store/published/switch_files.ts";
import { createEmbeddedIndex } from "../../store/snapshot/embedded_snapshot.ts";
import { createFilePassages } from "../../store/snapshot/file_passages.ts";
import { updateIndex } from "../../store/update/update.ts";
import { joinPath, relativePath } from "../../text/paths.ts";
import { createWork } from "../../workspace/live/work.ts";
import { createChunkTable } from "../artefacts/chunk_table.ts";
import {
  type ArtefactManifest,
  type ArtefactSource,
  FLAT_INDEX,
  MANIFEST,
  manifestBytes,
  TABLE,
  VECTORS,
} from "../artefacts/manifest.ts";
import type { RagConfig } from "../config/rag_config.ts";
import { lockRun, requireIds } from "../requirements.ts";
import { type SourceTree, sourceTrees } from "../trees/source_trees.ts";
import { frozenText, TREES, trustTrees } from "../trees/write_trees.ts";
import { createDraftFiles } from "./draft_files.ts";
import { type EarlierGeneration, openEarlierGeneration } from "./earlier_generation.ts";
import { createDigest, settingsHash } from "./generation_hash.ts";
import { type Device, dtypeOf, openIndexEmbedder } from "./index_embedder.ts";
import { orderedChunks } from "./ordered_chunks.ts";
import { publishedFiles, removeUnpublished } from "./published_index.ts";
import { indexReport } from "./index_report.ts";
import { createVectorDraft, type VectorDraft } from "./vector_draft.ts";
import { writeRows, type WrittenRows } from "./write_rows.ts";

export interface IndexOptions {
  /** Whether unchanged files keep their chunks, and unchanged chunks their vectors. */
  readonly incremental: boolean;
  /** Ids of sources; the others stay as they are. Empty: all. */
  readonly only: readonly string[];
  readonly device: Device;
}

export interface IndexHost {
  readonly fs: FileSystem;
  readonly home: string | null;
  warn(warning: Warning): void;
  /** Another process works on the same folders. */
  onWait(owner: string): void;
  /** `what` says in a few words what is being done. */
  onProgress(what: string): void;
}

/**
 * Throws `usage` for an id that no source has, `index-missing` where a source has no text yet, `model-missing`,
 * `model-invalid`, `embedding-failed` and `io`. The earlier generation then stays.
 */
export async function indexSources(config: RagConfig, options: IndexOptions, host: IndexHost): Promise<RagIndexReport> {
  requireIds(config, options.only);
  const began = monotonicMs();
  const trees = sourceTrees(host.fs, config);
  requireTexts(host.fs, trees, options.only);
  const lock = await lockRun(host.fs, config, host.onWait);
  try {
    finishSwitch(host.fs, config.indexRoot);
    return await makeGeneration({ config, options, host, trees, keepLock: lock.keep, began });
  } finally {
    await lock.release();
  }
}

interface Run {
  readonly config: RagConfig;
  readonly options: IndexOptions;
  readonly host: IndexHost;
  readonly trees: readonly SourceTree[];
  readonly keepLock: () => void;
  readonly began: number;
}

async function makeGeneration(run: Run): Promise<RagIndexReport> {
  const { config, options, host: { fs, home, warn }, host, trees } = run;
  const { indexRoot } = config;
  const directory = indexDirectory(indexRoot);
  const removeAllDrafts = (): void => {
    for (const folder of [indexRoot, directory]) if (fs.stat(folder) !== undefined) removeDrafts(fs, folder);
  };
  removeAllDrafts();
  const { embedder, settings: embedding } = await openIndexEmbedder(config, options.device, host);
  let earlier: EarlierGeneration | undefined;
  let vectors: VectorDraft | undefined;
  try {
    const engine = await loadEngine();
    const tokens = await openTokenCounter(embedding, host);
    earlier = await openEarlierGeneration(fs, indexRoot);
    const id = globalThis.crypto.randomUUID();
    const head = `${relativePath(indexRoot, directory)}/${HEAD_NAME}`;
    const at = (name: string): string => draftPath(indexRoot, name, id);
    const published = publishedFiles(fs, directory, engine.schemaVersion);
    const draft = createDraftFiles(fs, {
      drafts: new Map([TREES, head].map((name) => [joinPath(indexRoot, name), at(name)])),
      startsEmpty: published === undefined || earlier === undefined ||
        (!options.incremental && options.only.length === 0),
      kept: published ?? new Set(),
    });
    fs.writeFile(at(TREES), frozenText(trees, embedding));
    const settings = await loadConfig(draft, indexRoot, home, { trust: true });
    await updateEngine(run, settings, engine, draft);
    vectors = createVectorDraft(fs, { npy: at(VECTORS), flat: at(FLAT_INDEX) });
    const { rows, generation, dimensions, vectorsHash } = await writeArtefacts(run, {
      ...{ settings, engine, draft, embedder, tokens, earlier, vectors },
      table: at(TABLE),
    });
    run.keepLock();
    host.onProgress("writing the index");
    const passages = createFilePassages(draft, settings);
    await embedPending(
      {
        fs: draft,
        root: indexRoot,
        directory,
        engine,
        passagesOf: (index) => passages.of(index, engine.hiddenRanges),
        textOf: capped(trees, tokens),
      },
      embedder,
      vectorsOf(vectors),
      { retryFailed: true },
    );
    const manifest: Omit<ArtefactManifest, "version"> = {
      generation,
      created: new Date(nowMs()).toISOString(),
      model: config.embedding.model,
      model_key: embedder.key,
      dimensions,
      dtype: dtypeOf(config, host),
      config_hash: settingsHash(config, trees),
      chunks: vectors.rows,
      vectors_hash: vectorsHash,
      files: rows.files,
      sources: trees.map((tree) => sourceOf(tree, rows)),
    };
    fs.writeFile(at(MANIFEST), manifestBytes(manifest));
    run.keepLock();
    switchGeneration(fs, indexRoot, id, [TREES, head, FLAT_INDEX, VECTORS, TABLE, MANIFEST]);
    removeUnpublished(fs, directory, engine.schemaVersion);
    await trustTrees(fs, config, home);
    const report = indexReport({ config, options, manifest, rows, earlier, milliseconds: monotonicMs() - run.began });
    report.warnings.forEach(warn);
    return report.report;
  } finally {
    vectors?.close();
    earlier?.close();
    embedder.close();
    removeAllDrafts();
  }
}

/** Throws `io`, `engine` and `interrupted`. */
async function updateEngine(
  { config, options: { incremental, only }, host, keepLock }: Run,
  settings: Config,
  engine: Engine,
  draft: FileSystem,
): Promise<void> {
  const directory = indexDirectory(config.indexRoot);
  const { outcome, warnings } = await updateIndex({
    config: settings,
    engine,
    source: host.fs,
    index: draft,
    directory,
    full: !incremental,
    ...(only.length === 0 ? {} : { only }),
    onProgress({ stage, filesDone, filesTotal }) {
      keepLock();
      host.onProgress(`${stage}: ${filesDone} of ${filesTotal} files`);
    },
  });
  warnings.forEach((warning) => host.warn(warning));
  if (outcome !== "locked" && outcome !== "read-only") return;
  const why = outcome === "locked" ? "another update is still running" : "the folder is read-only";
  throw new RaError("io", `cannot write the index in ${directory}: ${why}`, { path: directory });
}

interface ArtefactsInput {
  readonly settings: Config;
  readonly engine: Engine;
  readonly draft: FileSystem;
  readonly embedder: Embedder;
  readonly tokens: TokenCounter;
  readonly earlier: EarlierGeneration | undefined;
  readonly vectors: VectorDraft;
  /** Where the table is written. */
  readonly table: string;
}

interface WrittenArtefacts {
  readonly rows: WrittenRows;
  readonly generation: string;
  readonly dimensions: number;
  readonly vectorsHash: string;
}

/** Writes the table and both files of vectors. */
async function writeArtefacts(run: Run, input: ArtefactsInput): Promise<WrittenArtefacts> {
  const { config, options: { incremental }, host, trees } = run;
  const { settings, engine, draft, embedder, tokens, earlier, vectors } = input;
  const opened = openIndex(draft, indexDirectory(config.indexRoot), engine.schemaVersion);
  if (opened.state !== "open") throw new RaError("index-damaged", "the index that was just written cannot be read");
  const index = createEmbeddedIndex(engine, opened.index);
  const files = createFilePassages(draft, settings);
  const passages = () => files.of(opened.index, engine.hiddenRanges);
  const snapshot = index.snapshot(passages(), createWork({ signal: undefined, timeLimit: undefined }));
  const cache = openVectorCache(host.fs, host.home, embedder.key);
  const table = createFileWriter(input.table);
  try {
    const chunks = createChunkTable(table);
    const digest = createDigest();
    const rows = await writeRows(await orderedChunks(index, snapshot), {
      trees: new Map(trees.map((tree) => [tree.name, tree])),
      repoOf: (id) => config.sources.find((source) => source.id === id)?.git ?? null,
      manifest: opened.index.manifest(),
      passages,
      tokens,
      vectors: {
        embedder,
        cache,
        reuse: incremental
          ? { earlier: earlier?.manifest.model_key === embedder.key ? earlier : undefined }
          : undefined,
      },
      onRow(row, vector) {
        digest.add([row.id, row.hash, row.start_line, row.end_line]);
        vectors.add(row.hash, vector);
        chunks.add(row);
      },
      onProgress(done, total) {
        run.keepLock();
        host.onProgress(`embedding: ${done} of ${total} chunks`);
      },
    });
    const { dimensions, hash } = vectors.finish(vectors.rows > 0 ? 0 : await dimensionsOf(embedder));
    digest.add([embedder.key, hash, dimensions, settingsHash(config, trees)]);
    const generation = digest.value();
    chunks.finish(generation);
    table.finish();
    return { rows, generation, dimensions, vectorsHash: hash };
  } finally {
    table.discard();
    cache.close();
    snapshot.release();
    index.close();
  }
}

/** The vectors that were just written, as a cache for the engine's index. */
function vectorsOf(vectors: VectorDraft) {
  return {
    get: (texts: readonly string[]) => texts.map((text) => vectors.vectorOf(text)),
    put() {},
    close() {},
  };
}

function capped(trees: readonly SourceTree[], tokens: TokenCounter) {
  const most = new Map(trees.map(({ name, sizes }) => [name, sizes.max_tokens_per_chunk]));
  return cappedPassageText((tree) => most.get(tree), () => Promise.resolve(tokens));
}

async function dimensionsOf(embedder: Embedder): Promise<number> {
  const [vector] = await embedder.embed(["a"], "query");
  if (vector instanceof Float32Array) return vector.length;
  throw new RaError("model-invalid", `the model embeds no text: ${vector?.failure ?? "it gives nothing"}`);
}

function sourceOf({ name, chunking, sizes }: SourceTree, { counts }: WrittenRows): ArtefactSource {
  const { files, chunks, characters, clipped, deduplicated } = counts.get(name)!;
  return {
    id: name,
    settings: JSON.stringify({ chunking, ...sizes }),
    files,
    chunks,
    average_chars: chunks === 0 ? 0 : Math.round(characters / chunks),
    clipped,
    deduplicated,
  };
}

/** Throws `index-missing`. */
function requireTexts(fs: FileSystem, trees: readonly SourceTree[], only: readonly string[]): void {
  for (const { name, path } of trees) {
    if (only.length > 0 && !only.includes(name)) continue;
    if (fs.stat(path)?.kind === "directory") continue;
    throw new RaError("index-missing", `${name} has no text yet: there is no folder ${path}`, {
      path,
      hint: "run: ra rag ingest",
    });
  }
}
