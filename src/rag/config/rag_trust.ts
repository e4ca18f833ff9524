/**
 * What a `rag.yaml` may not do by itself, because it may have come with a clone: read and write beyond its project,
 * crawl private addresses, and send texts or keys elsewhere. `ra trust rag.yaml` allows it.
 */
import type { OutsideTree } from "../../answers/reports.ts";
import { projectFolder, realPlace } from "../../config/project_folder.ts";
import { type Asked, createTrust, neededTrust } from "../../config/trust.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { isInside, joinPath, parentPath } from "../../text/paths.ts";
import { shellWord } from "../../text/shell_word.ts";
import { isGitSource, isLocalAddress } from "../sources/git_source.ts";
import type { RagConfig } from "./rag_config.ts";

export function askedBy(fs: FileSystem, config: RagConfig, home: string | null): Asked {
  const folder = realPlace(fs, config.folder);
  const project = projectFolder(fs, folder, home);
  const outside = placesOf(config).flatMap(([name, path]): readonly OutsideTree[] => {
    const real = realPlace(fs, path);
    return isInside(real, project) || isInside(real, folder) ? [] : [{ name, path: real }];
  });
  const services = [config.embedding, config.generation].flatMap((section) => {
    const needed = neededTrust(section?.base_url, section?.api_key_env);
    return needed === undefined ? [] : [needed];
  });
  return { outside, services, hosts: config.crawl.flatMap(({ allow_private }) => allow_private) };
}

/** Throws `config-untrusted` unless the file asks for nothing that needs trust, or is trusted for it. */
export function requireTrust(fs: FileSystem, config: RagConfig, home: string | null, isGiven: boolean): void {
  const asked = askedBy(fs, config, home);
  const path = joinPath(realPlace(fs, config.folder), config.file.slice(parentPath(config.file).length + 1));
  if (createTrust(fs, home, isGiven).allows(path, asked)) return;
  const [place] = asked.outside;
  const [service] = asked.services;
  const what = place !== undefined
    ? `${place.name} lies outside the project: ${place.path}`
    : service === undefined
    ? `allow_private lets it crawl ${asked.hosts[0]}`
    : service.api_key_env === null
    ? `base_url leads beyond this machine, to ${service.base_url}`
    : `api_key_env names a key of yours, ${service.api_key_env}`;
  throw new RaError("config-untrusted", what, {
    path: config.file,
    hint: `if you trust the file, run \`ra trust ${shellWord(config.file)}\``,
  });
}

/** Every folder and file that the configuration names, by its field. */
function placesOf(config: RagConfig): readonly (readonly [field: string, path: string])[] {
  const at = (path: string): string => joinPath(config.folder, path);
  const fixed = (glob: string): string => at(glob.replace(/(?:^|\/)[^/]*[*?[{].*$/s, "") || ".");
  return [
    ["paths.data_root", config.dataRoot],
    ["paths.index_root", config.indexRoot],
    ["paths.cache_root", config.cacheRoot],
    ...config.sources.flatMap((source, index): readonly (readonly [string, string])[] => [
      ...(source.path === undefined ? [] : [[`sources[${index}].path`, at(source.path)] as const]),
      ...(source.globs ?? []).map((glob) => [`sources[${index}].globs`, fixed(glob)] as const),
      ...(isGitSource(source) && isLocalAddress(source.git)
        ? [[`sources[${index}].git`, at(source.git)] as const]
        : []),
    ]),
    ...config.convert_docs.flatMap(({ input, output }, index): readonly (readonly [string, string])[] => [
      ...[input].flat().map((glob) => [`convert_docs[${index}].input`, fixed(glob)] as const),
      ...(output === undefined ? [] : [[`convert_docs[${index}].output`, at(output)] as const]),
    ]),
  ];
}
