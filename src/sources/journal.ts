/** What a stage has done for a source, in one file below `data_root/journal`. */
import type { RagSourceRun } from "../shapes/rag.ts";
import type { FileSystem } from "../host/file_system.ts";
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
}

/** What is kept of a source: what each stage remembers, its last run, its files, and the folder of what was fetched. */
type Entry = Stage | "run" | "files" | "folder";

/** The entry, or undefined where there is none that this ra can read. The stage then begins anew. */
export function readJournal<T>(fs: FileSystem, config: RagConfig, stage: Entry, id: string): T | undefined {
  const bytes = orAbsent(() => fs.readFile(pathOf(config, stage, id), { most: MAX_BYTES }));
  if (bytes === undefined) return undefined;
  try {
    const { version, entry } = parseBoundedJson(bytes) as { version?: unknown; entry?: T };
    return version === VERSION ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Throws `io`. */
export function writeJournal(fs: FileSystem, config: RagConfig, stage: Entry, id: string, entry: unknown): void {
  fs.makeDirectory(joinPath(config.dataRoot, "journal"));
  const text = `${JSON.stringify({ version: VERSION, entry }, null, 1)}\n`;
  fs.writeFile(pathOf(config, stage, id), new TextEncoder().encode(text));
}

function pathOf({ dataRoot }: RagConfig, stage: Entry, id: string): string {
  return joinPath(dataRoot, `journal/${id}.${stage}.json`);
}
