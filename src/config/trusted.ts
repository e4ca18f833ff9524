/** Trusts a configuration file, forgets it, and lists what is trusted: the work of `ra trust`. */
import type { TrustReport } from "../shapes/reports.ts";
import { RaError, type Warning } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { isOtherUser, userDataFolder } from "../host/process.ts";
import { fileName, joinPath, parentPath, withAncestors } from "../text/paths.ts";
import { CONFIG_NAME } from "./find.ts";
import { parseConfig } from "./parse.ts";
import { contentHash } from "../host/hash.ts";
import { realPlace } from "../host/places.ts";
import { openConfigFile } from "./read_config_file.ts";
import {
  asksForNothing,
  hashOf,
  isTrusted,
  outsideModels,
  servicesOf,
  treePlaces,
  type TrustRequest,
  unlessEmpty,
} from "./trust.ts";
import { readTrustList, type TrustedConfig, type TrustList, writeTrustList } from "./trust_file.ts";
import { withoutUndefined } from "../shapes/without_undefined.ts";

export interface TrustedConfigs {
  /** Remembers the file as it is now. Throws what reading it throws, and `config-missing`. */
  trust(path: string): Promise<TrustReport>;
  /** Remembers that ra itself wrote these bytes there; any others need `trust`. Throws like `trust`. */
  trustOwn(path: string, bytes: Uint8Array): Promise<void>;
  /** Forgets the file, which need not exist any more. */
  revoke(path: string): TrustReport;
  list(): Promise<readonly TrustReport[]>;
  /** What is wrong with the list on the disk. */
  readonly warning: Warning | undefined;
}

/** What a configuration asks for that is not a `.ra.toml`. Throws `config-*`. */
export type OtherFiles = (path: string) => Promise<TrustRequest>;

function unknownFile(path: string): Promise<TrustRequest> {
  throw new RaError("config-missing", `this is not a configuration that is read here`, { path });
}

/** Throws `usage` if ra knows no folder for the user's data. */
export function trustedConfigs(fs: FileSystem, home: string | null, askedBy: OtherFiles = unknownFile): TrustedConfigs {
  const data = userDataFolder(home);
  if (data === undefined) {
    throw new RaError("usage", "trust: ra knows no home directory, so it cannot remember anything", {
      hint: "set HOME (and let Deno read it: --allow-env=HOME)",
    });
  }
  const realHome = home === null ? null : realPlace(fs, home);
  const entries = (): TrustList["trusted"] => readTrustList(fs, data).trusted;
  const others = (path: string) => entries().filter((entry) => entry.path !== path);
  const remember = (entry: TrustedConfig): void =>
    writeTrustList(fs, data, [...others(entry.path), entry].sort((a, b) => (a.path < b.path ? -1 : 1)));
  return {
    async trustOwn(path, bytes) {
      const { hash, owner } = await read(fs, path, realHome, askedBy);
      remember({ path, hash, owner, content: contentHash(bytes) });
    },
    async trust(path) {
      const found = await read(fs, path, realHome, askedBy);
      const isHomeFile = realHome !== null && path === joinPath(realHome, CONFIG_NAME);
      if (isHomeFile || (found.owner === null && asksForNothing(found.asked))) {
        return { path, state: "unneeded", other_owner: false, trees: [] };
      }
      const { hash, owner, asked } = found;
      remember({ path, hash, owner });
      return { path, state: "trusted", other_owner: owner !== null, ...reported(asked) };
    },
    revoke(path) {
      const kept = others(path);
      const entry = entries().find((one) => one.path === path);
      if (entry !== undefined) writeTrustList(fs, data, kept);
      return { path, state: entry === undefined ? "unknown" : "revoked", other_owner: false, trees: [] };
    },
    warning: readTrustList(fs, data).warning,
    async list() {
      const reports: TrustReport[] = [];
      for (const entry of entries()) reports.push(await stateOf(fs, entry, realHome, askedBy));
      return reports;
    },
  };
}

/**
 * The real path of the configuration file that a user names by the file, or by its folder. Without a name it is the
 * nearest one. Throws `usage`, and `config-missing` if there is none.
 */
export function namedConfig(fs: FileSystem, directory: string, named: string | undefined): string {
  if (named === undefined) {
    const folders = withAncestors(realPlace(fs, directory)).map((folder) => joinPath(folder, CONFIG_NAME));
    const nearest = folders.find((path) => fs.kindOf(path) !== undefined);
    if (nearest === undefined) throw missing(directory);
    return nearest;
  }
  const path = joinPath(directory, named);
  if (fileName(path) === CONFIG_NAME && fs.stat(path)?.kind !== "directory") {
    return joinPath(realPlace(fs, parentPath(path)), CONFIG_NAME);
  }
  if (fs.kindOf(path) !== undefined && fs.stat(path)?.kind !== "directory") {
    throw new RaError("usage", `trust: ${named} is not a configuration of ra`, {
      hint: `give a folder, or a file named ${CONFIG_NAME}`,
    });
  }
  return joinPath(realPlace(fs, path), CONFIG_NAME);
}

interface TrustCandidate extends Pick<TrustedConfig, "hash" | "owner"> {
  readonly asked: TrustRequest;
  /** Of a `.ra.toml`. */
  readonly bytes?: Uint8Array;
}

type ReportedRequest = Pick<TrustReport, "trees" | "services" | "hosts" | "limits">;

function reported(
  { outside, services, hosts, limits }: TrustRequest,
): ReportedRequest {
  return withoutUndefined<ReportedRequest>({
    trees: outside,
    services: unlessEmpty(services),
    hosts: unlessEmpty(hosts),
    limits: unlessEmpty(limits),
  });
}

async function read(fs: FileSystem, path: string, home: string | null, askedBy: OtherFiles): Promise<TrustCandidate> {
  if (fileName(path) !== CONFIG_NAME) {
    const asked = await askedBy(path);
    return { hash: hashOf(asked), owner: null, asked };
  }
  const file = openConfigFile(fs, path, true);
  if (file === undefined) throw missing(parentPath(path));
  try {
    const bytes = file.bytes();
    const parsed = await parseConfig(bytes, path);
    const { outside } = treePlaces(fs, { directory: parentPath(path), parsed }, home);
    const places = [...outside, ...outsideModels(fs, { directory: parentPath(path), parsed }, home)];
    const asked = {
      outside: places,
      services: servicesOf({ parsed }).map(({ needed }) => needed),
      hosts: [],
      limits: [],
    };
    const owner = isOtherUser(file.owner) ? file.owner ?? null : null;
    return { hash: hashOf(asked), owner, asked, bytes };
  } finally {
    file.close();
  }
}

/** What the entry still allows. */
async function stateOf(
  fs: FileSystem,
  entry: TrustedConfig,
  home: string | null,
  askedBy: OtherFiles,
): Promise<TrustReport> {
  const { path, owner } = entry;
  const isForeign = owner !== null;
  try {
    const found = await read(fs, path, home, askedBy);
    const { bytes } = found;
    const isSame = found.owner === owner &&
      (asksForNothing(found.asked) || isTrusted(entry, found.asked, bytes && (() => bytes)));
    return { path, state: isSame ? "trusted" : "changed", other_owner: isForeign, ...reported(found.asked) };
  } catch (error) {
    if (!(error instanceof RaError)) throw error;
    const state = error.code === "config-missing" ? "missing" : "changed";
    return { path, state, other_owner: isForeign, trees: [] };
  }
}

function missing(directory: string): RaError {
  return new RaError("config-missing", `there is no ${CONFIG_NAME} that is a regular file`, {
    path: directory,
    hint: `name the folder that holds it, as in \`ra trust DIR\``,
  });
}
