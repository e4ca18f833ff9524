/**
 * What a configuration file may not do by itself. It may have come with a clone or an archive, so its trees must lie
 * in its own project, it must not send anything beyond this machine, and it must not belong to another user.
 * `ra trust` allows more.
 */
import type { OutsideTree, TrustedService } from "../shapes/reports.ts";
import type { Warning } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { contentHash } from "../host/hash.ts";
import { isOtherUser, userDataFolder } from "../host/process.ts";
import { isLoopbackHost, serviceUrl } from "../text/loopback.ts";
import { isInside, parentPath } from "../text/paths.ts";
import { shellWord } from "../text/shell_word.ts";
import { type FoundConfig, treePath } from "./merge.ts";
import { projectFolder } from "./project_folder.ts";
import { realPlace } from "../host/places.ts";
import { SERVICES } from "./services.ts";
import { readTrustList, type TrustedConfig, type TrustList } from "./trust_file.ts";

export interface TreePlaces {
  /** The trees that lie outside the project, by name. */
  readonly outside: readonly OutsideTree[];
  /** For each tree, the real folder that its root must not leave. */
  readonly boundaries: ReadonlyMap<string, string>;
}

/** Finds where the trees of a file lie. A tree that is a link, or lies behind one, lies where the link leads. */
export function treePlaces(
  fs: FileSystem,
  { directory, parsed }: Pick<FoundConfig, "directory" | "parsed">,
  home: string | null,
): TreePlaces {
  const outside: OutsideTree[] = [];
  const boundaries = new Map<string, string>();
  let project: string | undefined;
  for (const [name, values] of parsed.trees) {
    const stated = treePath(String(values.get("path")), directory, home);
    if (stated === undefined) continue; // merging reports that there is no home directory
    const path = realPlace(fs, stated);
    const within = isInside(path, directory) ? directory : project ??= projectFolder(fs, directory, home);
    if (isInside(path, within)) boundaries.set(name, within);
    else {
      outside.push({ name, path });
      boundaries.set(name, path);
    }
  }
  return { outside: outside.sort((a, b) => (a.name < b.name ? -1 : 1)), boundaries };
}

/** The keys that may name a file of a model. */
const MODELS = ["generation.model", "generation.fallback"] as const;

/** The model files of a configuration that lie outside its project, by their keys. The name of a model lies nowhere. */
export function outsideModels(
  fs: FileSystem,
  { directory, parsed }: Pick<FoundConfig, "directory" | "parsed">,
  home: string | null,
): readonly OutsideTree[] {
  return MODELS.flatMap((name) => {
    const stated = parsed.values.get(name);
    const path = typeof stated === "string" ? treePath(stated, directory, home) : undefined;
    const real = path === undefined ? directory : realPlace(fs, path);
    return isInside(real, directory) || isInside(real, projectFolder(fs, directory, home))
      ? []
      : [{ name, path: real }];
  });
}

/** The services of a file that need trust. */
export function servicesOf({ parsed }: Pick<FoundConfig, "parsed">): readonly NamedService[] {
  return SERVICES.flatMap((keys) => {
    const needed = neededTrust(parsed.values.get(keys.address)?.toString(), parsed.values.get(keys.key)?.toString());
    return needed === undefined ? [] : [{ keys, needed }];
  });
}

export interface NamedService {
  /** The keys that name it. */
  readonly keys: typeof SERVICES[number];
  readonly needed: TrustedService;
}

/** What needs trust of a service: an address beyond this machine, or a key. */
export function neededTrust(baseUrl: string | undefined, apiKey: string | undefined): TrustedService | undefined {
  const url = baseUrl === undefined ? undefined : serviceUrl(baseUrl);
  const isHere = baseUrl === undefined || (url !== undefined && isLoopbackHost(url.hostname));
  return apiKey === undefined && isHere ? undefined : { base_url: baseUrl ?? null, api_key_env: apiKey ?? null };
}

/** What a file asks for that needs trust. */
export interface TrustRequest {
  readonly outside: readonly OutsideTree[];
  readonly services: readonly TrustedService[];
  /** Hosts whose addresses may be private. Only `rag.yaml` names some. */
  readonly hosts: readonly string[];
  /** Limits that are raised far beyond ra's own, each as `KEY: VALUE`. Only `rag.yaml` has some. */
  readonly limits: readonly string[];
}

export function asksForNothing({ outside, services, hosts, limits }: TrustRequest): boolean {
  return outside.length === 0 && services.length === 0 && hosts.length === 0 && limits.length === 0;
}

export function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** A hash of the values that need trust, and of nothing else. The names of trees do not count. */
export function hashOf({ outside, services, hosts, limits }: TrustRequest): string {
  const trees = [...new Set(outside.map(({ path }) => path))].sort();
  const hashed = {
    trees,
    services: unlessEmpty(services),
    hosts: unlessEmpty([...new Set(hosts)].sort()),
    limits: unlessEmpty([...limits].sort()),
  };
  return contentHash(new TextEncoder().encode(JSON.stringify(hashed)));
}

export interface Trust {
  /** Whether a file counts, given who owns it. */
  allowsOwner(path: string, owner: number | undefined): boolean;
  /** Whether a file with these bytes gets what it asks for. */
  allows(path: string, asked: TrustRequest, bytes?: () => Uint8Array): boolean;
  /** What is wrong with the list of trusted configurations, if it was needed. */
  warnings(): readonly Warning[];
}

/** Reads the list of trusted configurations when it is first needed. With `isGiven`, allows everything. */
export function createTrust(fs: FileSystem, home: string | null, isGiven: boolean): Trust {
  let list: TrustList | undefined;
  const entry = (path: string) => {
    const folder = userDataFolder(home);
    list ??= folder === undefined ? { trusted: [] } : readTrustList(fs, folder);
    return list.trusted.find((trusted) => trusted.path === path);
  };
  return {
    allowsOwner: (path, owner) => isGiven || !isOtherUser(owner) || entry(path)?.owner === owner,
    allows: (path, asked, bytes) => isGiven || asksForNothing(asked) || isTrusted(entry(path), asked, bytes),
    warnings: () => (list?.warning === undefined ? [] : [list.warning]),
  };
}

/** Whether the entry holds for what the file asks for, and for its bytes where it is about these alone. */
export function isTrusted(
  entry: TrustedConfig | undefined,
  asked: TrustRequest,
  bytes: (() => Uint8Array) | undefined,
): boolean {
  if (entry === undefined || entry.hash !== hashOf(asked)) return false;
  return entry.content === undefined || (bytes !== undefined && contentHash(bytes()) === entry.content);
}

/** The warning about a file of another user in a folder above. */
export function otherOwnerWarning(path: string): Warning {
  return {
    code: "config-untrusted",
    message: `another user owns this configuration, so it does not count; \`${command(path)}\` lets it count`,
    path,
  };
}

/** The warning about trees that are left out. */
export function outsideWarning(path: string, outside: readonly OutsideTree[], bytes?: () => Uint8Array): Warning {
  const many = outside.length > 1;
  const allows = remedy(path, bytes, `allows ${many ? "them" : "it"}`);
  const message = `${many ? "trees" : "tree"} ${namesText(outside)} ${many ? "lie" : "lies"} outside the project and ${
    many ? "are" : "is"
  } left out; ${allows}`;
  return { code: "config-untrusted", message, path };
}

/** The warning about a service that is left out. */
export function serviceWarning(path: string, { keys, needed }: NamedService, bytes?: () => Uint8Array): Warning {
  const url = serviceUrl(needed.base_url ?? "");
  const what = url === undefined || isLoopbackHost(url.hostname)
    ? `\`${keys.key}\` names a key of yours`
    : `\`${keys.address}\` leads beyond this machine, to ${url.host},`;
  return { code: "config-untrusted", message: `${what} and is left out; ${remedy(path, bytes, "allows it")}`, path };
}

/** The warning about a model file that is left out. */
export function modelWarning(path: string, { name, path: place }: OutsideTree, bytes?: () => Uint8Array): Warning {
  const message = `\`${name}\` lies outside the project, in ${place}, and is left out; ${
    remedy(path, bytes, "allows it")
  }`;
  return { code: "config-untrusted", message, path };
}

/** The first line of a file that `ra rag` writes. */
const MADE = /^# Made from rag\.yaml by `(ra rag (?:ingest|index))`\./;

/**
 * What lets the file count. One that `ra rag` wrote has absolute paths: after its project was moved, trust in them
 * would be trust in what lies at the old place now.
 */
function remedy(path: string, bytes: (() => Uint8Array) | undefined, allows: string): string {
  const head = bytes === undefined ? "" : new TextDecoder().decode(bytes().subarray(0, 100));
  const made = MADE.exec(head)?.[1];
  return made === undefined ? `\`${command(path)}\` ${allows}` : `\`${made}\` beside its rag.yaml writes the file anew`;
}

/** `ra trust FOLDER` for the configuration file at a path. */
export function command(path: string): string {
  return `ra trust ${shellWord(parentPath(path))}`;
}

const MAX_NAMES = 3;
const MAX_NAME_LENGTH = 40;

/** A configuration can hold thousands of trees, and long names. */
function namesText(trees: readonly OutsideTree[]): string {
  const names = trees.slice(0, MAX_NAMES).map(({ name }) =>
    name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name
  );
  const more = trees.length - names.length;
  if (more > 0) return `${names.join(", ")} and ${more} more`;
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}
