/** Finds the configuration of a directory: the `.ra.toml` files that apply to it, or data in their place. */
import { firstOf, RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { MOST_BYTES } from "../host/read_limits.ts";
import { joinPath, normalizePath, withAncestors } from "../text/paths.ts";
import type { Config, ConfigData } from "./config.ts";
import { mergeConfigs } from "./merge.ts";
import type { FoundConfig } from "./merge.ts";
import { parseConfig, parseConfigData } from "./parse.ts";

export const CONFIG_NAME = ".ra.toml";

/**
 * Loads the configuration for the absolute directory `start`. It merges every `.ra.toml` from there up to the
 * filesystem root (or up to one with `root = true`), and then the one in `home`. A folder that ra may not read counts
 * as empty. @throws RaError `config-missing` if there is none. `config-syntax`, `config-key` or `config-value` for the
 * first mistake; its `others` hold those of all files.
 */
export async function loadConfig(fs: FileSystem, start: string, home: string | null): Promise<Config> {
  const realHome = home === null ? null : realDirectory(fs, home);
  const homeIdentity = realHome === null ? undefined : identity(fs, joinPath(realHome, CONFIG_NAME));
  const local: FoundConfig[] = [];
  let root: string | undefined;
  let homeConfig: FoundConfig | undefined;
  let isHomeRead = false;
  const wrong: RaError[] = [];
  const read = async (directory: string, global: boolean): Promise<FoundConfig | undefined> => {
    try {
      return await readConfig(fs, directory, global);
    } catch (error) {
      if (!(error instanceof RaError)) throw error;
      wrong.push(error, ...error.others ?? []);
      return undefined;
    }
  };
  for (const directory of withAncestors(realDirectory(fs, start))) {
    const global = homeIdentity !== undefined && identity(fs, joinPath(directory, CONFIG_NAME)) === homeIdentity;
    // The home file keeps its role, even if the walk reaches it through a link.
    isHomeRead ||= global;
    const found = await read(global && realHome !== null ? realHome : directory, global);
    if (found === undefined) continue;
    root ??= directory;
    if (global) homeConfig = found;
    else local.push(found);
    if (found.parsed.values.get("root") === true) break;
  }
  if (!isHomeRead && realHome !== null) homeConfig = await read(realHome, true);
  const [first, ...others] = wrong;
  if (first !== undefined) throw firstOf([first, ...others]);
  if (homeConfig !== undefined) root ??= homeConfig.directory;
  if (root === undefined) throw missing(start);
  return await mergeConfigs(homeConfig === undefined ? local : [...local, homeConfig], root, realHome);
}

/** Stands in for the file name in errors. */
const GIVEN_NAME = "(config)";

/**
 * Reads the configuration that a program gives for the absolute directory `start`. Reads no file. Relative paths start
 * at that directory, and the index lives in it. @throws RaError `config-key`, `config-value`
 */
export async function givenConfig(
  fs: FileSystem,
  start: string,
  home: string | null,
  data: ConfigData,
): Promise<Config> {
  const directory = realDirectory(fs, start);
  const parsed = await parseConfigData(data);
  const given: FoundConfig = { path: joinPath(directory, GIVEN_NAME), directory, global: false, parsed };
  const merged = await mergeConfigs([given], directory, home === null ? null : realDirectory(fs, home));
  return { ...merged, files: [] };
}

async function readConfig(fs: FileSystem, directory: string, global: boolean): Promise<FoundConfig | undefined> {
  const path = joinPath(directory, CONFIG_NAME);
  const bytes = orAbsent(
    () => (fs.stat(path)?.kind === "file" ? fs.readFile(path, { most: MOST_BYTES.configuration }) : undefined),
  );
  return bytes === undefined ? undefined : { path, directory, global, parsed: await parseConfig(bytes, path) };
}

/** Identifies the file behind a path. Returns undefined if the path leads nowhere. */
function identity(fs: FileSystem, path: string): string | undefined {
  return orAbsent(() => fs.realPath(path));
}

function realDirectory(fs: FileSystem, path: string): string {
  return orAbsent(() => fs.realPath(path)) ?? normalizePath(path);
}

function missing(start: string): RaError {
  return new RaError("config-missing", `no ${CONFIG_NAME} here, in a directory above, or in the home directory`, {
    path: start,
    hint: "`ra init` writes one",
  });
}
