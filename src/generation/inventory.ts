/** What there is of each source: the files found, those that the index read, and the others with their reasons. */
import type { RagProblem } from "../shapes/rag.ts";
import type { Config } from "../config/config.ts";
import type { FileSystem } from "../host/file_system.ts";
import { loadReadingEngine } from "../store/engine/load_reading.ts";
import { scanTrees, type TreeScan } from "../store/files/scan.ts";
import { indexDirectory } from "../store/published/open_index.ts";
import type { FileEntry } from "../store/published/manifest.ts";
import { closePublished, openPublished } from "../store/published/published.ts";
import { createYieldPoint } from "../store/segments/yield_point.ts";
import type { RagConfig } from "../sources/config/rag_config.ts";
import { otherFiles } from "../sources/other_files.ts";
import { lastFound } from "../sources/run_journal.ts";
import { type SourceTree, sourceTrees } from "../sources/source_trees.ts";
import { joinPath } from "../text/paths.ts";

export interface SourceInventory {
  readonly found: number;
  readonly read: number;
  /** What cannot be read: damaged, encrypted, binary, too large. */
  readonly problems: readonly RagProblem[];
  /** What is not meant, has no text, or is a link. */
  readonly others: readonly RagProblem[];
  /** What the run that brought the source in has left out. */
  readonly before: readonly RagProblem[];
  /** Why nothing is there at all. */
  readonly missing: string | undefined;
}

/** `settings` are those of the index in `index_root`. It is not brought up to date. Throws `io`. */
export async function takeInventory(
  fs: FileSystem,
  config: RagConfig,
  settings: Config,
): Promise<ReadonlyMap<string, SourceInventory>> {
  const { schemaVersion } = await loadReadingEngine();
  const published = openPublished(fs, indexDirectory(settings.root), schemaVersion);
  try {
    const isOpen = published.state === "open";
    const indexed = isOpen ? published.index.head.trees : [];
    const scans = await scanTrees(fs, settings, createYieldPoint(undefined), indexed);
    return new Map(
      sourceTrees(fs, config).map((tree) => {
        const scan = scans.find((one) => one.tree.name === tree.name);
        const entries = (isOpen ? published.manifest.get(tree.name) : undefined) ?? new Map<string, FileEntry>();
        return [tree.name, inventoryOf(fs, config, tree, { scan, entries })];
      }),
    );
  } finally {
    closePublished(published);
  }
}

interface TreeFiles {
  /** Undefined for a tree that the index does not know yet. */
  readonly scan: TreeScan | undefined;
  readonly entries: ReadonlyMap<string, FileEntry>;
}

function inventoryOf(fs: FileSystem, config: RagConfig, tree: SourceTree, files: TreeFiles): SourceInventory {
  const { scan, entries } = files;
  const byRun = tree.type === "local" ? undefined : lastFound(fs, config, tree.name);
  const problems: RagProblem[] = [];
  const others: RagProblem[] = [];
  const before = byRun?.left_out ?? [];
  let read = 0;
  for (const { path } of scan?.files ?? []) {
    const outcome = outcomeOf(entries.get(path));
    if (outcome === "read") read++;
    else if (outcome === EMPTY || outcome === WAITS) others.push({ path, reason: outcome });
    else problems.push({ path, reason: outcome });
  }
  const prefix = `${tree.name}:`;
  problems.push(...(scan?.skipped ?? []).map(({ path, reason }) => ({ path: path.slice(prefix.length), reason })));
  const named = new Set([...scan?.files ?? [], ...problems].map(({ path }) => path!));
  if (scan?.missing === false && isWholeFolder(fs, config, tree)) others.push(...otherFiles(fs, scan.tree, named));
  // A text of a page or a document is counted with the page or the document.
  const isText = tree.type === "web" || tree.type === "document";
  const found = isText && byRun !== undefined ? byRun.found : read + problems.length + others.length + before.length;
  return { found, read, problems: sorted(problems), others: sorted(others), before, missing: scan?.problem };
}

/** A user who names globs, a single file or an `include` knows what is not meant. */
function isWholeFolder(fs: FileSystem, { folder, sources }: RagConfig, { name, type }: SourceTree): boolean {
  const source = sources.find(({ id }) => id === name);
  if (source === undefined || source.include !== undefined || source.globs !== undefined) return false;
  return type === "git" ? source.sparse === undefined : fs.stat(joinPath(folder, source.path!))?.kind === "directory";
}

const EMPTY = "empty";
const WAITS = "not in the index yet";

function outcomeOf(entry: FileEntry | undefined): string {
  if (entry === undefined) return WAITS;
  if (entry.skipped !== null) return entry.skipped;
  return entry.chunks > 0 ? "read" : EMPTY;
}

function sorted(problems: readonly RagProblem[]): readonly RagProblem[] {
  return [...problems].sort((a, b) => ((a.path ?? "") < (b.path ?? "") ? -1 : 1));
}
