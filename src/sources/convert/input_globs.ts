/** Which files an entry of `convert_docs` converts. */
import type { FileSystem } from "../../host/file_system.ts";
import { CONVERTIBLE_EXTENSIONS } from "../../document/formats/registry.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import type { ConvertEntry } from "../config/schema.ts";
import { type GlobPlace, globPlace } from "../git/glob_place.ts";

/** Globs relative to the configuration. A folder stands for the files in it that can be converted. */
export function inputGlobs(
  fs: FileSystem,
  { folder }: Pick<RagConfig, "folder">,
  { input, include }: Pick<ConvertEntry, "input" | "include">,
): readonly string[] {
  return [input].flat().flatMap((one) => {
    const kind = fs.stat(joinPath(folder, one))?.kind;
    return kind === "directory"
      ? (include ?? [`**/*.{${CONVERTIBLE_EXTENSIONS.join(",")}}`]).map((glob) => `${one}/${glob}`)
      : [one];
  });
}

/** The folder around all of them, and the globs relative to it. */
export function inputPlace(fs: FileSystem, config: RagConfig, entry: ConvertEntry): GlobPlace {
  return globPlace(config.folder, inputGlobs(fs, config, entry));
}
