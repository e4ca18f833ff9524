/** What a stage has done for a source, in one file below `data_root/journal`. */
import type { RagSourceRun } from "../shapes/rag.ts";
import type { FileSystem } from "../host/file_system.ts";
import { placeRefused } from "../host/io_error.ts";
import { orAbsent } from "../host/or_absent.ts";
import { joinPath } from "../text/paths.ts";
import { parseBoundedJson } from "../text/bounded_json.ts";
import type { RagConfig } from "./config/rag_config.ts";

const VERSION = 1;
const MAX_BYTES = 256 * 1024 * 1024;

export type Stage = "fetch" | "crawl" | "convert" | "normalize";

/** The last run of any stage for a source. */
export interface LastRun {
  readonly stage: Stage;
  /** In ISO 8601, in UTC. */
  readonly at: string;
  readonly state: RagSourceRun["state"];
  /** Why it failed. */
  readonly reason?: string | undefined;
}

/** What is kept of a source: what each stage remembers, its last run, its files, and the folder of what was fetched. */
type JournalPart = Stage | "run" | "files" | "folder";

/** The entry, or undefined where there is none that this ra can read. The stage then begins anew. */
export function readJournal<T>(fs: FileSystem, config: RagConfig, stage: JournalPart, id: string): T | undefined {
  const bytes = orAbsent(() => fs.readFile(pathOf(config, stage, id), { most: MAX_BYTES }));
  if (bytes === undefined) return undefined;
  try {
    const { version, entry } = parseBoundedJson(bytes) as { version?: unknown; entry?: T };
    return version === VERSION ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Throws `io`, and `place-refused` for a file in its place that ra did not write. */
export function writeJournal(fs: FileSystem, config: RagConfig, stage: JournalPart, id: string, entry: unknown): void {
  fs.makeDirectory(joinPath(config.dataRoot, "journal"));
  requireJournal(fs, pathOf(config, stage, id));
  const text = `${JSON.stringify({ version: VERSION, entry }, null, 1)}\n`;
  fs.writeFile(pathOf(config, stage, id), new TextEncoder().encode(text));
}

/** How a journal begins, of any version. */
const JOURNAL = /^\s*\{\s*"version"\s*:/;
const HEAD_BYTES = 64;

function requireJournal(fs: FileSystem, path: string): void {
  if (fs.kindOf(path) === undefined) return;
  const head = new TextDecoder().decode(fs.readFile(path, { most: HEAD_BYTES, cut: true }));
  // A power failure may leave NUL in place of what was written.
  if (!JOURNAL.test(head) && head.replaceAll("\0", "") !== "") throw placeRefused("replace", path, "FOREIGN");
}

function pathOf({ dataRoot }: RagConfig, stage: JournalPart, id: string): string {
  return joinPath(dataRoot, `journal/${id}.${stage}.json`);
}
