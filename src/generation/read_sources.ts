/** The last part of `ra rag ingest`: what there is of each source, and what of it the index reads. */
import type { RagSourceRun } from "../shapes/rag.ts";
import type { FileSystem } from "../host/file_system.ts";
import type { RagConfig } from "../sources/config/rag_config.ts";
import { type SourceTree, sourceTrees } from "../sources/source_trees.ts";
import type { Workspace } from "../workspace.ts";
import { type SourceInventory, takeInventory } from "./inventory.ts";
import { treesFiles } from "./trees.ts";

type OpenWorkspace = (folder: string, files: FileSystem) => Promise<Workspace>;

/**
 * Brings the index up to date, unless `ra rag index` made it, and counts. A source whose stage has failed, and of which
 * nothing is there, has said so. `runs` is what the stages did. Throws what updating throws.
 */
export async function readSources(
  fs: FileSystem,
  config: RagConfig,
  open: OpenWorkspace,
  isMeant: (source: { readonly id: string }) => boolean,
  runs: readonly RagSourceRun[],
): Promise<readonly RagSourceRun[]> {
  const workspace = await open(config.indexRoot, treesFiles(fs, config));
  try {
    if (!workspace.config.settings.frozen) await workspace.update();
    const inventory = await takeInventory(fs, config, workspace.config);
    return sourceTrees(fs, config).filter(({ name }) => isMeant({ id: name })).flatMap((tree) => {
      const isSaid = runs.some(({ id, state }) => id === tree.name && state === "failed");
      const found = inventory.get(tree.name)!;
      return found.missing !== undefined && isSaid ? [] : [readRun(tree, found)];
    });
  } finally {
    workspace.close();
  }
}

function readRun({ name, path }: SourceTree, inventory: SourceInventory): RagSourceRun {
  const { found, read, problems, others, before, missing } = inventory;
  const begun = { id: name, stage: "read" as const, from: path };
  if (missing !== undefined) {
    return { ...begun, state: "failed", counts: {}, problems: [{ reason: `${path}: ${missing}` }] };
  }
  const left = problems.length + others.length + before.length;
  const counts = { found, read, ...(left > 0 ? { "left out": left } : {}) };
  return { ...begun, state: "unchanged", counts, problems, left_out: others };
}
