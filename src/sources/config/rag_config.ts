/** Finds, reads and checks `rag.yaml`. */
import type { FileSystem } from "../../host/file_system.ts";
import { realPlace } from "../../host/places.ts";
import { environmentVariable } from "../../host/process.ts";
import { projectFolder } from "../../config/project_folder.ts";
import { RaError } from "../../errors.ts";
import { fileName, isInside, joinPath, parentPath } from "../../text/paths.ts";
import { crossProblems } from "./cross_checks.ts";
import { withHomePaths } from "./home_paths.ts";
import { readChecked } from "./read_checked.ts";
import { RagFile } from "./schema.ts";

const RAG_CONFIG_NAME = "rag.yaml";

/** The configuration with all defaults, and with absolute paths. */
export interface RagConfig extends RagFile {
  /** The file, and the folder that its paths are relative to. */
  readonly file: string;
  readonly folder: string;
  readonly dataRoot: string;
  readonly indexRoot: string;
  readonly cacheRoot: string;
}

/** `--config`, else the file that the environment's `RAG_CONFIG` names, else `rag.yaml` of the folder. */
export function ragConfigPath(directory: string, named: string | undefined): string {
  const path = named ?? environmentVariable("RAG_CONFIG");
  return joinPath(directory, path === undefined || path === "" ? RAG_CONFIG_NAME : path);
}

/**
 * Throws `config-missing`, `config-syntax`, `place-refused` for a link out of the project, and `config-value` or
 * `config-key` with all mistakes of the file.
 */
export function readRagConfig(fs: FileSystem, path: string, home: string | null): RagConfig {
  refuseLinkAway(fs, path, home);
  const stated = readChecked(fs, path, RagFile, {
    hint: "`ra rag init` writes one; --config FILE names another",
    alsoWrong: crossProblems,
  });
  const file = withHomePaths(stated, path, home);
  const folder = parentPath(path);
  const indexRoot = joinPath(folder, file.paths.index_root);
  const { cache_root } = file.paths;
  return {
    ...file,
    file: path,
    folder,
    dataRoot: joinPath(folder, file.paths.data_root),
    indexRoot,
    cacheRoot: cache_root === undefined ? joinPath(indexRoot, "cache") : joinPath(folder, cache_root),
  };
}

/** What is wrong with a file is quoted, and so are its keys. A link could lead to any file of the user's. */
function refuseLinkAway(fs: FileSystem, path: string, home: string | null): void {
  if (fs.kindOf(path) !== "symlink") return;
  const real = fs.realPath(path);
  const project = projectFolder(fs, realPlace(fs, parentPath(path)), home === null ? null : realPlace(fs, home));
  if (real !== undefined && isInside(real, project)) return;
  throw new RaError("place-refused", `cannot read ${fileName(path)}: it is a symbolic link out of the project`, {
    path,
    hint: "copy the file in its place, or remove the link",
  });
}
