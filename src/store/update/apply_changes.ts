/** Writes what has changed, while the index is locked. */
import { RaError, type Warning } from "../../errors.ts";
import { isCurrent } from "./change_plan.ts";
import { rootOf } from "../published/open_index.ts";
import { closePublished, damageBehind } from "../published/published.ts";
import { cleanUp, setAside } from "../published/publish.ts";
import { damageWarning } from "./update_report.ts";
import {
  identityOf,
  look,
  openNow,
  resultOf,
  type UpdateResult,
  type UpdateRun,
  type UpdateView,
} from "./update_run.ts";
import { writeIndex, writeManifest } from "./write_index.ts";
import { takeWriterLock, type WriterLock } from "../lock/writer_lock.ts";

/** `current`: only fingerprints are renewed. */
export async function applyChanges(run: UpdateRun, view: UpdateView, current: boolean): Promise<UpdateResult> {
  const { source, index: { fs, directory }, options: { config, caller } } = run;
  const timeoutMs = current ? 0 : caller?.lockTimeout ?? 10_000;
  // An index in memory lies in no project.
  const root = fs === source ? rootOf(config.root, directory) : undefined;
  let lock: WriterLock | "read-only" | "locked";
  try {
    lock = await takeWriterLock(fs, root, directory, timeoutMs, current ? undefined : caller?.onWait);
  } catch (error) {
    if (current) return resultOf(run, "unchanged", view);
    throw error;
  }
  if (typeof lock === "string") return current ? resultOf(run, "unchanged", view) : resultOf(run, lock, view);
  try {
    return current ? renewStamps(run, view, lock) : await write(run, view, lock);
  } finally {
    await lock.release();
  }
}

async function write(run: UpdateRun, before: UpdateView, lock: WriterLock): Promise<UpdateResult> {
  const { index: { fs, directory }, options: { engine, scope } } = run;
  const warnings: Warning[] = [];
  // If no other writer came in between, the comparison still holds.
  let view: UpdateView = { ...before, published: openNow(run) };
  try {
    if (identityOf(view.published) !== identityOf(before.published)) {
      // Another writer has published since the scan. Look again.
      closePublished(view.published);
      view = await look(run);
      if (view.published.state === "open" && scope?.full !== true && isCurrent(view.plan)) {
        return resultOf(run, "unchanged", view);
      }
    }
    for (;;) {
      if (view.published.state === "damaged") {
        warnings.push(damageWarning(directory, view.published.reason));
        setAside(fs, directory);
        view = await look(run, view.scans);
      }
      const published = view.published.state === "open" ? view.published.index : undefined;
      try {
        const writer = { engine: await engine.whole(), published, keepLock: lock.keep };
        const outcomes = await writeIndex(run, writer, view.plan, view.scans);
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
    cleanUp(fs, directory);
    throw error;
  } finally {
    closePublished(view.published);
  }
}

/**
 * Publishes renewed fingerprints, so that files that were too recent to trust need not be read again. Failing here does
 * no harm.
 */
function renewStamps(run: UpdateRun, before: UpdateView, lock: WriterLock): UpdateResult {
  const { index, options: { engine } } = run;
  try {
    const published = openNow(run);
    try {
      if (published.state === "open" && identityOf(published) === identityOf(before.published)) {
        const input = { index, schemaVersion: engine.schemaVersion, keepLock: lock.keep };
        writeManifest(input, before.plan, published.index);
      }
    } finally {
      closePublished(published);
    }
  } catch (error) {
    if (!(error instanceof RaError)) throw error;
    cleanUp(index.fs, index.directory);
  }
  return resultOf(run, "unchanged", before);
}
