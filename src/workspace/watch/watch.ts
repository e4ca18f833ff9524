/** Keeps an index fresh. An event only says that it is time to look. ra then finds the changes as every search does. */
import type { Config } from "../../config/config.ts";
import { RaError, type Warning } from "../../errors.ts";
import { monotonicMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { WatchUpdate } from "../../shapes/reports.ts";
import { compareManifests } from "../../store/published/compare_manifests.ts";
import { type Manifest, summarizeTree } from "../../store/published/manifest.ts";
import { createNotifier } from "./notifier.ts";
import type { WatchOptions } from "../contract.ts";
import { requireKnownOptions } from "../option_names.ts";
import type { Refreshed } from "../live/live_index.ts";
import { type ConfigurationPlaces, watchedPlaces } from "./watched_places.ts";
import { createWatchers } from "./watchers.ts";

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
  refresh(): Promise<Refreshed & { readonly config: Config; readonly isReconfigured: boolean }>;
  /** The manifest that was published before the first refresh. */
  published(): Promise<Manifest>;
}

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
  const notifier = createNotifier();
  const ended = AbortSignal.any([host.closed, ...(options.signal === undefined ? [] : [options.signal])]);
  const hasEnded = (): boolean => ended.aborted;
  let notified = options.interval === undefined && host.fs.watchDirectory !== undefined;
  const giveUp = (error: Error): void => {
    if (!notified) return;
    notified = false;
    watchers.close();
    host.warn({
      code: "watch-failed",
      message: `${error.message}; looking every ${LOOK_EVERY_MS / 1000} seconds instead`,
    });
    notifier.notify();
  };
  const watchers = createWatchers(host.fs, notifier.notify, giveUp);
  ended.addEventListener("abort", notifier.notify);
  const opened = monotonicMs();
  try {
    let before: Manifest | undefined;
    let isStarted = false;
    let isSettled = false;
    while (!hasEnded()) {
      const began = monotonicMs();
      let isNew = false;
      let failed = false;
      let update: WatchUpdate | undefined;
      try {
        before ??= await host.published();
        const { manifest, scans, config, isReconfigured } = await host.refresh();
        const milliseconds = Math.round(monotonicMs() - (isStarted ? began : opened));
        if (notified) {
          try {
            isNew = watchers.set(watchedPlaces(host.fs, host.configured, scans));
          } catch (error) {
            giveUp(error as Error);
          }
        }
        // Neither saw a change between the look and the start of the watch. So look again before the first report.
        if (isNew && !isSettled) {
          isSettled = true;
          continue;
        }
        const changes = compareManifests(before, manifest);
        before = manifest;
        const event = !isStarted ? "start" : isReconfigured ? "configuration" : "change";
        if (event !== "change" || changes.added.length + changes.changed.length + changes.removed.length > 0) {
          const served = scans.filter(({ missing }) => !missing).map(({ tree }) => manifest.get(tree.name));
          const documents = served.reduce((sum, files) => sum + summarizeTree(files).documents, 0);
          update = {
            event,
            ...changes,
            trees: config.trees.map(({ name }) => name),
            documents,
            milliseconds,
            notified,
          };
        }
        isStarted = true;
      } catch (error) {
        if (hasEnded()) return;
        if (!isStarted || !(error instanceof RaError)) throw error;
        failed = true;
        if (error.code !== "index-locked") host.warn(asWarning(error));
      }
      // Measures only a look that found nothing, because an update takes longer.
      const took = update === undefined ? monotonicMs() - began : 0;
      if (update !== undefined) yield update;
      if (isNew || hasEnded()) continue;
      const every = notified && !failed ? LOOK_ANYWAY_MS : options.interval ?? LOOK_EVERY_MS;
      if (!(await notifier.wait(Math.max(every, took / LOOK_SHARE)))) continue;
      const deadline = monotonicMs() + MAX_BURST_MS;
      while (!hasEnded() && monotonicMs() < deadline && (await notifier.wait(QUIET_MS)));
    }
  } finally {
    ended.removeEventListener("abort", notifier.notify);
    watchers.close();
  }
}

function asWarning({ code, message, path, line }: RaError): Warning {
  return { code, message, ...(path === undefined ? {} : { path }), ...(line === undefined ? {} : { line }) };
}
