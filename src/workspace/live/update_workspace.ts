/** Builds the index, and then the vectors of its sections. */
import { RaError, type RaErrorCode } from "../../errors.ts";
import type { UpdateReport } from "../../shapes/reports.ts";
import type { UpdateOptions } from "../contract.ts";
import type { Environment } from "../environment.ts";
import type { LiveIndex } from "./live_index.ts";

/** Without vectors, an index still finds sections by their words. */
const OF_MODELS: readonly RaErrorCode[] = ["model-missing", "model-invalid", "embedding-failed"];

/**
 * With `semantic`, indexes only what has changed. Throws `usage` for `semantic` while semantic search is off, and what
 * `LiveIndex.update` throws. A model that is missing is a warning, unless `semantic` asks for its vectors.
 */
export async function updateWorkspace(
  { meaning, options: { onProgress, onWarning } }: Environment,
  index: LiveIndex,
  { semantic = false, ...changes }: UpdateOptions,
): Promise<UpdateReport> {
  if (semantic && meaning === undefined) {
    throw new RaError("usage", "semantic: semantic search is off", {
      hint: "run `ra model add minilm`, and set `enabled = true` in `[semantic]` of .ra.toml",
    });
  }
  const report = await index.update(semantic ? {} : changes);
  try {
    await meaning?.update(onProgress === undefined ? {} : { onProgress });
  } catch (error) {
    const isOfModel = error instanceof RaError && OF_MODELS.includes(error.code);
    if (semantic || !isOfModel) throw error;
    const { code, message, hint } = error;
    onWarning?.({ code, message: `${message}; sections get no vectors${hint === undefined ? "" : ` (${hint})`}` });
  }
  return report;
}
