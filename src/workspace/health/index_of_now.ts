/** Opens an index of the current documents, without writing anything. */
import { createMemoryFileSystem } from "../../host/memory_file_system.ts";
import type { ReadingEngine } from "../../store/engine/engine.ts";
import type { IndexState } from "../../store/update/index_state.ts";
import { indexDirectory, type OpenIndex, openIndex } from "../../store/published/open_index.ts";
import { updateIndex } from "../../store/update/update.ts";
import type { Environment } from "../environment.ts";
import { limitsOf } from "../live/conversions.ts";

/** The published index while it is current; else one in memory. Undefined where there is no index at all. */
export async function indexOfNow(
  environment: Environment,
  { state }: Pick<IndexState, "state">,
): Promise<OpenIndex | undefined> {
  const { config, engine, fs, options } = environment;
  const directory = indexDirectory(config.root);
  const core = await engine();
  if (state === "current") return opened(fs, directory, core);
  const index = createMemoryFileSystem();
  await updateIndex({
    config,
    engine: core,
    source: fs,
    index: { fs: index, directory },
    conversions: { limits: limitsOf({ fs, options }, "answer") },
    caller: { onProgress: options.onProgress },
  });
  return opened(index, directory, core);
}

function opened(fs: Environment["fs"], directory: string, core: ReadingEngine): OpenIndex | undefined {
  const found = openIndex(fs, directory, core.schemaVersion);
  return found.state === "open" ? found.index : undefined;
}
