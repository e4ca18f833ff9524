/** `manifest.json`: what a generation is, and whether the files beside it belong to it. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { hashBytes } from "../../host/hash.ts";
import { sizeText } from "../../host/read_limits.ts";
import { FLAT_INDEX, MANIFEST, TABLE, VECTORS } from "../../store/published/generation_files.ts";
import { parseBoundedJson } from "../../text/bounded_json.ts";
import { joinPath } from "../../text/paths.ts";
import { flatIndexHead, npyHead } from "./vector_files.ts";

const VERSION = 1;
/** Some 300,000 files. Whoever reads a manifest needs a few times its size. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The end of a table that holds the name of its generation. Its other columns' descriptions stand there too. */
const TABLE_END = 1024 * 1024;

export interface ArtefactManifest {
  readonly version: typeof VERSION;
  /** A hash of everything that the generation holds. */
  readonly generation: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly model: string;
  /** The same for two models exactly if they give the same vectors. */
  readonly model_key: string;
  readonly dimensions: number;
  readonly dtype: string;
  /** Of the parts of `rag.yaml` that shape the generation. */
  readonly config_hash: string;
  readonly chunks: number;
  /** Of the first and the last vectors. */
  readonly vectors_hash: string;
  readonly files: readonly ArtefactFile[];
  readonly sources: readonly ArtefactSource[];
}

export interface ArtefactFile {
  readonly source_id: string;
  /** Relative to the tree of the source. */
  readonly path: string;
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  readonly chunks: number;
}

export interface ArtefactSource {
  readonly id: string;
  /** How its chunks are made. */
  readonly settings: string;
  readonly files: number;
  readonly chunks: number;
  readonly average_chars: number;
  readonly clipped: number;
  readonly deduplicated: number;
}

/** Throws `work-limit` for a manifest that is larger than ra reads. */
export function manifestBytes(manifest: Omit<ArtefactManifest, "version">): Uint8Array {
  const bytes = new TextEncoder().encode(`${JSON.stringify({ version: VERSION, ...manifest }, null, 1)}\n`);
  if (bytes.length <= MAX_BYTES) return bytes;
  throw new RaError(
    "work-limit",
    `the list of ${manifest.files.length} files takes more than the ${sizeText(MAX_BYTES)} that ${MANIFEST} may have`,
    { hint: "index fewer files, or split rag.yaml in two" },
  );
}

/** Undefined where there is none. Throws `index-damaged` for another file, and `io`. */
export function readManifest(fs: FileSystem, folder: string): ArtefactManifest | undefined {
  const path = joinPath(folder, MANIFEST);
  const bytes = fs.readFile(path, { most: MAX_BYTES });
  if (bytes === undefined) return undefined;
  let value: Partial<ArtefactManifest> | null;
  try {
    value = parseBoundedJson(bytes) as Partial<ArtefactManifest> | null;
  } catch {
    value = null;
  }
  const texts = [value?.generation, value?.created, value?.model, value?.model_key, value?.vectors_hash];
  const isWhole = value?.version === VERSION && texts.every((text) => typeof text === "string") &&
    Number.isSafeInteger(value.dimensions) && Number.isSafeInteger(value.chunks) &&
    Number.isSafeInteger(value.dimensions! * value.chunks! * 4) && Array.isArray(value.files) &&
    Array.isArray(value.sources);
  if (isWhole) return value as ArtefactManifest;
  throw new RaError("index-damaged", `${path} is not a manifest that this ra writes`, {
    path,
    hint: "run: ra rag index",
  });
}

/** Whether a generation is there. A file that is not its manifest does not count. Throws `io`. */
export function hasGeneration(fs: FileSystem, folder: string): boolean {
  try {
    return readManifest(fs, folder) !== undefined;
  } catch (error) {
    if (error instanceof RaError && error.code === "index-damaged") return false;
    throw error;
  }
}

/** The names of artefacts that are missing, or that another generation has left. Throws `io`. */
export function wrongArtefacts(fs: FileSystem, folder: string, manifest: ArtefactManifest): readonly string[] {
  const { chunks, dimensions, generation, vectors_hash } = manifest;
  const isVectors = (name: string, head: Uint8Array): boolean => {
    const file = fs.open(joinPath(folder, name));
    if (file === undefined) return false;
    try {
      const length = chunks * dimensions * 4;
      if (file.size !== head.length + length) return false;
      const start = new Uint8Array(head.length);
      file.read(0, start);
      if (!start.every((byte, at) => byte === head[at])) return false;
      return vectorsHash(length, (offset, into) => file.read(head.length + offset, into)) === vectors_hash;
    } finally {
      file.close();
    }
  };
  const isTable = (): boolean => {
    const file = fs.open(joinPath(folder, TABLE));
    if (file === undefined) return false;
    try {
      const end = new Uint8Array(Math.min(file.size, TABLE_END));
      file.read(file.size - end.length, end);
      return new TextDecoder("latin1").decode(end).includes(generation);
    } finally {
      file.close();
    }
  };
  return [
    ...(isVectors(FLAT_INDEX, flatIndexHead(chunks, dimensions)) ? [] : [FLAT_INDEX]),
    ...(isVectors(VECTORS, npyHead(chunks, dimensions)) ? [] : [VECTORS]),
    ...(isTable() ? [] : [TABLE]),
  ];
}

/** How much of both ends of the vectors tells one generation from another. */
const ENDS = 4096;

/** The hash of both ends of so many bytes. */
export function vectorsHash(length: number, read: (offset: number, into: Uint8Array) => void): string {
  const size = Math.min(ENDS, length);
  const ends = new Uint8Array(2 * size);
  read(0, ends.subarray(0, size));
  read(length - size, ends.subarray(size));
  return hashBytes(ends);
}
