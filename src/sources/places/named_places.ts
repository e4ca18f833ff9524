/** The folders and files that a `rag.yaml` names, each with its field. They are as written; links count elsewhere. */
import { BUILT_IN_TEMPLATE } from "../../answering/prompt/template.ts";
import { CONFIG_NAME } from "../../config/find.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { localRepository, repositoryPlaces } from "../../host/git/local_repository.ts";
import { realPlace } from "../../host/places.ts";
import { fileName, isInside, joinPath, relativePath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import { inputGlobs } from "../convert/input_globs.ts";
import { gitAddress } from "../git/git_address.ts";
import { fixedPart, globFor } from "../git/glob_place.ts";

export interface NamedPlace {
  /** Such as `sources[0].path`. */
  readonly field: string;
  /** Absolute. */
  readonly path: string;
}

/** The folders in which ra writes. */
export function ownPlaces(config: RagConfig): readonly NamedPlace[] {
  return [
    { field: "paths.data_root", path: config.dataRoot },
    { field: "paths.index_root", path: config.indexRoot },
    { field: "paths.cache_root", path: config.cacheRoot },
    ...config.convert_docs.flatMap(({ output }, index) =>
      output === undefined ? [] : [{ field: `convert_docs[${index}].output`, path: joinPath(config.folder, output) }]
    ),
  ];
}

/** What ra reads. Globs stand for the folder that their matches lie in, after `..` is resolved. */
export function readPlaces(fs: FileSystem, config: RagConfig): readonly NamedPlace[] {
  const { folder, generation, prompt } = config;
  const at = (field: string, path: string): NamedPlace => ({ field, path: joinPath(folder, path) });
  return [
    ...config.sources.flatMap(({ path, globs, git }, index): readonly NamedPlace[] => [
      ...(path === undefined ? [] : [at(`sources[${index}].path`, path)]),
      ...(globs ?? []).map((glob) => at(`sources[${index}].globs`, fixedPart(folder, glob))),
      ...(git === undefined
        ? []
        : repositoryPlacesOf(fs, folder, git).map((path) => at(`sources[${index}].git`, path))),
    ]),
    ...config.convert_docs.flatMap((entry, index) =>
      inputGlobs(fs, config, entry).map((glob) => at(`convert_docs[${index}].input`, fixedPart(folder, glob)))
    ),
    ...(prompt === undefined || prompt.template === BUILT_IN_TEMPLATE ? [] : [at("prompt.template", prompt.template)]),
    ...(generation?.provider === "local" ? [at("generation.model", generation.model)] : []),
    ...(generation?.fallback === undefined ? [] : [at("generation.fallback", generation.fallback)]),
  ];
}

/** The folders that git would read of a repository on this machine. */
function repositoryPlacesOf(fs: FileSystem, folder: string, git: string): readonly string[] {
  const address = gitAddress(folder, git);
  if (address.kind !== "local") return [];
  const repository = localRepository(fs, address.path);
  return [address.path, ...(repository === undefined ? [] : repositoryPlaces(fs, repository))];
}

/** The file, and the folders in which ra writes, without those in another of them. Links are followed. */
export function realOwnPlaces(fs: FileSystem, config: RagConfig): readonly string[] {
  const stated = new Set([config.file, ...ownPlaces(config).map(({ path }) => path)]);
  const own = [...new Set([...stated].map((path) => realPlace(fs, path)))];
  return own.filter((path) => !own.some((other) => other !== path && isInside(path, other)));
}

/**
 * Globs, relative to `root`, of what is ra's own below it: configurations, and the folders in which ra writes. They are
 * not documents, unless one of the paths in `named` leads to them or into them.
 */
export function ownGlobs(
  fs: FileSystem,
  own: ReturnType<typeof realOwnPlaces>,
  root: string,
  named: readonly string[],
): readonly string[] {
  const real = realPlace(fs, root);
  const wanted = named.map((path) => realPlace(fs, path));
  const globs = own.filter((path) =>
    path !== real && isInside(path, real) && !wanted.some((one) => isInside(one, path))
  ).map((path) => globFor(relativePath(real, path)));
  return wanted.some((path) => fileName(path) === CONFIG_NAME) ? globs : [...globs, `**/${CONFIG_NAME}`];
}
