/** The list of trusted configurations, in the user's data folder (see `docs/formats.md`). */
import { RaError, type Warning } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { isOtherUser } from "../host/process.ts";
import { MAX_BYTES } from "../host/read_limits.ts";
import { joinPath, parentPath } from "../text/paths.ts";

const FORMAT = 1;
const NAME = "trust.json";

export interface TrustedConfig {
  /** The real path of the configuration file. */
  readonly path: string;
  /** `hashOf` the values that need trust, as they were. */
  readonly hash: string;
  /** The owner of the file, if that was another user. Null otherwise. */
  readonly owner: number | null;
  /** The hash of the file that ra wrote by itself. With it, no other bytes are trusted. */
  readonly content?: string;
}

export interface TrustList {
  readonly trusted: readonly TrustedConfig[];
  /** Says why the file on the disk does not count. */
  readonly warning?: Warning;
}

/** Reads the list. A file that is damaged, too large or of another user counts as an empty list. */
export function readTrustList(fs: FileSystem, folder: string): TrustList {
  const path = joinPath(folder, NAME);
  if (orAbsent(() => fs.kindOf(path)) === undefined) return { trusted: [] };
  const handle = orAbsent(() => fs.open(path, { noLink: true }));
  if (handle === undefined) return refused(path, "it cannot be read as a regular file");
  try {
    if (isOtherUser(handle.owner) || isOtherUser(fs.stat(folder)?.owner)) return refused(path, "another user owns it");
    if (handle.size > MAX_BYTES.trust) return refused(path, "it is too large");
    const bytes = new Uint8Array(handle.size);
    handle.read(0, bytes);
    const trusted = listIn(bytes);
    return trusted === undefined ? refused(path, "it is damaged") : { trusted };
  } finally {
    handle.close();
  }
}

/** Replaces the list at once. Only the user can read it. Throws `io`. */
export function writeTrustList(fs: FileSystem, folder: string, trusted: readonly TrustedConfig[]): void {
  fs.makeDirectory(parentPath(folder), { isPrivate: true });
  fs.makeDirectory(folder, { isPrivate: true });
  if (isOtherUser(fs.stat(folder)?.owner)) {
    throw new RaError("io", `cannot remember what is trusted in ${folder}: another user owns the folder`, {
      path: folder,
      hint: "let HOME or XDG_DATA_HOME name a folder of your own",
    });
  }
  const draft = joinPath(folder, `${NAME}.${crypto.randomUUID()}.new`);
  const text = `${JSON.stringify({ format: FORMAT, trusted }, null, 1)}\n`;
  fs.createExclusive(draft, new TextEncoder().encode(text), { isPrivate: true });
  try {
    fs.rename(draft, joinPath(folder, NAME));
  } catch (error) {
    fs.removeFile(draft);
    throw error;
  }
}

function refused(path: string, why: string): TrustList {
  const message = `the list of trusted configurations does not count: ${why}; remove it, and run \`ra trust\` again`;
  return { trusted: [], warning: { code: "trust-damaged", message, path } };
}

function listIn(bytes: Uint8Array): readonly TrustedConfig[] | undefined {
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as {
      readonly format?: unknown;
      readonly trusted?: unknown;
    } | null;
    if (value?.format !== FORMAT || !Array.isArray(value.trusted)) return undefined;
    return value.trusted.every(isTrusted) ? value.trusted : undefined;
  } catch {
    return undefined;
  }
}

function isTrusted(value: unknown): value is TrustedConfig {
  const { path, hash, owner, content = "" } = (value ?? {}) as Partial<Record<keyof TrustedConfig, unknown>>;
  return [path, hash, content].every((text) => typeof text === "string") &&
    (owner === null || Number.isSafeInteger(owner));
}
