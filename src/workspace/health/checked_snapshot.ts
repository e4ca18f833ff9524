/** Opens the documents that are looked at as answers see them. */
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { TreeScan } from "../../store/files/scan.ts";
import type { OpenIndex } from "../../store/published/open_index.ts";
import { createEmbeddedIndex } from "../../store/snapshot/embedded_snapshot.ts";
import { createFilePassages } from "../../store/snapshot/file_passages.ts";
import { servedIndex } from "../../store/snapshot/served_index.ts";
import type { Environment } from "../environment.ts";
import { createWork } from "../live/work.ts";

const NO_LIMITS = { signal: undefined, timeLimit: undefined };

/** The index stays open. */
export async function withCheckedSnapshot<T>(
  { fs, config, engine }: Environment,
  scans: readonly TreeScan[],
  index: OpenIndex,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const core = await (await engine()).whole();
  const isServed = (tree: string): boolean => scans.some((scan) => scan.tree.name === tree && !scan.missing);
  const held = await servedIndex({ ...index, close: () => {} }, isServed, core);
  const embedded = createEmbeddedIndex(core, held);
  const snapshot = embedded.snapshot(createFilePassages(fs, config).of(index), createWork(NO_LIMITS));
  try {
    return await work(snapshot);
  } finally {
    snapshot.release();
    embedded.close();
  }
}
