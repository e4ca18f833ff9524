/** What a run needs before it begins. */
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { shellWord } from "../text/shell_word.ts";
import type { RagConfig } from "./config/rag_config.ts";

/**
 * The folders that a `rag.yaml` names must be there, so that a typing mistake fills no wrong place. Throws
 * `config-value`.
 */
export function requireFolders(fs: FileSystem, { file, dataRoot, indexRoot }: RagConfig): void {
  for (const [name, path] of [["data_root", dataRoot], ["index_root", indexRoot]] as const) {
    if (fs.stat(path)?.kind === "directory") continue;
    throw new RaError("config-value", `paths.${name}: ${path} is no folder`, {
      path: file,
      hint: `mkdir -p ${shellWord(path)}`,
    });
  }
}
