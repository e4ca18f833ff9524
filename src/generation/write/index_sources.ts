/**
 * `ra rag index`: divides the documents of all sources, embeds what is new, and writes a generation: the engine's index
 * and the four artefacts. They are written beside the earlier generation, and then take its place together.
 */
import type { RagIndexReport } from "../../shapes/rag.ts";
import type { Config, EmbeddingSettings } from "../../config/config.ts";
import { loadConfig } from "../../config/find.ts";
import type { Engine } from "../../store/engine/engine.ts";
import { loadEngine } from "../../store/engine/load.ts";
import { RaError } from "../../errors.ts";
import { UPDATE_LIMITS } from "../../document/formats/conversions.ts";
import { monotonicMs, nowMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { userDataFolder } from "../../host/process.ts";
import { openTokenCounter } from "../../models/embed/token_counter.ts";
import { indexDirectory } from "../../store/published/open_index.ts";
import { draftPath, finishSwitch, removeDrafts, switchGeneration } from "../../store/published/switch_files.ts";
import { conversionFolder } from "../../store/update/conversion_folder.ts";
import type { Progress } from "../../store/update/progress.ts";
import { updateIndex } from "../../store/update/update.ts";
import { joinPath } from "../../text/paths.ts";
import { type ArtefactManifest, type ArtefactSource, manifestBytes } from "../artefacts/manifest.ts";
import { FLAT_INDEX, GENERATION, HEAD, MANIFEST, TABLE, VECTORS } from "../../store/published/generation_files.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import { lockRun, requireIds } from "../../sources/requirements.ts";
import { requireTexts } from "./require_texts.ts";
import { type SourceTree, sourceTrees, withoutStrays } from "../../sources/source_trees.ts";
import { requireRoom } from "../room.ts";
import { frozenText, TREES, treesOverlay, trustTrees } from "../trees.ts";
import { createDraftFiles } from "./draft_files.ts";
import { type EarlierGeneration, openEarlierGeneration } from "./earlier_generation.ts";
import { settingsHash } from "./generation_hash.ts";
import { dtypeOf, openIndexEmbedder } from "./index_embedder.ts";
import { rememberArtefacts, requireOwnArtefacts } from "./own_artefacts.ts";
import { publishRows } from "./publish_rows.ts";
import { publishedFiles, removeUnpublished } from "./published_index.ts";
import type { IndexHost, IndexOptions, IndexRun } from "./index_run.ts";
import { indexReport } from "./index_report.ts";
import { createVectorDraft, type VectorDraft } from "./vector_draft.ts";
import { writeArtefacts, type WrittenArtefacts } from "./write_artefacts.ts";
import type { WrittenRows } from "./write_rows.ts";

/**
 * Throws `usage` for an id that no source has, what {@link requireTexts} throws, `place-refused` where
 * somebody else's file has the name of an artefact, `model-missing`, `model-invalid`, `embedding-failed` and `io`. The
 * earlier generation then stays.
 */
export async function indexSources(config: RagConfig, options: IndexOptions, host: IndexHost): Promise<RagIndexReport> {
  requireIds(config, options.only);
  const began = monotonicMs();
  const { fs } = host;
  const trees = sourceTrees(fs, config);
  requireTexts(host, config, trees, options.only);
  const lock = await lockRun(fs, config, host.onWait);
  try {
    finishSwitch(fs, config.indexRoot, GENERATION);
    requireOwnArtefacts(host, config.indexRoot);
    removeAllDrafts(fs, config);
    const textBytes = await requireRoom(host, config, options.incremental);
    return await makeGeneration({ config, options, host, trees, textBytes, keepLock: lock.keep, began });
  } finally {
    await lock.release();
  }
}

async function makeGeneration(run: IndexRun): Promise<RagIndexReport> {
  const { config, options, host: { fs, warn }, host } = run;
  const { indexRoot } = config;
  const directory = indexDirectory(indexRoot);
  const { embedder, settings: embedding } = await openIndexEmbedder(config, options.device, host);
  let earlier: EarlierGeneration | undefined;
  let vectors: VectorDraft | undefined;
  let schemaVersion: string | undefined;
  let isSwitching = false;
  try {
    const engine = await loadEngine();
    schemaVersion = engine.schemaVersion;
    const tokens = await openTokenCounter(embedding, host);
    earlier = await openEarlierGeneration(fs, indexRoot);
    const id = globalThis.crypto.randomUUID();
    const at = (name: string): string => draftPath(indexRoot, name, id);
    const { draft, settings, text } = await divideSources(run, embedding, engine, { at, earlier });
    const releaseMemory = (): void => {
      engine.restart();
      host.releaseMemory();
    };
    releaseMemory();
    vectors = createVectorDraft(fs, { npy: at(VECTORS), flat: at(FLAT_INDEX) });
    const parts = { settings, engine, draft, embedder, tokens, earlier, vectors, table: at(TABLE) };
    const written = await writeArtefacts(run, parts).catch((error: unknown) => {
      throw afterSome(error, host.home);
    });
    const { rows, dimensions } = written;
    run.keepLock();
    releaseMemory();
    host.onProgress("writing the index");
    const rowsToPublish = { ...rows, model: embedder.key, dimensions, vectorAt: vectors.vectorAt };
    await publishRows({ fs: draft, root: indexRoot, directory, engine }, rowsToPublish);
    const manifest = manifestOf(run, embedder.key, vectors.rows, written);
    fs.writeFile(at(MANIFEST), manifestBytes(manifest));
    run.keepLock();
    rememberArtefacts(host, indexRoot);
    isSwitching = true;
    switchGeneration(fs, indexRoot, id, GENERATION);
    removeUnpublished(fs, directory, engine.schemaVersion);
    await trustTrees(host, config, text);
    const milliseconds = monotonicMs() - run.began;
    const trees = new Map(sourceTrees(fs, config).map(({ name, sizes }) => [name, sizes.max_tokens_per_chunk]));
    const caps = { of: (source: string) => trees.get(source) ?? Infinity, reads: tokens.reads };
    const device = embedding.device;
    const report = indexReport({ config, options, device, manifest, rows, caps, earlier, milliseconds });
    report.warnings.forEach(warn);
    return report.report;
  } finally {
    vectors?.close();
    earlier?.close();
    embedder.close();
    // The next reader finishes a switch that failed, for which it needs the drafts.
    if (!isSwitching) {
      removeAllDrafts(fs, config);
      if (schemaVersion !== undefined) removeUnpublished(fs, directory, schemaVersion);
    }
  }
}

/** Where a service stops in the middle, the cache has what it made until then. */
function afterSome(error: unknown, home: string | null): unknown {
  if (!(error instanceof RaError) || error.code !== "embedding-failed" || userDataFolder(home) === undefined) {
    return error;
  }
  const { code, message, hint, cause } = error;
  const goOn = "what was embedded until then is kept, and `ra rag index --incremental` goes on from there";
  return new RaError(code, message, { hint: hint === undefined ? goOn : `${hint}; ${goOn}`, cause });
}

function removeAllDrafts(fs: FileSystem, { indexRoot }: RagConfig): void {
  for (const folder of [indexRoot, indexDirectory(indexRoot)]) {
    if (fs.stat(folder) !== undefined) removeDrafts(fs, folder, GENERATION);
  }
}

/** The engine's index of all sources, as drafts. */
interface DividedSources {
  readonly draft: FileSystem;
  /** The configuration of the index, and its text. */
  readonly settings: Config;
  readonly text: Uint8Array;
}

/** `at` gives the place of a draft. Throws what {@link updateEngine} throws. */
async function divideSources(
  run: IndexRun,
  embedding: EmbeddingSettings,
  engine: Engine,
  { at, earlier }: { readonly at: (name: string) => string; readonly earlier: EarlierGeneration | undefined },
): Promise<DividedSources> {
  const { config, options, host: { fs, home }, trees } = run;
  const { indexRoot } = config;
  const published = publishedFiles(fs, indexDirectory(indexRoot), engine.schemaVersion);
  const draft = createDraftFiles(fs, {
    drafts: new Map([TREES, HEAD].map((name) => [joinPath(indexRoot, name), at(name)])),
    startsEmpty: published === undefined || earlier === undefined ||
      (!options.incremental && options.only.length === 0),
    kept: published ?? new Set(),
  });
  const text = frozenText(withoutStrays(fs, config, trees), embedding);
  fs.writeFile(at(TREES), text);
  const settings = await loadConfig(treesOverlay(fs, config, text), indexRoot, home, { trust: true });
  await updateEngine(run, settings, engine, draft);
  return { draft, settings, text };
}

function manifestOf(
  { config, host, trees }: IndexRun,
  modelKey: string,
  chunks: number,
  { rows, generation, dimensions, vectorsHash }: WrittenArtefacts,
): Omit<ArtefactManifest, "version"> {
  return {
    generation,
    created: new Date(nowMs()).toISOString(),
    model: config.embedding.model,
    model_key: modelKey,
    dimensions,
    dtype: dtypeOf(config, host),
    config_hash: settingsHash(config, trees),
    chunks,
    vectors_hash: vectorsHash,
    files: rows.files,
    sources: trees.map((tree) => sourceOf(tree, rows)),
    ...(rows.problems.length === 0
      ? {}
      : { not_embedded: { count: rows.problems.length, first: rows.problems.slice(0, MOST_NAMED) } }),
  };
}

/** Chunks without a vector that a manifest names. */
const MOST_NAMED = 100;

/** The lock is kept so often while files are read, of which there are thousands in a second. */
const KEEP_EVERY_MS = 500;

/** Throws `io`, `engine` and `interrupted`. */
async function updateEngine(
  { config, options: { incremental, only }, host, keepLock }: IndexRun,
  settings: Config,
  engine: Engine,
  draft: FileSystem,
): Promise<void> {
  const directory = indexDirectory(config.indexRoot);
  let keptAt = -Infinity;
  const onProgress = ({ stage, filesDone, filesTotal, converting }: Progress): void => {
    if (monotonicMs() - keptAt >= KEEP_EVERY_MS) {
      keepLock();
      keptAt = monotonicMs();
    }
    host.onProgress(
      `${stage}: ${filesDone} of ${filesTotal} files${converting === undefined ? "" : `, ${converting}`}`,
    );
  };
  const { outcome, warnings } = await updateIndex({
    config: settings,
    engine,
    source: host.fs,
    index: { fs: draft, directory },
    scope: { full: !incremental, only: only.length === 0 ? undefined : only },
    conversions: { limits: { ...UPDATE_LIMITS, keptIn: conversionFolder(host.fs, host.home) } },
    caller: { onProgress },
  });
  warnings.forEach((warning) => host.warn(warning));
  if (outcome !== "locked" && outcome !== "read-only") return;
  const why = outcome === "locked" ? "another update is still running" : "the folder is read-only";
  throw new RaError("io", `cannot write the index in ${directory}: ${why}`, { path: directory });
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
