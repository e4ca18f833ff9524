/** Keeps an index fresh. An event only says that it is time to look. ra then finds the changes as every search does. */
import type { Config } from "../../config/config.ts";
import { RaError, type Warning, warningOf } from "../../errors.ts";
import { monotonicMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { WatchUpdate } from "../../shapes/reports.ts";
import { compareManifests } from "../../store/published/compare_manifests.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import { summarizeTree } from "../../store/published/tree_summary.ts";
import { createNotifier } from "./notifier.ts";
import type { WatchOptions } from "../contract.ts";
import { requireKnownOptions } from "../option_names.ts";
import type { Refreshed } from "../live/live_index.ts";
import { type ConfigurationPlaces, watchedPlaces } from "./watched_places.ts";
import { createWatchers, type Watchers } from "./watchers.ts";

export interface WatchHost {
  readonly fs: FileSystem;
  /**
   * Where configuration files can be: in the absolute directory and above, and in `home`. Undefined if ra looks for
   * none.
   */
  readonly configured: ConfigurationPlaces | undefined;
  /** Aborted when the workspace closes. */
  readonly closed: AbortSignal;
  readonly warn: (warning: Warning) => void;
  /** Reads the configuration again and refreshes. Tells whether the configuration has changed. */
  refresh(): Promise<WatchRefreshed>;
  /** The manifest that was published before the first refresh. */
  published(): Promise<Manifest>;
}

type WatchRefreshed = Refreshed & { readonly config: Config; readonly isReconfigured: boolean };

/** A burst of changes ends after this many milliseconds without a change, or after the longer time in all. */
const QUIET_MS = 100;
const MAX_BURST_MS = 1000;
/**
 * Look at least this often where nothing reports changes. Where something does, look this often for changes that no
 * event reports.
 */
const LOOK_EVERY_MS = 2000;
const LOOK_ANYWAY_MS = 60_000;
/** The largest share of the time that looking may take. */
const LOOK_SHARE = 1 / 10;

/** See `Workspace.watch`. */
export async function* watch(host: WatchHost, options: WatchOptions): AsyncGenerator<WatchUpdate, void, undefined> {
  requireKnownOptions("watch", options);
  yield* new Watch(host, options).updates();
}

/** What came of looking at the files once. */
interface Look {
  readonly update: WatchUpdate | undefined;
  /** Whether places are watched that were not watched during the look. */
  readonly isNew: boolean;
  readonly failed: boolean;
}

class Watch {
  readonly #host: WatchHost;
  readonly #interval: number | undefined;
  readonly #ended: AbortSignal;
  readonly #notifier = createNotifier();
  readonly #watchers: Watchers;
  readonly #opened = monotonicMs();
  /** Whether the file system reports changes. */
  #notified: boolean;
  #before: Manifest | undefined;
  #isStarted = false;
  /** Whether the files were looked at again after the first watch began. */
  #isSettled = false;

  constructor(host: WatchHost, { signal, interval }: WatchOptions) {
    this.#host = host;
    this.#interval = interval;
    this.#ended = AbortSignal.any([host.closed, ...(signal === undefined ? [] : [signal])]);
    this.#notified = interval === undefined && host.fs.watchDirectory !== undefined;
    this.#watchers = createWatchers(host.fs, this.#notifier.notify, (error) => this.#giveUp(error));
  }

  async *updates(): AsyncGenerator<WatchUpdate, void, undefined> {
    this.#ended.addEventListener("abort", this.#notifier.notify);
    try {
      while (!this.#hasEnded()) {
        const began = monotonicMs();
        const look = await this.#look(began);
        if (look === "ended") return;
        // Measures only a look that found nothing, because an update takes longer.
        const took = look.update === undefined ? monotonicMs() - began : 0;
        if (look.update !== undefined) yield look.update;
        if (!look.isNew && !this.#hasEnded()) await this.#rest(look.failed, took);
      }
    } finally {
      this.#ended.removeEventListener("abort", this.#notifier.notify);
      this.#watchers.close();
    }
  }

  #hasEnded(): boolean {
    return this.#ended.aborted;
  }

  async #look(began: number): Promise<Look | "ended"> {
    let isNew = false;
    try {
      this.#before ??= await this.#host.published();
      const refreshed = await this.#host.refresh();
      const milliseconds = Math.round(monotonicMs() - (this.#isStarted ? began : this.#opened));
      isNew = this.#notified && this.#watchPlaces(refreshed);
      // Neither saw a change between the look and the start of the watch. So look again before the first report.
      if (isNew && !this.#isSettled) {
        this.#isSettled = true;
        return { update: undefined, isNew, failed: false };
      }
      const update = this.#updateOf(this.#before, refreshed, milliseconds);
      this.#before = refreshed.manifest;
      this.#isStarted = true;
      return { update, isNew, failed: false };
    } catch (error) {
      if (this.#hasEnded()) return "ended";
      if (!this.#isStarted || !(error instanceof RaError)) throw error;
      if (error.code !== "index-locked") this.#host.warn(warningOf(error));
      return { update: undefined, isNew, failed: true };
    }
  }

  /** Returns whether places are new. */
  #watchPlaces({ scans, manifest, config: { root } }: WatchRefreshed): boolean {
    try {
      return this.#watchers.set(watchedPlaces(this.#host.fs, this.#host.configured, { scans, manifest, root }));
    } catch (error) {
      this.#giveUp(error as Error);
      return false;
    }
  }

  #giveUp(error: Error): void {
    if (!this.#notified) return;
    this.#notified = false;
    this.#watchers.close();
    this.#host.warn({
      code: "watch-failed",
      message: `${error.message}; looking every ${LOOK_EVERY_MS / 1000} seconds instead`,
    });
    this.#notifier.notify();
  }

  #updateOf(
    before: Manifest,
    { manifest, scans, config, isReconfigured }: WatchRefreshed,
    milliseconds: number,
  ): WatchUpdate | undefined {
    const changes = compareManifests(before, manifest);
    const event = !this.#isStarted ? "start" : isReconfigured ? "configuration" : "change";
    if (event === "change" && changes.added.length + changes.changed.length + changes.removed.length === 0) {
      return undefined;
    }
    const served = scans.filter(({ missing }) => !missing).map(({ tree }) => manifest.get(tree.name));
    const documents = served.reduce((sum, files) => sum + summarizeTree(files).documents, 0);
    const trees = config.trees.map(({ name }) => name);
    return { event, ...changes, trees, documents, milliseconds, notified: this.#notified };
  }

  /** Waits for a change, and for the end of the burst that it may belong to. */
  async #rest(failed: boolean, took: number): Promise<void> {
    const every = this.#notified && !failed ? LOOK_ANYWAY_MS : this.#interval ?? LOOK_EVERY_MS;
    if (!(await this.#notifier.wait(Math.max(every, took / LOOK_SHARE)))) return;
    const deadline = monotonicMs() + MAX_BURST_MS;
    while (!this.#hasEnded() && monotonicMs() < deadline && (await this.#notifier.wait(QUIET_MS)));
  }
}
