/**
 * What a `rag.yaml` may not do by itself, because it may have come with a clone: read and write beyond its project,
 * reach private addresses, send texts or keys elsewhere, and run without end. `ra trust rag.yaml` allows it.
 */
import type { OutsideTree } from "../../shapes/reports.ts";
import { projectFolder } from "../../config/project_folder.ts";
import { createTrust, neededTrust, type TrustRequest } from "../../config/trust.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { realPlace } from "../../host/places.ts";
import { fileName, isInside, joinPath } from "../../text/paths.ts";
import { shellWord } from "../../text/shell_word.ts";
import { ownPlaces, readPlaces } from "../places/named_places.ts";
import { raisedLimits } from "./raised_limits.ts";
import type { RagConfig } from "./rag_config.ts";

export function askedBy(fs: FileSystem, config: RagConfig, home: string | null): TrustRequest {
  const folder = realPlace(fs, config.folder);
  const project = projectFolder(fs, folder, home === null ? null : realPlace(fs, home));
  const named = [...ownPlaces(config), ...readPlaces(fs, config)];
  const outside = named.flatMap(({ field, path }): readonly OutsideTree[] => {
    const real = realPlace(fs, path);
    return isInside(real, project) || isInside(real, folder) ? [] : [{ name: field, path: real }];
  });
  const services = [config.embedding, config.generation].flatMap((section) => {
    const needed = neededTrust(section?.base_url, section?.api_key_env);
    return needed === undefined ? [] : [needed];
  });
  const hosts = [...config.sources, ...config.crawl].flatMap(({ allow_private }) => allow_private ?? []);
  return { outside, services, hosts, limits: raisedLimits(config) };
}

/** Throws `config-untrusted` unless the file asks for nothing that needs trust, or is trusted for it. */
export function requireTrust(fs: FileSystem, config: RagConfig, home: string | null, isGiven: boolean): void {
  const asked = askedBy(fs, config, home);
  const path = joinPath(realPlace(fs, config.folder), fileName(config.file));
  if (createTrust(fs, home, isGiven).allows(path, asked)) return;
  throw new RaError("config-untrusted", firstOf(asked), {
    path: config.file,
    hint: `if you trust the file, run \`ra trust ${shellWord(config.file)}\``,
  });
}

function firstOf({ outside: [place], services: [service], hosts: [host], limits: [limit] }: TrustRequest): string {
  if (place !== undefined) return `${place.name} lies outside the project: ${place.path}`;
  if (service?.api_key_env !== undefined && service.api_key_env !== null) {
    return `api_key_env names a key of yours, ${service.api_key_env}`;
  }
  if (service !== undefined) return `base_url leads beyond this machine, to ${service.base_url}`;
  if (host !== undefined) return `allow_private lets it reach ${host}`;
  return `${limit} is far more than what ra takes by default`;
}
