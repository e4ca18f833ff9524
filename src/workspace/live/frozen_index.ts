/** An index that only `ra rag index` changes. */
import type { Settings } from "../../config/config.ts";
import type { ReadingEngine } from "../../store/engine/engine.ts";
import { RaError, type Warning } from "../../errors.ts";
import type { Environment } from "../environment.ts";

/** Warns where files have changed since the index was built. */
export async function sayWhatChanged(
  { config, fs }: Environment,
  { schemaVersion }: ReadingEngine,
  warn: (warning: Warning) => void,
): Promise<void> {
  const { indexState } = await import("../../store/update/index_state.ts");
  const { reason } = await indexState({ config, schemaVersion, source: fs });
  if (reason === null) return;
  warn({ code: "sources-changed", message: `${reason} since the index was built; to index them, run: ra rag index` });
}

/** Throws `usage` for an index that is frozen. */
export function requireUnfrozen({ frozen }: Settings, directory: string): void {
  if (!frozen) return;
  throw new RaError("usage", "this index is frozen: only ra rag index changes it", {
    path: directory,
    hint: "run: ra rag index",
  });
}
