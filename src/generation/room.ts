/**
 * How much room a generation needs on the disk of `index_root`, estimated from below, so that a run that would fit is
 * hardly ever refused. Measured on three collections of texts.
 */
import { RaError } from "../errors.ts";
import { loadConfig } from "../config/find.ts";
import { formatOf } from "../document/formats/registry.ts";
import { freeSpace } from "../host/disk.ts";
import type { FileSystem } from "../host/file_system.ts";
import { formatBytes } from "../output/quantity.ts";
import type { RagConfig } from "../sources/config/rag_config.ts";
import { type SourceTree, sourceTrees } from "../sources/source_trees.ts";
import { scanTrees } from "../store/files/scan.ts";
import { createYieldPoint } from "../store/segments/yield_point.ts";
import { type ArtefactManifest, readManifest } from "./artefacts/manifest.ts";
import { treesFiles } from "./trees.ts";

/** Beside a copy of each text, the index of words has half as many bytes, fewer for texts that repeat themselves. */
const WORDS_PER_TEXT = 0.2;
/** A copy fills whole blocks of the disk. */
const BLOCK = 4096;
/** The table holds the texts, compressed: to half of their bytes, or less. */
const TABLE_PER_TEXT = 0.1;
/** A chunk has hardly more than so many times the characters that it should have. */
const LARGEST_CHUNK = 2;
/** Two files with 32 bits a number, and the index with 8. */
const BYTES_PER_NUMBER = 9;
/** Of common models, the fewest. */
const FEWEST_DIMENSIONS = 384;

export interface RoomHost {
  readonly fs: FileSystem;
  readonly home: string | null;
  /** The free bytes of the disk that a path lies on. Absent: as the system says. */
  readonly freeSpace?: ((path: string) => number | undefined) | undefined;
}

interface NeededRoom {
  /** Bytes of the files that are text. */
  readonly texts: number;
  /** What copies of them take. 0 where the index of words is there already. */
  readonly copies: number;
  readonly chunks: number;
}

/** The bytes that a generation takes at least beside the one that is there. */
export async function neededRoom(
  { fs, home }: RoomHost,
  config: RagConfig,
  incremental: boolean,
): Promise<{ readonly texts: number; readonly bytes: number }> {
  const settings = await loadConfig(treesFiles(fs, config), config.indexRoot, home, { trust: true });
  const scans = await scanTrees(fs, settings, createYieldPoint(undefined));
  const ofTrees = scans.map(({ tree, files }) => ({
    name: tree.name,
    sizes: files.filter(({ path }) => formatOf(path, tree).decoding !== "none").map(({ fingerprint }) =>
      fingerprint.size
    ),
  }));
  const sizes = ofTrees.flatMap((tree) => tree.sizes);
  const texts = sumOf(sizes);
  const hasWords = incremental && earlierOf(fs, config) !== undefined;
  const copies = hasWords ? 0 : sizes.reduce((sum, size) => sum + Math.ceil(size / BLOCK) * BLOCK, 0);
  const largest = new Map(sourceTrees(fs, config).map((tree) => [tree.name, largestChunk(config, tree)]));
  const chunks = ofTrees.reduce((sum, { name, sizes }) => sum + Math.floor(sumOf(sizes) / largest.get(name)!), 0);
  return { texts, bytes: bytesOf(fs, config, { texts, copies, chunks }) };
}

/** The characters of the largest chunk of a source. */
function largestChunk({ indexing }: RagConfig, { sizes: { prose_max_chars, code_max_chars } }: SourceTree): number {
  return LARGEST_CHUNK * Math.max(prose_max_chars ?? indexing.prose_max_chars, code_max_chars ?? 0);
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

function bytesOf(fs: FileSystem, config: RagConfig, { texts, copies, chunks }: NeededRoom): number {
  const dimensions = config.embedding.dimensions ?? earlierOf(fs, config)?.dimensions ?? FEWEST_DIMENSIONS;
  const words = copies === 0 ? 0 : copies + WORDS_PER_TEXT * texts;
  return Math.round(words + TABLE_PER_TEXT * texts + BYTES_PER_NUMBER * dimensions * chunks);
}

/** The generation of the same model, if there is one. */
function earlierOf(fs: FileSystem, { indexRoot, embedding }: RagConfig): ArtefactManifest | undefined {
  try {
    const manifest = readManifest(fs, indexRoot);
    return manifest?.model === embedding.model ? manifest : undefined;
  } catch (error) {
    if (error instanceof RaError && error.code === "index-damaged") return undefined;
    throw error;
  }
}

/** The free bytes where the index lies. Undefined where nothing says it. */
export function roomOf(host: RoomHost, { indexRoot }: RagConfig): number | undefined {
  return (host.freeSpace ?? freeSpace)(indexRoot);
}

/** Throws `io` where the disk has less than `bytes`. */
function requireBytes(host: RoomHost, config: RagConfig, bytes: number): void {
  const free = roomOf(host, config);
  if (free === undefined || free >= bytes) return;
  throw new RaError("io", `${tooLittle(bytes, free)}; the index stays as it is`, {
    path: config.indexRoot,
    hint: MAKE_ROOM,
  });
}

export const MAKE_ROOM = "make room, or name another folder in paths.index_root";

export function tooLittle(bytes: number, free: number): string {
  return `the index needs at least ${formatBytes(bytes)}, and its disk has ${formatBytes(free)} free`;
}

/** Before any work. Gives the bytes of text. Throws `io`. */
export async function requireRoom(host: RoomHost, config: RagConfig, incremental: boolean): Promise<number> {
  const { texts, bytes } = await neededRoom(host, config, incremental);
  requireBytes(host, config, bytes);
  return texts;
}

/** Of the chunks of the index of words, at least so many have a text of their own, which no other one has. */
const SHARE_WITH_TEXT = 0.4;

/** Before anything is embedded: the chunks are counted, and their words written. Throws `io`. */
export function requireRoomForVectors(host: RoomHost, config: RagConfig, texts: number, chunks: number): void {
  const rows = Math.floor(SHARE_WITH_TEXT * chunks);
  requireBytes(host, config, bytesOf(host.fs, config, { texts, copies: 0, chunks: rows }));
}
