/** Brings the index up to date with the trees, by indexing what changed or everything. */
import type { Config } from "../../config/config.ts";
import type { ChunkSizes } from "../../document/chunking/section.ts";
import {
  type ConversionLimits,
  isWaiting,
  startConversions,
  UPDATE_LIMITS,
  WAITS,
} from "../../document/formats/conversions.ts";
import type { ReadingEngine } from "../engine/engine.ts";
import { RaError, type Warning } from "../../errors.ts";
import { monotonicMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { BuildSegments } from "../segments/build_segments.ts";
import { type ChangePlan, type FileTask, isCurrent, planChanges } from "./change_plan.ts";
import { createManifestMemory, type ManifestMemory } from "../published/manifest_memory.ts";
import { DEFAULT_MERGE_POLICY, type MergePolicy } from "../segments/merge_policy.ts";
import { indexDirectory, requireOwnIndex, rootOf } from "../published/open_index.ts";
import { createYieldPoint } from "../segments/yield_point.ts";
import type { Progress } from "./progress.ts";
import { closePublished, type Damage, damageBehind, openPublished, type Published } from "../published/published.ts";
import { cleanUp, setAside } from "../published/publish.ts";
import { type LeftOut, unreadTrees } from "../files/left_out.ts";
import { scanTrees, type TreeScan } from "../files/scan.ts";
import type { IndexedTree } from "../published/head.ts";
import { damageWarning, type Outcomes, pendingWarning, reportUpdate, updateWarnings } from "./update_report.ts";
import type { UpdateReport } from "../../shapes/reports.ts";
import type { WriteInput } from "./write_index.ts";
import { takeWriterLock, type WriterLock } from "../lock/writer_lock.ts";

export type StoreConfig = Pick<Config, "root" | "files" | "trees" | "untrusted" | "settings" | "chunking">;

export interface UpdateOptions {
  readonly config: StoreConfig;
  /** The whole engine is loaded when there is something to write. */
  readonly engine: ReadingEngine;
  /** The file system that holds the trees. */
  readonly source: FileSystem;
  /** The file system that holds the index. By default `source`; another one when the index is built in memory. */
  readonly index?: FileSystem;
  /** The folder of the index. By default `.ra/index` under the configuration's root. */
  readonly directory?: string;
  /** Index every file again, and publish once. */
  readonly full?: boolean;
  /** Names of the trees to update. The documents of the others stay as they are. */
  readonly only?: readonly string[];
  /** Drop the documents of trees that are left out. */
  readonly prune?: boolean;
  /** Milliseconds to wait for another writer (default 10000). */
  readonly lockTimeout?: number;
  /** Called once when ra waits for another writer. */
  readonly onWait?: ((owner: string) => void) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** An index that a reader found unusable. It is set aside, unless another writer has replaced it in the meantime. */
  readonly damage?: Damage | undefined;
  /** Shared by all updates of one process, so that the manifest is parsed once. */
  readonly memory?: ManifestMemory;
  /** Source bytes of one segment (default 32 MiB). */
  readonly batchBytes?: number;
  readonly mergePolicy?: MergePolicy;
  readonly buildSegments?: BuildSegments;
  /** How long documents may be converted. By default without a limit, and nothing is kept. */
  readonly conversions?: ConversionLimits;
  /** Tells of a document that waits whether it goes on waiting, because something else converts it. */
  readonly isPostponed?: (docId: string) => boolean;
}

export interface UpdateResult {
  /**
   * The result: `published`: there is a new index. `unchanged`: the old index already holds these documents. `locked`:
   * another writer kept the lock. `read-only`: ra cannot write to the folder. The last two change nothing, and their
   * report counts only unchanged and skipped files.
   */
  readonly outcome: "published" | "unchanged" | "locked" | "read-only";
  readonly report: UpdateReport;
  readonly warnings: readonly Warning[];
  /** The trees of the configuration whose folder is missing. Their documents stay in the index, and count nowhere. */
  readonly missingTrees: LeftOut;
  /** In configuration order. */
  readonly scans: readonly TreeScan[];
  /** The documents that wait to be converted, because the time was over. */
  readonly waiting: readonly FileTask[];
}

interface Run extends Omit<WriteInput, "engine" | "published" | "keepLock"> {
  readonly engine: ReadingEngine;
  readonly options: UpdateOptions;
}

/** The state of the trees and of the index, seen together. */
interface View {
  readonly published: Published;
  readonly scans: readonly TreeScan[];
  readonly plan: ChangePlan;
}

/**
 * Updates the index. The published index stays readable until the new one replaces it in one step, even if this process
 * is interrupted or dies. Throws `io`, `interrupted`, `engine`.
 */
export async function updateIndex(options: UpdateOptions): Promise<UpdateResult> {
  const run = prepare(options);
  run.onProgress({ stage: "scan", filesDone: 0, filesTotal: 0, chunks: 0, bytesDone: 0, bytesTotal: 0 });
  requireOwnIndex(run.index, options.config.root, run.directory);
  const view = await look(run);
  closePublished(view.published);
  const current = view.published.state === "open" && options.full !== true && isCurrent(view.plan);
  if (current && view.plan.newlyTrusted === 0) return resultOf(run, "unchanged", view);
  const timeoutMs = current ? 0 : options.lockTimeout ?? 10_000;
  // An index in memory lies in no project.
  const root = run.index === run.source ? rootOf(options.config.root, run.directory) : undefined;
  let lock: WriterLock | "read-only" | "locked";
  try {
    lock = await takeWriterLock(run.index, root, run.directory, timeoutMs, current ? undefined : options.onWait);
  } catch (error) {
    if (current) return resultOf(run, "unchanged", view);
    throw error;
  }
  if (typeof lock === "string") return current ? resultOf(run, "unchanged", view) : resultOf(run, lock, view);
  try {
    return current ? await renewStamps(run, view, lock) : await write(run, view, lock);
  } finally {
    await lock.release();
  }
}

function prepare(options: UpdateOptions): Run {
  const { config, source } = options;
  return {
    options,
    engine: options.engine,
    source,
    index: options.index ?? source,
    directory: options.directory ?? indexDirectory(config.root),
    sizes: chunkSizes(config),
    keepsTexts: keepsTexts(config),
    batchBytes: options.batchBytes,
    mergePolicy: options.mergePolicy ?? DEFAULT_MERGE_POLICY,
    buildSegments: options.buildSegments,
    conversions: startConversions(options.conversions ?? { ...UPDATE_LIMITS, keptIn: null }, monotonicMs),
    memory: options.memory ?? createManifestMemory(),
    yieldPoint: createYieldPoint(options.signal),
    onProgress: options.onProgress ?? (() => {}),
  };
}

/** The sizes that chunking strategies use. */
export function chunkSizes({ settings, chunking }: Pick<Config, "settings" | "chunking">): ChunkSizes {
  return { ...chunking, min_chunk_size: settings.min_chunk_size };
}

/** The documents of trees that are not meant stay, like those of trees whose folder is missing. */
async function scanMeant(
  { source, options: { config, only }, yieldPoint }: Run,
  indexed: readonly IndexedTree[],
): Promise<readonly TreeScan[]> {
  const scans = await scanTrees(source, config, yieldPoint, indexed);
  return scans.map((scan) => (only?.includes(scan.tree.name) === false ? { ...scan, missing: true } : scan));
}

/** Whether the index holds the texts of all documents, because the files may change and it must not. */
export function keepsTexts({ settings }: Pick<Config, "settings">): boolean {
  return settings.frozen;
}

/**
 * Opens the published index, scans the trees unless `scans` is given, and compares them. The caller closes `published`.
 */
async function look(run: Run, scans?: readonly TreeScan[]): Promise<View> {
  const { source, engine, yieldPoint, sizes, keepsTexts, options } = run;
  const published = openNow(run);
  const indexed = published.state === "open" ? published.index.head.trees : [];
  try {
    const found = scans ?? await scanMeant(run, indexed);
    const plan = await planChanges({
      source,
      root: options.config.root,
      schemaVersion: engine.schemaVersion,
      sizes,
      keepsTexts,
      scans: found,
      published: published.state === "open" ? { head: published.index.head, manifest: published.manifest } : undefined,
      full: options.full === true,
      isBound: run.conversions.totalMs < Infinity,
      isPostponed: options.isPostponed,
      unread: unreadTrees(source, options.config, indexed),
      prune: options.prune === true,
      yieldPoint,
    });
    return { published, scans: found, plan };
  } catch (error) {
    closePublished(published);
    throw error;
  }
}

function openNow({ index, directory, engine, memory, options }: Run): Published {
  return openPublished(index, directory, engine.schemaVersion, options.damage, memory);
}

/** Identifies the index by its head, to see whether another writer was faster. */
function identityOf(published: Published): string {
  return published.state === "open" ? published.index.identity : published.state;
}

async function write(run: Run, before: View, lock: WriterLock): Promise<UpdateResult> {
  const { writeIndex } = await import("./write_index.ts");
  const { index, directory, options } = run;
  const warnings: Warning[] = [];
  // If no other writer came in between, the comparison still holds.
  let view: View = { ...before, published: openNow(run) };
  try {
    if (identityOf(view.published) !== identityOf(before.published)) {
      // Another writer has published since the scan. Look again.
      closePublished(view.published);
      view = await look(run);
      if (view.published.state === "open" && options.full !== true && isCurrent(view.plan)) {
        return resultOf(run, "unchanged", view);
      }
    }
    for (;;) {
      if (view.published.state === "damaged") {
        warnings.push(damageWarning(directory, view.published.reason));
        setAside(index, directory);
        view = await look(run, view.scans);
      }
      const published = view.published.state === "open" ? view.published.index : undefined;
      try {
        const input: WriteInput = { ...run, engine: await run.engine.whole(), published, keepLock: lock.keep };
        const outcomes = await writeIndex(input, view.plan, view.scans);
        const result = resultOf(run, "published", view, outcomes);
        return { ...result, warnings: [...warnings, ...result.warnings] };
      } catch (error) {
        const reason = published === undefined ? undefined : damageBehind(error, published);
        if (reason === undefined) throw error;
        published?.close();
        view = { ...view, published: { state: "damaged", reason } };
      }
    }
  } catch (error) {
    if (error instanceof RaError && error.code === "index-locked") return resultOf(run, "locked", before);
    cleanUp(index, directory);
    throw error;
  } finally {
    closePublished(view.published);
  }
}

/**
 * Publishes renewed fingerprints, so that files that were too recent to trust need not be read again. Failing here does
 * no harm.
 */
async function renewStamps(run: Run, before: View, lock: WriterLock): Promise<UpdateResult> {
  const { index, directory } = run;
  const { writeManifest } = await import("./write_index.ts");
  try {
    const published = openNow(run);
    try {
      if (published.state === "open" && identityOf(published) === identityOf(before.published)) {
        writeManifest({ ...run, published: published.index, keepLock: lock.keep }, before.plan, published.index);
      }
    } finally {
      closePublished(published);
    }
  } catch (error) {
    if (!(error instanceof RaError)) throw error;
    cleanUp(index, directory);
  }
  return resultOf(run, "unchanged", before);
}

function resultOf(
  run: Run,
  outcome: UpdateResult["outcome"],
  view: View,
  outcomes: Outcomes = new Map(),
): UpdateResult {
  const { scans, plan } = view;
  const { full, config, only } = run.options;
  const meant = scans.filter(({ tree }) => only?.includes(tree.name) !== false);
  const report = reportUpdate(plan, scans, outcomes, full === true);
  const waiting = [...outcomes].filter(([, entry]) => entry?.skipped === WAITS).map(([task]) => task);
  return {
    outcome,
    report: outcome === "published" ? report : { ...report, removed: 0 },
    warnings: [
      ...updateWarnings(meant, outcomes, config.settings.max_chunk_size),
      ...pendingWarning(report.skipped.filter(({ reason }) => isWaiting(reason)).length),
    ],
    missingTrees: new Map(meant.flatMap(({ tree, missing, problem }) => (missing ? [[tree.name, problem ?? ""]] : []))),
    scans,
    waiting,
  };
}
