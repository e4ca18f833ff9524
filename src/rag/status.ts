/** `ra rag status`: what is there of each source. */
import type { RagSourceStatus, RagStatusReport } from "../answers/rag.ts";
import type { ChunkReport } from "../answers/reports.ts";
import type { FileSystem } from "../host/file_system.ts";
import { joinPath } from "../text/paths.ts";
import type { Workspace } from "../workspace.ts";
import type { RagConfig } from "./config/rag_config.ts";
import type { ConvertJournal } from "./convert/convert_source.ts";
import { type LastRun, readJournal } from "./journal.ts";
import type { FetchedSource } from "./sources/git_source.ts";
import { sourceTrees } from "./trees/source_trees.ts";

/** `open` opens the workspace of a folder. Brings its index up to date. */
export async function ragStatus(
  fs: FileSystem,
  config: RagConfig,
  open: (folder: string) => Promise<Workspace>,
): Promise<RagStatusReport> {
  const isIndexed = fs.kindOf(joinPath(config.indexRoot, ".ra.toml")) === "file";
  const indexed = isIndexed ? await inspect(await open(config.indexRoot)) : undefined;
  const sources = sourceTrees(fs, config).map(({ name, type, path }): RagSourceStatus => {
    const commit = type === "git" ? readJournal<FetchedSource>(fs, config, "fetch", name)?.commit : undefined;
    const found = indexed?.(name);
    return {
      id: name,
      type,
      path,
      state: fs.stat(path)?.kind === "directory" ? "ready" : "absent",
      ...(commit === undefined ? {} : { commit }),
      ...lastRun(fs, config, name),
      ...ocrConfidence(fs, config, name),
      ...(found ?? { documents: 0, chunks: 0, bytes: 0, average_bytes: 0, skipped: {} }),
    };
  });
  return { config: config.file, index_root: config.indexRoot, sources };
}

function lastRun(fs: FileSystem, config: RagConfig, id: string): Pick<RagSourceStatus, "last_run"> {
  const run = readJournal<LastRun>(fs, config, "run", id);
  return run === undefined ? {} : { last_run: run };
}

/** The mean over the files that OCR read. */
function ocrConfidence(fs: FileSystem, config: RagConfig, id: string): Pick<RagSourceStatus, "ocr_confidence"> {
  const files = Object.values(readJournal<ConvertJournal>(fs, config, "convert", id) ?? {});
  const found = files.flatMap(({ confidence }) => confidence ?? []);
  return found.length === 0 ? {} : { ocr_confidence: Math.round(found.reduce((a, b) => a + b, 0) / found.length) };
}

type Counts = Pick<RagSourceStatus, "documents" | "chunks" | "bytes" | "average_bytes" | "skipped">;

async function inspect(workspace: Workspace): Promise<(tree: string) => Counts> {
  try {
    const { skipped } = await workspace.update();
    const { trees } = await workspace.status();
    const chunks = await workspace.list("chunks", { update: false });
    return (tree) => {
      const { documents = 0, chunks: count = 0, bytes = 0 } = trees.find(({ name }) => name === tree) ?? {};
      const reasons: Record<string, number> = {};
      for (const { path, reason } of skipped) {
        if (path.startsWith(`${tree}:`)) reasons[reason] = (reasons[reason] ?? 0) + 1;
      }
      const own = ownLengths(chunks.filter((chunk) => chunk.tree === tree));
      const sum = own.reduce((total, length) => total + length, 0);
      const average_bytes = own.length === 0 ? 0 : Math.round(sum / own.length);
      return { documents, chunks: count, bytes, average_bytes, skipped: reasons };
    };
  } finally {
    workspace.close();
  }
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
