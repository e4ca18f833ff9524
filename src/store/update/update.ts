/** Brings the index up to date with the trees, by indexing what changed or everything. */
import { isCurrent } from "./change_plan.ts";
import { requireOwnIndex } from "../published/open_index.ts";
import { closePublished } from "../published/published.ts";
import { type IndexUpdateOptions, look, prepare, resultOf, type UpdateResult } from "./update_run.ts";

export type { PlanScope } from "./change_plan.ts";
export type { IndexUpdateOptions, StoreConfig, UpdateResult, UpdateScope } from "./update_run.ts";

/**
 * Updates the index. The published index stays readable until the new one replaces it in one step, even if this process
 * is interrupted or dies. Throws `io`, `interrupted`, `engine`.
 */
export async function updateIndex(options: IndexUpdateOptions): Promise<UpdateResult> {
  const run = prepare(options);
  run.onProgress({ stage: "scan", filesDone: 0, filesTotal: 0, chunks: 0, bytesDone: 0, bytesTotal: 0 });
  requireOwnIndex(run.index.fs, options.config.root, run.index.directory);
  const view = await look(run);
  closePublished(view.published);
  const current = view.published.state === "open" && options.scope?.full !== true && isCurrent(view.plan);
  if (current && view.plan.newlyTrusted === 0) return resultOf(run, "unchanged", view);
  const { applyChanges } = await import("./apply_changes.ts");
  return await applyChanges(run, view, current);
}
