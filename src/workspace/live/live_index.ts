/**
 * The index as a workspace uses it. It is refreshed, opened, kept open between answers, and replaced when it is
 * damaged.
 */
import type { ReadingEngine } from "../../store/engine/engine.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { StopSignal } from "../../search/ports/work.ts";
import { RaError, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { createMemoryFileSystem } from "../../host/memory_file_system.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import { createManifestMemory } from "../../store/published/manifest_memory.ts";
import { indexDirectory, type OpenIndex, requireOwnIndex } from "../../store/published/open_index.ts";
import { GENERATION } from "../../store/published/generation_files.ts";
import { finishSwitch } from "../../store/published/switch_files.ts";
import { closePublished, type Damage, damageFound, openPublished } from "../../store/published/published.ts";
import type { LeftOut } from "../../store/files/left_out.ts";
import type { TreeScan } from "../../store/files/scan.ts";
import { updateIndex, type UpdateResult } from "../../store/update/update.ts";
import type { UpdateReport } from "../../shapes/reports.ts";
import type { HeldSnapshot } from "../../store/snapshot/embedded_snapshot.ts";
import { createFilePassages } from "../../store/snapshot/file_passages.ts";
import { emptyIncludeWarnings } from "../health/include_warnings.ts";
import { requireWritten, stillBuilding, unusableIndex, unwritableBecause } from "./failures.ts";
import { createIdleConversions, limitsOf } from "./conversions.ts";
import { requireUnfrozen, sayWhatChanged } from "./frozen_index.ts";
import type { Environment } from "../environment.ts";
import { createOpener, whyLeftOut } from "./open_index.ts";
import { createWork } from "./work.ts";

/** A consistent view of the index to answer from. */
export interface IndexView {
  /** Without trees that are left out, like `index`. */
  readonly snapshot: Snapshot;
  readonly index: OpenIndex;
  /** The trees of the configuration whose folder is missing. */
  readonly missingTrees: LeftOut;
  /** Why a tree is left out; undefined for one that is not, or that nobody knows. */
  whyLeftOut(tree: string): string | undefined;
}

/** The result of a refresh. */
export interface Refreshed {
  /** The published manifest. */
  readonly manifest: Manifest;
  /** In configuration order. */
  readonly scans: readonly TreeScan[];
}

export interface LiveIndex {
  /**
   * A caller calls this when it makes a request, and calls the returned function when its turn comes. {@link answer}
   * then reuses a refresh that began after the request. So calls that overlap share one refresh.
   */
  ask(): () => void;
  /**
   * Refreshes if `update` is set, and gives the index to `work`, whose cost is limited (`work.ts`). If the index turns
   * out to be damaged, rebuilds it and runs `work` once more. With `byMeaning`, sections may get their vectors before.
   */
  answer<T>(
    asked: { readonly update: boolean; readonly signal?: StopSignal; readonly byMeaning?: boolean },
    work: (view: IndexView) => Promise<T>,
  ): Promise<T>;
  update(options: { readonly full?: boolean; readonly prune?: boolean }): Promise<UpdateReport>;
  /** The manifest that is published now. Empty if it cannot be read. */
  published(): Promise<Manifest>;
  /** Indexes what has changed. Throws what `update` throws. */
  refresh(): Promise<Refreshed>;
  close(): void;
}

/** A refresh as far as it came. */
interface Attempt extends Pick<UpdateResult, "outcome"> {
  /** Unknown when the trees were not walked. */
  readonly missingTrees?: LeftOut;
  /** Why the index could not be written. */
  readonly unwritable?: Warning;
}

export function createLiveIndex(environment: Environment): LiveIndex {
  const { config, options, fs, meaning } = environment;
  const { timeLimit } = options;
  const { frozen } = config.settings;
  const directory = indexDirectory(config.root);
  /** Holds the index if the folder cannot be written and holds no index. */
  let memory: FileSystem | undefined;
  const manifests = createManifestMemory();
  const documents = createFilePassages(fs, config);
  /** Ends the calls in progress when the index is closed. A later call opens it again. */
  let interrupt = new AbortController();
  /**
   * `begun` counts the refreshes that began. `last` is the last one, if it is still valid. `asked` is the count when
   * the current caller made its request.
   */
  let begun = 0;
  let last: number | undefined;
  let asked = Infinity;
  const idle = createIdleConversions(environment);
  const warn = (warning: Warning): void => options.onWarning?.(warning);
  const opener = createOpener(environment, manifests, warn);
  const reopen = (engine: ReadingEngine, missing?: LeftOut) => opener.reopen(memory ?? fs, engine, missing);

  async function refresh(
    changes: { readonly full?: boolean; readonly prune?: boolean; readonly damage?: Damage | undefined },
    purpose: "answer" | "update",
    signal = interrupt.signal,
  ): Promise<UpdateResult> {
    begun++;
    last = undefined;
    const { full = false, prune = false, damage } = changes;
    const result = await updateIndex({
      config,
      engine: await environment.engine(),
      source: fs,
      index: memory ?? fs,
      directory,
      full,
      prune,
      damage,
      memory: manifests,
      conversions: limitsOf(environment, purpose),
      ...(purpose === "answer" ? { isPostponed: idle.isPending } : {}),
      lockTimeout: options.lockTimeout ?? 10_000,
      onWait: options.onWait,
      onProgress: options.onProgress,
      signal,
    });
    result.warnings.forEach(warn);
    if (options.reload === true) idle.begin(result.waiting);
    return result;
  }

  /** Like `refresh`, also where the index cannot be written. `unwritable` then says why. */
  async function refreshIfWritable(
    changes: { readonly damage?: Damage | undefined },
    signal: AbortSignal,
  ): Promise<Attempt> {
    try {
      const result = await refresh(changes, "answer", signal);
      if (result.outcome !== "read-only") return result;
      const unwritable = { code: "index-read-only", message: "the index folder cannot be written", path: directory };
      return { ...result, unwritable };
    } catch (error) {
      const unwritable = unwritableBecause(error, directory);
      if (unwritable === undefined) throw error;
      return { outcome: "read-only", unwritable };
    }
  }

  async function refreshOrThrow(changes: { readonly full?: boolean; readonly prune?: boolean }): Promise<UpdateResult> {
    const result = await refresh(changes, "update");
    requireWritten(result.outcome, directory);
    return result;
  }

  function publishedManifest(schemaVersion: string): Manifest | undefined {
    requireOwnIndex(fs, config.root, directory);
    const published = openPublished(fs, directory, schemaVersion, undefined, manifests);
    closePublished(published);
    return published.state === "open" ? published.manifest : undefined;
  }

  /** Like `reopen`, where this user may also lack the permission to read the index. */
  async function reopenIfReadable(engine: ReadingEngine, missing?: LeftOut): Promise<"open" | "missing" | "damaged"> {
    try {
      return await reopen(engine, missing);
    } catch (error) {
      if (unwritableBecause(error, directory) === undefined) throw error;
      return "damaged";
    }
  }

  const unusable = (code: "index-missing" | "index-damaged", reason?: string): RaError =>
    unusableIndex(code, directory, frozen, reason);

  async function refreshed(update: boolean, damage: Damage | undefined, signal: AbortSignal): Promise<void> {
    let engine = await environment.engine();
    if (!update || frozen) {
      if (opener.opened === undefined) requireOwnIndex(memory ?? fs, config.root, directory);
      if (frozen) finishSwitch(fs, config.root, GENERATION);
      const state = await reopen(engine);
      if (state === "open" && frozen && update) await sayWhatChanged(environment, engine, warn);
      if (state === "open") return;
      throw unusable(state === "missing" ? "index-missing" : "index-damaged");
    }
    if (damage === undefined && opener.opened !== undefined && last !== undefined && last > asked) return;
    const number = begun + 1;
    let result: Attempt = await refreshIfWritable({ damage }, signal);
    engine = await environment.engine(); // the whole one after a refresh that wrote
    if (result.outcome === "locked") {
      warn({ code: "index-locked", message: "another update is still running; answering from the last index" });
    }
    const { unwritable, missingTrees } = result;
    // An index that was found damaged and cannot be replaced is not opened again.
    let state = unwritable === undefined
      ? await reopen(engine, missingTrees)
      : damage === undefined
      ? await reopenIfReadable(engine, missingTrees)
      : "damaged";
    if (unwritable !== undefined) {
      const instead = state === "open" ? "answering from the last index" : "the index is built in memory";
      warn({ ...unwritable, message: `${unwritable.message}; ${instead}` });
    }
    if (state !== "open" && unwritable !== undefined) {
      memory = createMemoryFileSystem();
      result = await refresh({}, "answer", signal);
      state = await reopen(engine, result.missingTrees);
    }
    if (state !== "open") throw stillBuilding(directory);
    if (result.outcome !== "locked") last = number;
  }

  return {
    ask() {
      const now = begun;
      return () => void (asked = now);
    },
    async answer({ update, signal: stop, byMeaning = false }, work) {
      const { signal } = interrupt;
      let engine = await environment.engine();
      let damage: Damage | undefined;
      for (;;) {
        let index: OpenIndex | undefined;
        let snapshot: HeldSnapshot | undefined;
        try {
          await refreshed(update, damage, signal);
          engine = await environment.engine();
          const mayEmbed = update && !frozen;
          const before = byMeaning ? opener.opened : undefined;
          if (before !== undefined && (await meaning?.catchUp(before.embedded, memory ?? fs, mayEmbed)) === true) {
            await reopen(engine, before.missingTrees);
          }
          // No `await` may follow before the snapshot is taken: the index could be closed meanwhile.
          if (signal.aborted) opener.release();
          const { opened } = opener;
          if (opened === undefined) {
            throw new RaError("interrupted", "the workspace was closed before it could answer");
          }
          const { embedded, missingTrees } = opened;
          index = embedded.index;
          snapshot = embedded.snapshot(
            documents.of(index, engine.hiddenRanges),
            createWork({ signal: stop, timeLimit }),
          );
          const why = (tree: string): string | undefined => whyLeftOut(environment, opened, tree);
          const answer = await work({ snapshot, index, missingTrees, whyLeftOut: why });
          const found = index.damage();
          if (found !== undefined) throw new RaError("index-damaged", found);
          return answer;
        } catch (error) {
          // A damaged index has to be examined while it is open, before the snapshot is released.
          const asked = index ?? opener.opened?.published;
          const reason = damage === undefined ? await damageFound(error, asked, engine) : undefined;
          if (reason === undefined) throw error;
          if (!update || frozen) throw unusable("index-damaged", reason);
          damage = { identity: index?.identity ?? opener.unopened ?? asked?.identity ?? "", reason };
          opener.release();
        } finally {
          snapshot?.release();
        }
      }
    },
    async update(changes) {
      requireUnfrozen(config.settings, directory);
      const result = await refreshOrThrow(changes);
      emptyIncludeWarnings(result.scans).forEach(warn);
      return result.report;
    },
    async published() {
      return publishedManifest((await environment.engine()).schemaVersion) ?? new Map();
    },
    async refresh() {
      requireUnfrozen(config.settings, directory);
      const { scans } = await refreshOrThrow({});
      const manifest = publishedManifest((await environment.engine()).schemaVersion);
      if (manifest === undefined) throw new RaError("index-damaged", "the index is not usable", { path: directory });
      return { manifest, scans };
    },
    close() {
      interrupt.abort();
      idle.close();
      interrupt = new AbortController();
      opener.release();
    },
  };
}
