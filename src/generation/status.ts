/** `ra rag status`: what is there of each source, and of the generation that `ra rag index` made. */
import type { RagArtefacts, RagProblem, RagSourceStatus, RagStatusReport } from "../shapes/rag.ts";
import type { ChunkReport } from "../shapes/listings.ts";
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { GENERATION } from "../store/published/generation_files.ts";
import { finishSwitch } from "../store/published/switch_files.ts";
import { joinPath } from "../text/paths.ts";
import type { Workspace } from "../workspace.ts";
import { type ArtefactManifest, isSameHash, readManifest, wrongArtefacts } from "./artefacts/manifest.ts";
import { MANIFEST } from "../store/published/generation_files.ts";
import type { RagConfig } from "../sources/config/rag_config.ts";
import { convertJournal } from "../sources/convert/convert_journal.ts";
import { takeInventory } from "./inventory.ts";
import { settingsHash } from "./write/generation_hash.ts";
import { lastOmitted, lastRun } from "../sources/run_journal.ts";
import { fetchedSource } from "../sources/git/git_source.ts";
import { sourceTrees } from "../sources/source_trees.ts";
import { TREES, treesFiles } from "./trees.ts";
import { withoutUndefined } from "../shapes/without_undefined.ts";

/**
 * `open` opens the workspace of a folder with these files. Brings its index up to date, unless `ra rag index` made it.
 * The file system is that of the places.
 */
export async function ragStatus(
  fs: FileSystem,
  config: RagConfig,
  open: (folder: string, files: FileSystem) => Promise<Workspace>,
): Promise<RagStatusReport> {
  finishSwitch(fs, config.indexRoot, GENERATION);
  const isIndexed = fs.kindOf(joinPath(config.indexRoot, TREES)) === "file";
  const files = isIndexed ? treesFiles(fs, config) : undefined;
  const found = manifestOf(fs, config);
  const manifest = found === "damaged" ? undefined : found;
  const indexed = files === undefined
    ? undefined
    : await inspect(fs, config, await open(config.indexRoot, files), manifest);
  const sources = sourceTrees(fs, config).map(({ name, type, path }): RagSourceStatus => {
    const commit = type === "git" ? fetchedSource(fs, config, name)?.commit : undefined;
    const run = lastRun(fs, config, name);
    return withoutUndefined<RagSourceStatus>({
      id: name,
      type,
      path,
      state: fs.stat(path)?.kind === "directory" ? "ready" : "absent",
      commit,
      last_run: run === undefined ? undefined : withoutUndefined<NonNullable<RagSourceStatus["last_run"]>>(run),
      omitted: lastOmitted(fs, config, name),
      ocr_confidence: ocrConfidence(fs, config, name),
      ...(indexed?.of(name) ?? NOTHING),
    });
  });
  const artefacts = artefactsOf(fs, config, found, indexed?.changed);
  return { config: config.file, index_root: config.indexRoot, artefacts, sources };
}

function manifestOf(fs: FileSystem, { indexRoot }: RagConfig): ArtefactManifest | "damaged" | undefined {
  try {
    return readManifest(fs, indexRoot);
  } catch (error) {
    if (!(error instanceof RaError) || error.code !== "index-damaged") throw error;
    return "damaged";
  }
}

function artefactsOf(
  fs: FileSystem,
  config: RagConfig,
  manifest: ReturnType<typeof manifestOf>,
  changed: string | undefined,
): RagArtefacts {
  if (manifest === "damaged") return { state: "damaged", wrong: [MANIFEST] };
  if (manifest === undefined) return { state: "absent" };
  const wrong = wrongArtefacts(fs, config.indexRoot, manifest);
  const { generation, created, chunks, config_hash, not_embedded } = manifest;
  const isConfigured = isSameHash(settingsHash(config, sourceTrees(fs, config)), config_hash);
  const since = [...(isConfigured ? [] : ["rag.yaml"]), ...(changed === undefined ? [] : [changed])].join(", ");
  return withoutUndefined<RagArtefacts>({
    ...(wrong.length === 0 ? { state: "whole" } : { state: "damaged", wrong }),
    generation,
    created,
    chunks,
    current: since === "",
    changed: since === "" ? undefined : since,
    not_embedded: not_embedded?.count,
    problems: not_embedded?.first,
  });
}

/** The mean over the files that OCR read. */
function ocrConfidence(fs: FileSystem, config: RagConfig, id: string): number | undefined {
  const files = Object.values(convertJournal(fs, config, id));
  const found = files.flatMap(({ confidence }) => confidence ?? []);
  return found.length === 0 ? undefined : Math.round(found.reduce((a, b) => a + b, 0) / found.length);
}

type TreeCounts = Pick<
  RagSourceStatus,
  "found" | "read" | "left_out" | "documents" | "chunks" | "bytes" | "average_bytes" | "skipped"
>;

const NOTHING: TreeCounts = {
  ...{ found: 0, read: 0, left_out: [], documents: 0, chunks: 0, bytes: 0, average_bytes: 0, skipped: {} },
};

interface Inspected {
  of(tree: string): TreeCounts;
  /** What has changed since the index was built. */
  readonly changed: string | undefined;
}

async function inspect(
  fs: FileSystem,
  config: RagConfig,
  workspace: Workspace,
  manifest: ArtefactManifest | undefined,
): Promise<Inspected> {
  try {
    if (!workspace.config.settings.frozen) await workspace.update();
    const { trees, index } = await workspace.status();
    const chunks = await workspace.list("chunks", { update: false });
    const inventory = await takeInventory(fs, config, workspace.config);
    return {
      changed: index.reason ?? undefined,
      of(tree) {
        const { documents = 0, chunks: count = 0, bytes = 0 } = trees.find(({ name }) => name === tree) ?? {};
        const { found, read, problems, others, before } = inventory.get(tree)!;
        const left_out = [...problems, ...before, ...others];
        const own = ownLengths(chunks.filter((chunk) => chunk.tree === tree));
        const sum = own.reduce((total, length) => total + length, 0);
        const average_bytes = own.length === 0 ? 0 : Math.round(sum / own.length);
        const generated = manifest?.sources.find(({ id }) => id === tree);
        const { files = documents, chunks: rows = count } = generated ?? {};
        const counts = { documents: files, chunks: rows, bytes, average_bytes };
        return { found, read, left_out, ...counts, skipped: countReasons(left_out) };
      },
    };
  } finally {
    workspace.close();
  }
}

/** How many files have each reason, the most frequent first. */
function countReasons(problems: readonly RagProblem[]): Readonly<Record<string, number>> {
  const reasons = new Map<string, number>();
  for (const { reason } of problems) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return Object.fromEntries([...reasons].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

/** The bytes of each chunk up to the first chunk within it, without those that have none. */
function ownLengths(chunks: readonly ChunkReport[]): readonly number[] {
  return chunks.map((chunk, at) => {
    const next = chunks[at + 1];
    const isInside = next?.doc_id === chunk.doc_id && next.byte_start < chunk.byte_end &&
      next.byte_start >= chunk.byte_start;
    return (isInside ? next.byte_start : chunk.byte_end) - chunk.byte_start;
  }).filter((length) => length > 0);
}
