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
  return new PackedCache({ fs, folder: joinPath(data, "vectors"), key, limits });
}

interface CachePlace {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly key: string;
  readonly limits: CacheLimits;
}

class PackedCache implements VectorCache {
  readonly #fs: FileSystem;
  readonly #folder: string;
  readonly #key: string;
  readonly #limits: CacheLimits;
  readonly #packs = new Map<string, Pack>();
  /** The packs that gave a vector. */
  readonly #used = new Set<string>();
  /** Bytes that were written since the packs were last pruned. */
  #unpruned = 0;
  readonly #encoder = new TextEncoder();

  constructor({ fs, folder, key, limits }: CachePlace) {
    this.#fs = fs;
    this.#folder = folder;
    this.#key = key;
    this.#limits = limits;
  }

  get(texts: readonly string[]): (Float32Array | undefined)[] {
    quietly(() => this.#refresh());
    const found: (Float32Array | undefined)[] = texts.map(() => undefined);
    const wanted = new Map<string, number[]>();
    texts.forEach((text, at) => {
      const id = this.#idOf(text);
      wanted.set(id, [...wanted.get(id) ?? [], at]);
    });
    for (const [name, pack] of this.#packs) {
      if (wanted.size === 0) break;
      const rows = quietly(() => pack.read(wanted)) ?? [];
      for (const { id, vector } of rows) {
        for (const at of wanted.get(id) ?? []) found[at] = vector;
        wanted.delete(id);
      }
      // A pack that is in use is not the oldest.
      if (rows.length > 0 && !this.#used.has(name)) quietly(() => this.#fs.touch(this.#pathOf(name)));
      if (rows.length > 0) this.#used.add(name);
    }
    return found;
  }

  put(texts: readonly string[], vectors: readonly Float32Array[]): void {
    if (texts.length === 0) return;
    quietly(() => {
      const { length } = vectors[0]!;
      const most = Math.max(1, Math.floor(this.#limits.pack / 2 / (4 * length)));
      const rows = new Map(texts.map((text, at) => [this.#idOf(text), vectors[at]!]));
      const left = Array.from(rows, ([id, vector]) => ({ id, vector }));
      while (left.length > 0) this.#write(left.splice(0, most), length);
      this.#refresh();
      this.#merge();
    });
    if (this.#unpruned > this.#limits.total / 16) this.#prune();
  }

  close(): void {
    if (this.#unpruned > 0) this.#prune();
    this.#packs.clear();
  }

  /** Opens the packs that were written since, and forgets those that are gone. */
  #refresh(): void {
    const names = namesIn(this.#fs, this.#folder).filter((name) => PACK.test(name) && name.startsWith(`${this.#key}-`));
    const present = new Set(names);
    for (const name of this.#packs.keys()) if (!present.has(name)) this.#packs.delete(name);
    for (const name of names) {
      if (this.#packs.has(name)) continue;
      const pack = quietly(() => openPack(this.#fs, this.#pathOf(name)));
      if (pack === "damaged") quietly(() => this.#fs.removeFile(this.#pathOf(name)));
      else if (pack !== undefined) this.#packs.set(name, pack);
    }
  }

  #write(rows: Iterable<PackRow>, dimensions: number): string {
    const bytes = encodePack([...rows], dimensions);
    const name = `${this.#key}-${hashBytes(bytes)}.pack`;
    this.#fs.makeDirectory(this.#folder, { isPrivate: true });
    this.#fs.writeFile(this.#pathOf(name), bytes);
    this.#unpruned += bytes.length;
    return name;
  }

  /** Joins small packs, so that there are never many. A pack goes when another one holds its vectors. */
  #merge(): void {
    for (
      let chosen = mergeable(this.#packs, this.#limits.pack);
      chosen.length > 0;
      chosen = mergeable(this.#packs, this.#limits.pack)
    ) {
      const rows = new Map(
        chosen.flatMap((name) => this.#packs.get(name)!.read().map((row) => [row.id, row] as const)),
      );
      const { dimensions } = this.#packs.get(chosen[0]!)!;
      const merged = rows.size === 0 ? undefined : this.#write(rows.values(), dimensions);
      for (const name of chosen) if (name !== merged) this.#fs.removeFile(this.#pathOf(name));
      this.#refresh();
    }
  }

  #prune(): void {
    this.#unpruned = 0;
    quietly(() => removeOldest(this.#fs, this.#folder, this.#limits.total));
  }

  #idOf(text: string): string {
    return hashBytes(this.#encoder.encode(`${this.#key}\0${text}`));
  }

  #pathOf(name: string): string {
    return joinPath(this.#folder, name);
  }
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
