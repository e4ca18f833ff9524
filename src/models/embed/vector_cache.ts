/**
 * Vectors that were computed before, shared by all projects of a user. They lie in packs in the user's data folder. A
 * pack is written once and never changed, so readers need no lock. ra removes a pack only when another one holds all of
 * its vectors, or when the packs together are too large. Nothing fails because of the cache: ra computes again what it
 * cannot read, and does without what it cannot write.
 */
import { RaError } from "../../errors.ts";
import { nowMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { hashBytes } from "../../host/hash.ts";
import { userDataFolder } from "../../host/process.ts";
import { joinPath } from "../../text/paths.ts";
import { encodePack, openPack, type Pack, type PackRow } from "./vector_pack.ts";

export interface VectorCache {
  /** The vectors of texts, in their order; `undefined` where the cache has none. */
  get(texts: readonly string[]): (Float32Array | undefined)[];
  /** Keeps the vectors of texts. They are on the disk when it returns. */
  put(texts: readonly string[], vectors: readonly Float32Array[]): void;
  close(): void;
}

export interface CacheLimits {
  /** The most bytes of all packs of all models. */
  readonly total: number;
  /** The most bytes of a pack. */
  readonly pack: number;
}

const LIMITS: CacheLimits = { total: 512 * 1024 * 1024, pack: 8 * 1024 * 1024 };

/** So many packs of about the same size become one. */
const MERGED_AT_ONCE = 8;

const PACK = /^[0-9a-f]{32}-[0-9a-f]{32}\.pack$/;

/** What a process leaves that is killed while it writes. Nobody writes a pack for an hour. */
const DRAFT = /\.tmp$/;
const DRAFT_AGE_MS = 3_600_000;

/** The vectors of passages that one embedder made (`Embedder.key`). */
export function openVectorCache(
  fs: FileSystem,
  home: string | null,
  key: string,
  limits: CacheLimits = LIMITS,
): VectorCache {
  const data = userDataFolder(home);
  if (data === undefined) return { get: (texts) => texts.map(() => undefined), put() {}, close() {} };
  return createCache({ fs, folder: joinPath(data, "vectors"), key, limits });
}

interface Place {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly key: string;
  readonly limits: CacheLimits;
}

function createCache({ fs, folder, key, limits }: Place): VectorCache {
  const packs = new Map<string, Pack>();
  const used = new Set<string>();
  let unpruned = 0;
  const encoder = new TextEncoder();
  const idOf = (text: string): string => hashBytes(encoder.encode(`${key}\0${text}`));
  const pathOf = (name: string): string => joinPath(folder, name);

  /** Opens the packs that were written since, and forgets those that are gone. */
  const refresh = (): void => {
    const names = namesIn(fs, folder).filter((name) => PACK.test(name) && name.startsWith(`${key}-`));
    const present = new Set(names);
    for (const name of packs.keys()) if (!present.has(name)) packs.delete(name);
    for (const name of names) {
      if (packs.has(name)) continue;
      const pack = quietly(() => openPack(fs, pathOf(name)));
      if (pack === "damaged") quietly(() => fs.removeFile(pathOf(name)));
      else if (pack !== undefined) packs.set(name, pack);
    }
  };

  const write = (rows: Iterable<PackRow>, dimensions: number): string => {
    const bytes = encodePack([...rows], dimensions);
    const name = `${key}-${hashBytes(bytes)}.pack`;
    fs.makeDirectory(folder, { isPrivate: true });
    fs.writeFile(pathOf(name), bytes);
    unpruned += bytes.length;
    return name;
  };

  /** Joins small packs, so that there are never many. A pack goes when another one holds its vectors. */
  const merge = (): void => {
    for (let chosen = mergeable(packs, limits.pack); chosen.length > 0; chosen = mergeable(packs, limits.pack)) {
      const rows = new Map(chosen.flatMap((name) => packs.get(name)!.read().map((row) => [row.id, row] as const)));
      const { dimensions } = packs.get(chosen[0]!)!;
      const merged = rows.size === 0 ? undefined : write(rows.values(), dimensions);
      for (const name of chosen) if (name !== merged) fs.removeFile(pathOf(name));
      refresh();
    }
  };

  const prune = (): void => {
    unpruned = 0;
    quietly(() => removeOldest(fs, folder, limits.total));
  };

  return {
    get(texts) {
      quietly(refresh);
      const found: (Float32Array | undefined)[] = texts.map(() => undefined);
      const wanted = new Map<string, number[]>();
      texts.forEach((text, at) => {
        const id = idOf(text);
        wanted.set(id, [...wanted.get(id) ?? [], at]);
      });
      for (const [name, pack] of packs) {
        if (wanted.size === 0) break;
        const rows = quietly(() => pack.read(wanted)) ?? [];
        for (const { id, vector } of rows) {
          for (const at of wanted.get(id) ?? []) found[at] = vector;
          wanted.delete(id);
        }
        // A pack that is in use is not the oldest.
        if (rows.length > 0 && !used.has(name)) quietly(() => fs.touch(pathOf(name)));
        if (rows.length > 0) used.add(name);
      }
      return found;
    },
    put(texts, vectors) {
      if (texts.length === 0) return;
      quietly(() => {
        const { length } = vectors[0]!;
        const most = Math.max(1, Math.floor(limits.pack / 2 / (4 * length)));
        const rows = new Map(texts.map((text, at) => [idOf(text), vectors[at]!]));
        const left = Array.from(rows, ([id, vector]) => ({ id, vector }));
        while (left.length > 0) write(left.splice(0, most), length);
        refresh();
        merge();
      });
      if (unpruned > limits.total / 16) prune();
    },
    close() {
      if (unpruned > 0) prune();
      packs.clear();
    },
  };
}

/** Packs of about the same size that are to become one; none while there are few. */
function mergeable(packs: ReadonlyMap<string, Pack>, most: number): readonly string[] {
  const tiers = new Map<string, string[]>();
  for (const [name, { size, dimensions }] of packs) {
    if (2 * size > most) continue;
    const tier = `${dimensions} ${Math.floor(Math.log2(size) / 3)}`;
    tiers.set(tier, [...tiers.get(tier) ?? [], name]);
  }
  const tier = [...tiers.values()].find(({ length }) => length >= MERGED_AT_ONCE) ?? [];
  let left = most;
  return tier.filter((name) => (left -= packs.get(name)!.size) >= 0);
}

function namesIn(fs: FileSystem, folder: string): readonly string[] {
  if (fs.kindOf(folder) !== "directory") return [];
  return fs.readDirectory(folder).filter(({ kind }) => kind === "file").map(({ name }) => name);
}

/** Removes the packs that were used longest ago, of whatever model, until the rest fits. */
function removeOldest(fs: FileSystem, folder: string, most: number): void {
  const files = namesIn(fs, folder).flatMap((name) => {
    const path = joinPath(folder, name);
    const stat = fs.stat(path);
    return stat === undefined ? [] : [{ name, path, size: stat.size, usedMs: stat.mtimeNs / 1e6 }];
  });
  let kept = 0;
  for (const { name, path, size, usedMs } of files.sort((a, b) => b.usedMs - a.usedMs)) {
    if (PACK.test(name)) kept += size;
    if (PACK.test(name) ? kept > most : DRAFT.test(name) && nowMs() - usedMs > DRAFT_AGE_MS) fs.removeFile(path);
  }
}

/** The cache only saves time, so a disk that fails is not a reason to stop. */
function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof RaError && error.code === "io") return undefined;
    throw error;
  }
}
