/** What a stage has done for a source, in one file below `data_root/journal`. */
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { joinPath } from "../text/paths.ts";
import type { RagConfig } from "./config/rag_config.ts";

const VERSION = 1;
const MOST_BYTES = 256 * 1024 * 1024;

export type Stage = "fetch" | "crawl" | "convert" | "normalize";

/** The entry, or undefined where there is none that this ra can read. The stage then begins anew. */
export function readJournal<T>(fs: FileSystem, config: RagConfig, stage: Stage, id: string): T | undefined {
  const bytes = orAbsent(() => fs.readFile(pathOf(config, stage, id), { most: MOST_BYTES }));
  if (bytes === undefined) return undefined;
  try {
    const { version, entry } = JSON.parse(new TextDecoder().decode(bytes)) as { version?: unknown; entry?: T };
    return version === VERSION ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Throws `io`. */
export function writeJournal(fs: FileSystem, config: RagConfig, stage: Stage, id: string, entry: unknown): void {
  fs.makeDirectory(joinPath(config.dataRoot, "journal"));
  const text = `${JSON.stringify({ version: VERSION, entry }, null, 1)}\n`;
  fs.writeFile(pathOf(config, stage, id), new TextEncoder().encode(text));
}

function pathOf({ dataRoot }: RagConfig, stage: Stage, id: string): string {
  return joinPath(dataRoot, `journal/${id}.${stage}.json`);
}
