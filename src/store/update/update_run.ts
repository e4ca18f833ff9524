/** One run of an update: what it works with, its look at the trees and the index, and what it reports. */
import type { Config } from "../../config/config.ts";
import { createDocumentPlaces } from "../../config/document_places.ts";
import {
  type ConversionLimits,
  isWaiting,
  startConversions,
  UPDATE_LIMITS,
  WAITS,
} from "../../document/formats/conversions.ts";
import type { ReadingEngine } from "../engine/engine.ts";
import type { Warning } from "../../errors.ts";
import { monotonicMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { type ChangePlan, type FileTask, planChanges, type PlanScope, type WaitingRules } from "./change_plan.ts";
import { createManifestMemory } from "../published/manifest_memory.ts";
import { indexDirectory, type IndexFolder } from "../published/open_index.ts";
import { createYieldPoint } from "../segments/yield_point.ts";
import type { Progress } from "./progress.ts";
import { closePublished, type Damage, openPublished, type Published } from "../published/published.ts";
import { type LeftOutTrees, unreadTrees } from "../files/left_out.ts";
import { scanTrees, type TreeScan } from "../files/scan.ts";
import { unreadAround } from "../files/unread.ts";
import type { IndexedTree } from "../published/head.ts";
import { contentRules } from "./tree_settings.ts";
import { navigationWarnings } from "./navigation_changes.ts";
import { type Outcomes, pendingWarning, reportUpdate, updateWarnings } from "./update_report.ts";
import type { UpdateReport } from "../../shapes/reports.ts";
import type { SegmentRules, WriteInput } from "./write_index.ts";

export type StoreConfig = Pick<Config, "root" | "files" | "trees" | "untrusted" | "settings" | "chunking">;

/** What an update does beyond what has changed, and what it leaves. */
export interface UpdateScope extends PlanScope {
  /** Names of the trees to update. The documents of the others stay as they are. */
  readonly only?: readonly string[] | undefined;
  /** An index that a reader found unusable. It is set aside, unless another writer has replaced it in the meantime. */
  readonly damage?: Damage | undefined;
}

/** Who waits for an update. */
interface UpdateCaller {
  /** Milliseconds to wait for another writer (default 10000). */
  readonly lockTimeout?: number | undefined;
  /** Called once when ra waits for another writer. */
  readonly onWait?: ((owner: string) => void) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface IndexUpdateOptions {
  readonly config: StoreConfig;
  /** The whole engine is loaded when there is something to write. */
  readonly engine: ReadingEngine;
  /** The file system that holds the trees. */
  readonly source: FileSystem;
  /**
   * By default the folder `.ra/index` under the configuration's root, in the file system of the trees. Another file
   * system holds an index that is built in memory.
   */
  readonly index?: Partial<IndexFolder>;
  readonly scope?: UpdateScope;
  readonly caller?: UpdateCaller;
  /** By default, documents are converted without a limit of time, and nothing is kept. */
  readonly conversions?: {
    readonly limits?: ConversionLimits;
    readonly isPostponed?: WaitingRules["isPostponed"];
  };
  readonly segments?: Partial<SegmentRules>;
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
  readonly missingTrees: LeftOutTrees;
  /** In configuration order. */
  readonly scans: readonly TreeScan[];
  /** The documents that wait to be converted, because the time was over. */
  readonly waiting: readonly FileTask[];
}

export interface UpdateRun extends WriteInput {
  readonly options: IndexUpdateOptions;
}

/** The state of the trees and of the index, seen together. */
export interface UpdateView {
  readonly published: Published;
  readonly scans: readonly TreeScan[];
  readonly plan: ChangePlan;
}

export function prepare(options: IndexUpdateOptions): UpdateRun {
  const { config, source, index, caller, segments = {} } = options;
  return {
    options,
    source,
    index: {
      fs: index?.fs ?? source,
      directory: index?.directory ?? indexDirectory(config.root),
      manifests: index?.manifests ?? createManifestMemory(),
    },
    content: contentRules(config),
    segments,
    conversions: startConversions(options.conversions?.limits ?? { ...UPDATE_LIMITS, keptIn: null }, monotonicMs),
    yieldPoint: createYieldPoint(caller?.signal),
    onProgress: caller?.onProgress ?? (() => {}),
  };
}

/** The documents of trees that are not meant stay, like those of trees whose folder is missing. */
async function scanMeant(
  { source, options: { config, scope }, yieldPoint }: UpdateRun,
  indexed: readonly IndexedTree[],
): Promise<readonly TreeScan[]> {
  const scans = await scanTrees(source, config, yieldPoint, indexed);
  return scans.map((scan) => (scope?.only?.includes(scan.tree.name) === false ? { ...scan, missing: true } : scan));
}

/**
 * Opens the published index, scans the trees unless `scans` is given, and compares them. The caller closes `published`.
 */
export async function look(run: UpdateRun, scans?: readonly TreeScan[]): Promise<UpdateView> {
  const { source, yieldPoint, content, options: { config, engine, scope = {}, conversions } } = run;
  const published = openNow(run);
  const indexed = published.state === "open" ? published.index.head.trees : [];
  try {
    const found = scans ?? await scanMeant(run, indexed);
    const plan = await planChanges({
      source,
      terms: { root: config.root, schemaVersion: engine.schemaVersion, content },
      subject: {
        scans: found,
        published: published.state === "open"
          ? { head: published.index.head, manifest: published.manifest }
          : undefined,
        unread: unreadTrees(source, config, indexed),
        around: () => unreadAround(source, config, found),
      },
      scope,
      waiting: { isBound: run.conversions.totalMs < Infinity, isPostponed: conversions?.isPostponed },
      places: createDocumentPlaces(source, config),
      yieldPoint,
    });
    return { published, scans: found, plan };
  } catch (error) {
    closePublished(published);
    throw error;
  }
}

export function openNow({ index: { fs, directory, manifests }, options: { engine, scope } }: UpdateRun): Published {
  return openPublished(fs, directory, engine.schemaVersion, scope?.damage, manifests);
}

/** Identifies the index by its head, to see whether another writer was faster. */
export function identityOf(published: Published): string {
  return published.state === "open" ? published.index.identity : published.state;
}

export function resultOf(
  run: UpdateRun,
  outcome: UpdateResult["outcome"],
  view: UpdateView,
  outcomes: Outcomes = new Map(),
): UpdateResult {
  const { scans, plan } = view;
  const { config, scope: { full, only } = {} } = run.options;
  const meant = scans.filter(({ tree }) => only?.includes(tree.name) !== false);
  const report = reportUpdate(plan, scans, outcomes, full === true);
  const waiting = [...outcomes].filter(([, entry]) => entry?.skipped === WAITS).map(([task]) => task);
  return {
    outcome,
    report: outcome === "published" ? report : { ...report, removed: 0 },
    warnings: [
      ...updateWarnings(meant, outcomes, config.settings.max_chunk_size),
      ...navigationWarnings(plan.navigationProblems),
      ...pendingWarning(report.skipped.filter(({ reason }) => isWaiting(reason)).length),
    ],
    missingTrees: new Map(meant.flatMap(({ tree, missing, problem }) => (missing ? [[tree.name, problem ?? ""]] : []))),
    scans,
    waiting,
  };
}
