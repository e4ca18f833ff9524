/** What a run needs before it begins. */
import { RaError } from "../errors.ts";
import type { EntryKind, FileSystem } from "../host/file_system.ts";
import { takeWriterLock, type WriterLock } from "../store/lock/writer_lock.ts";
import { nearest } from "../text/nearest.ts";
import { joinPath } from "../text/paths.ts";
import { shellWord } from "../text/shell_word.ts";
import type { RagConfig } from "./config/rag_config.ts";

/** How long one run waits for another. */
const LOCK_TIMEOUT_MS = 600_000;

/**
 * The folders that a `rag.yaml` names must be there, so that a typing mistake fills no wrong place. Throws
 * `config-value`.
 */
export function requireFolders(fs: FileSystem, { file, dataRoot, indexRoot }: RagConfig): void {
  for (const [name, path] of [["data_root", dataRoot], ["index_root", indexRoot]] as const) {
    const problem = folderProblem(path, fs.stat(path)?.kind);
    if (problem === undefined) continue;
    throw new RaError("config-value", `paths.${name}: ${problem.message}`, { path: file, hint: problem.hint });
  }
}

/** What is wrong with a place where a folder has to be. `kind` is what is there. */
export function folderProblem(
  path: string,
  kind: EntryKind | undefined,
): { readonly message: string; readonly hint: string } | undefined {
  if (kind === "directory") return undefined;
  return kind === undefined
    ? { message: `${path} does not exist`, hint: `mkdir -p ${shellWord(path)}` }
    : { message: `${path} is not a folder`, hint: "move what is there away, or name another folder" };
}

/** Throws `usage` for an id that no source has. */
export function requireIds(config: RagConfig, only: readonly string[]): void {
  const known = [...config.sources, ...config.convert_docs, ...config.crawl].map(({ id }) => id);
  for (const id of only) {
    if (known.includes(id)) continue;
    const near = nearest(id, known);
    throw new RaError("usage", `--only: no source has the id ${JSON.stringify(id)}`, {
      hint: near.length === 0 ? `known: ${known.join(", ")}` : `nearest: ${near.join("  ")}`,
    });
  }
}

/** Runs on the same folders come one after the other. Throws `io`. */
export async function lockRun(
  fs: FileSystem,
  { dataRoot }: RagConfig,
  onWait: (owner: string) => void,
): Promise<WriterLock> {
  const lock = await takeWriterLock(fs, dataRoot, joinPath(dataRoot, "journal"), LOCK_TIMEOUT_MS, onWait);
  if (typeof lock !== "string") return lock;
  const why = lock === "locked" ? "another run has not ended" : "it cannot be written";
  throw new RaError("io", `cannot work in ${dataRoot}: ${why}`, { path: dataRoot });
}
