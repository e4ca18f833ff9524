/** Finds the configuration of a directory: the `.ra.toml` files that apply to it, or data in their place. */
import { firstOf, RaError, type Warning } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { joinPath, normalizePath, withAncestors } from "../text/paths.ts";
import type { Config, ConfigData } from "./config.ts";
import { mergeConfigs } from "./merge.ts";
import type { FoundConfig } from "./merge.ts";
import { parseConfig, parseConfigData } from "./parse.ts";
import { openConfigFile } from "./read_config_file.ts";
import {
  command,
  createTrust,
  modelWarning,
  otherOwnerWarning,
  outsideModels,
  outsideWarning,
  servicesOf,
  serviceWarning,
  treePlaces,
  type Trust,
} from "./trust.ts";

export const CONFIG_NAME = ".ra.toml";

/** How to load the configuration of a directory. */
export interface LoadOptions {
  /** Whether every file may do what needs `ra trust`. */
  readonly trust?: boolean | undefined;
}

/**
 * Loads the configuration for the absolute directory `start`. It merges every `.ra.toml` from there up to the
 * filesystem root (or up to one with `root = true`), and then the one in `home`. A folder that ra may not read counts
 * as empty. What needs trust and has none is left out, and `warnings` say so.
 * @throws RaError `config-missing` if there is none. `config-untrusted` if another user owns the one in `start`, or the
 * only one. `config-syntax`, `config-key` or `config-value` for the first mistake; its `others` hold those of all
 * files.
 */
export async function loadConfig(
  fs: FileSystem,
  start: string,
  home: string | null,
  options: LoadOptions = {},
): Promise<Config> {
  const realHome = home === null ? null : realDirectory(fs, home);
  const trust = createTrust(fs, realHome, options.trust === true);
  const search = new ConfigSearch(fs, realHome, trust);
  const { root, local, homeConfig } = await search.from(start);
  const warnings = [...search.warnings];
  const allowed = local.map((file) => allowedPart(fs, file, realHome, trust, warnings));
  const isFrozen = local.some(({ parsed }) => parsed.values.get("settings.frozen") === true);
  const files = homeConfig === undefined ? allowed : [...allowed, isFrozen ? withoutTrees(homeConfig) : homeConfig];
  const merged = await mergeConfigs(files, root, realHome);
  return { ...merged, warnings: [...trust.warnings(), ...warnings] };
}

interface FoundConfigs {
  /** The folder of the nearest file. */
  readonly root: string;
  /** The nearest first. */
  readonly local: readonly FoundConfig[];
  readonly homeConfig: FoundConfig | undefined;
}

/** The walk from a directory upwards, and what is wrong with the files on the way. */
class ConfigSearch {
  readonly warnings: Warning[] = [];
  readonly #fs: FileSystem;
  readonly #home: string | null;
  readonly #homeIdentity: string | undefined;
  readonly #trust: Trust;
  readonly #wrong: RaError[] = [];

  constructor(fs: FileSystem, home: string | null, trust: Trust) {
    this.#fs = fs;
    this.#home = home;
    this.#homeIdentity = home === null ? undefined : identity(fs, joinPath(home, CONFIG_NAME));
    this.#trust = trust;
  }

  async from(start: string): Promise<FoundConfigs> {
    const local: FoundConfig[] = [];
    let root: string | undefined;
    let homeConfig: FoundConfig | undefined;
    let isHomeRead = false;
    const own = realDirectory(this.#fs, start);
    for (const directory of withAncestors(own)) {
      const global = this.#isHomeFile(directory);
      // The home file keeps its role, even if the walk reaches it through a link.
      isHomeRead ||= global;
      const found = await this.#read(global && this.#home !== null ? this.#home : directory, global);
      const [leftOut] = this.warnings;
      if (directory === own && leftOut?.code === "config-untrusted") throw untrusted(leftOut.path);
      if (found === undefined) continue;
      root ??= directory;
      if (global) homeConfig = found;
      else local.push(found);
      if (found.parsed.values.get("root") === true) break;
    }
    if (!isHomeRead && this.#home !== null) homeConfig = await this.#read(this.#home, true);
    const [first, ...others] = this.#wrong;
    if (first !== undefined) throw firstOf([first, ...others]);
    root ??= homeConfig?.directory;
    if (root === undefined) throw missing(start, this.warnings[0]);
    return { root, local, homeConfig };
  }

  #isHomeFile(directory: string): boolean {
    return this.#homeIdentity !== undefined &&
      identity(this.#fs, joinPath(directory, CONFIG_NAME)) === this.#homeIdentity;
  }

  async #read(directory: string, global: boolean): Promise<FoundConfig | undefined> {
    try {
      const found = await readConfig(this.#fs, directory, global, this.#trust);
      if (found === undefined || !("code" in found)) return found;
      this.warnings.push(found);
    } catch (error) {
      if (!(error instanceof RaError)) throw error;
      this.#wrong.push(error, ...error.others ?? []);
    }
    return undefined;
  }
}

/** The file, without what needs trust and has none. */
function allowedPart(
  fs: FileSystem,
  file: FoundConfig,
  home: string | null,
  trust: Trust,
  warnings: Warning[],
): FoundConfig {
  const { outside, boundaries } = treePlaces(fs, file, home);
  const services = servicesOf(file);
  const models = outsideModels(fs, file, home);
  const needed = services.map(({ needed }) => needed);
  const asked = { outside: [...outside, ...models], services: needed, hosts: [], limits: [] };
  if (trust.allows(file.path, asked, file.bytes)) return { ...file, boundaries };
  if (outside.length > 0) warnings.push(outsideWarning(file.path, outside, file.bytes));
  for (const service of services) warnings.push(serviceWarning(file.path, service, file.bytes));
  for (const model of models) warnings.push(modelWarning(file.path, model, file.bytes));
  const untrusted = new Set(outside.map(({ name }) => name));
  const trees = new Map([...file.parsed.trees].filter(([name]) => !untrusted.has(name)));
  const values = new Map(file.parsed.values);
  for (const { keys } of services) Object.values(keys).forEach((key) => values.delete(key));
  for (const { name } of models) values.delete(name);
  return { ...file, parsed: { ...file.parsed, trees, values }, boundaries, untrusted };
}

/** An index that is frozen never holds the trees of the home file. */
function withoutTrees(file: FoundConfig): FoundConfig {
  return { ...file, parsed: { ...file.parsed, trees: new Map() } };
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
  return { ...merged, files: [], warnings: [] };
}

/** Gives a warning instead of a file that does not count. */
async function readConfig(
  fs: FileSystem,
  directory: string,
  global: boolean,
  trust: Trust,
): Promise<FoundConfig | Warning | undefined> {
  const path = joinPath(directory, CONFIG_NAME);
  if (!global && orAbsent(() => fs.kindOf(path)) === "symlink") {
    return { code: "config-link", message: "a configuration that is a symbolic link does not count; copy it", path };
  }
  const file = openConfigFile(fs, path, !global);
  if (file === undefined) return undefined;
  try {
    if (!global && !trust.allowsOwner(path, file.owner)) return otherOwnerWarning(path);
    const bytes = file.bytes();
    return { path, directory, global, parsed: await parseConfig(bytes, path), bytes: () => bytes };
  } finally {
    file.close();
  }
}

/** Identifies the file behind a path. Returns undefined if the path leads nowhere. */
function identity(fs: FileSystem, path: string): string | undefined {
  return orAbsent(() => fs.realPath(path));
}

function realDirectory(fs: FileSystem, path: string): string {
  return orAbsent(() => fs.realPath(path)) ?? normalizePath(path);
}

function missing(start: string, leftOut: Warning | undefined): RaError {
  if (leftOut?.code === "config-untrusted") return untrusted(leftOut.path);
  return new RaError("config-missing", `no ${CONFIG_NAME} here, in a directory above, or in the home directory`, {
    path: start,
    hint: leftOut === undefined ? "`ra init` writes one" : `${leftOut.path} does not count: ${leftOut.message}`,
  });
}

function untrusted(path = ""): RaError {
  return new RaError("config-untrusted", "another user owns this configuration", {
    path,
    hint: `read it, then let it count with \`${command(path)}\`, or once with --trust`,
  });
}
