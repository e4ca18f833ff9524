/** `ra rag status`: what is there of each source, and of the generation that `ra rag index` made. */
import type { RagArtefacts, RagSourceStatus, RagStatusReport } from "../shapes/rag.ts";
import type { ChunkReport } from "../shapes/listings.ts";
import type { SkippedFile } from "../shapes/reports.ts";
import { documentId } from "../document/ids.ts";
import { loadReadingEngine } from "../store/engine/load_reading.ts";
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { indexDirectory } from "../store/published/open_index.ts";
import { closePublished, openPublished } from "../store/published/published.ts";
import { GENERATION } from "../store/published/generation_files.ts";
import { finishSwitch } from "../store/published/switch_files.ts";
import { joinPath } from "../text/paths.ts";
import type { Workspace } from "../workspace.ts";
import { type ArtefactManifest, isSameHash, readManifest, wrongArtefacts } from "./artefacts/manifest.ts";
import { MANIFEST } from "../store/published/generation_files.ts";
import type { RagConfig } from "../sources/config/rag_config.ts";
import { convertJournal } from "../sources/convert/convert_journal.ts";
import { settingsHash } from "./write/generation_hash.ts";
import { lastOmitted, lastRun } from "../sources/journal.ts";
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
  const indexed = files === undefined ? undefined : await inspect(fs, await open(config.indexRoot, files));
  const sources = sourceTrees(fs, config).map(({ name, type, path }): RagSourceStatus => {
    const commit = type === "git" ? fetchedSource(fs, config, name)?.commit : undefined;
    const found = indexed?.of(name);
    const run = lastRun(fs, config, name);
    return withoutUndefined<RagSourceStatus>({
      id: name,
      type,
      path,
      state: fs.stat(path)?.kind === "directory" ? "ready" : "absent",
      commit,
      last_run: run,
      omitted: lastOmitted(fs, config, name),
      ocr_confidence: ocrConfidence(fs, config, name),
      ...(found ?? { documents: 0, chunks: 0, bytes: 0, average_bytes: 0, skipped: {} }),
    });
  });
  const artefacts = artefactsOf(fs, config, indexed?.changed);
  return { config: config.file, index_root: config.indexRoot, artefacts, sources };
}

function artefactsOf(fs: FileSystem, config: RagConfig, changed: string | undefined): RagArtefacts {
  let manifest: ArtefactManifest | undefined;
  try {
    manifest = readManifest(fs, config.indexRoot);
  } catch (error) {
    if (!(error instanceof RaError) || error.code !== "index-damaged") throw error;
    return { state: "damaged", wrong: [MANIFEST] };
  }
  if (manifest === undefined) return { state: "absent" };
  const wrong = wrongArtefacts(fs, config.indexRoot, manifest);
  const { generation, created, chunks, config_hash } = manifest;
  const isConfigured = isSameHash(settingsHash(config, sourceTrees(fs, config)), config_hash);
  const since = [...(isConfigured ? [] : ["rag.yaml"]), ...(changed === undefined ? [] : [changed])].join(", ");
  return withoutUndefined<RagArtefacts>({
    ...(wrong.length === 0 ? { state: "whole" } : { state: "damaged", wrong }),
    generation,
    created,
    chunks,
    current: since === "",
    changed: since === "" ? undefined : since,
  });
}

/** The mean over the files that OCR read. */
function ocrConfidence(fs: FileSystem, config: RagConfig, id: string): number | undefined {
  const files = Object.values(convertJournal(fs, config, id));
  const found = files.flatMap(({ confidence }) => confidence ?? []);
  return found.length === 0 ? undefined : Math.round(found.reduce((a, b) => a + b, 0) / found.length);
}

type TreeCounts = Pick<RagSourceStatus, "documents" | "chunks" | "bytes" | "average_bytes" | "skipped">;

interface Inspected {
  of(tree: string): TreeCounts;
  /** What has changed since the index was built. */
  readonly changed: string | undefined;
}

async function inspect(fs: FileSystem, workspace: Workspace): Promise<Inspected> {
  try {
    const { settings, root } = workspace.config;
    const skipped = settings.frozen ? await skippedIn(fs, root) : (await workspace.update()).skipped;
    const { trees, index } = await workspace.status();
    const chunks = await workspace.list("chunks", { update: false });
    return {
      changed: index.reason ?? undefined,
      of(tree) {
        const { documents = 0, chunks: count = 0, bytes = 0 } = trees.find(({ name }) => name === tree) ?? {};
        const reasons: Record<string, number> = {};
        for (const { path, reason } of skipped) {
          if (path.startsWith(`${tree}:`)) reasons[reason] = (reasons[reason] ?? 0) + 1;
        }
        const own = ownLengths(chunks.filter((chunk) => chunk.tree === tree));
        const sum = own.reduce((total, length) => total + length, 0);
        const average_bytes = own.length === 0 ? 0 : Math.round(sum / own.length);
        return { documents, chunks: count, bytes, average_bytes, skipped: reasons };
      },
    };
  } finally {
    workspace.close();
  }
}

/** The files that a frozen index left out. */
async function skippedIn(fs: FileSystem, root: string): Promise<readonly SkippedFile[]> {
  const { schemaVersion } = await loadReadingEngine();
  const published = openPublished(fs, indexDirectory(root), schemaVersion);
  closePublished(published);
  if (published.state !== "open") return [];
  return [...published.manifest].flatMap(([tree, files]) =>
    [...files].flatMap(([path, { skipped }]) =>
      skipped === null ? [] : [{ path: documentId(tree, path), reason: skipped }]
    )
  );
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
