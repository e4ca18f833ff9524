/** `manifest.json`: what a generation is, and whether the files beside it belong to it. */
import type { RagProblem } from "../../shapes/rag.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { sha256 } from "../../host/hash.ts";
import { sizeText } from "../../host/read_limits.ts";
import { FLAT_INDEX, MANIFEST, TABLE, VECTORS } from "../../store/published/generation_files.ts";
import { parseBoundedJson } from "../../text/bounded_json.ts";
import { joinPath } from "../../text/paths.ts";
import { flatIndexHead, npyHead } from "./vector_files.ts";

/** 2: files have the paths of the table and SHA-256. Version 1 has the names and the hashes of the index. */
const VERSION = 2;
const VERSIONS: readonly unknown[] = [1, VERSION];
/** Some 300,000 files. Whoever reads a manifest needs a few times its size. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The end of a table that holds the name of its generation. Its other columns' descriptions stand there too. */
const TABLE_END = 1024 * 1024;

export interface ArtefactManifest {
  readonly version: 1 | typeof VERSION;
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
  /** Chunks that the model could not embed; absent where it could embed all. */
  readonly not_embedded?: NotEmbedded;
}

interface NotEmbedded {
  readonly count: number;
  /** The first of them. */
  readonly first: readonly RagProblem[];
}

export interface ArtefactFile {
  readonly source_id: string;
  /** As the rows in the table have it. */
  readonly path: string;
  /** The text that was made of it, relative to the tree of the source. Absent where the file itself was indexed. */
  readonly text?: string | undefined;
  /** The SHA-256 of the file that was indexed, hexadecimal. Null where the file changed meanwhile. */
  readonly hash: string | null;
  /** The hash of the index of words, which knows the record beside a text, too. */
  readonly index_hash: string;
  /** Bytes of the file that was indexed. */
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
  const { generation, created, model, model_key, vectors_hash, config_hash } = value ?? {};
  const texts = [generation, created, model, model_key, vectors_hash, config_hash];
  const isWhole = VERSIONS.includes(value?.version) && texts.every((text) => typeof text === "string") &&
    Number.isSafeInteger(value?.dimensions) && Number.isSafeInteger(value?.chunks) &&
    Number.isSafeInteger(value!.dimensions! * value!.chunks! * 4) && Array.isArray(value?.files) &&
    Array.isArray(value?.sources);
  if (isWhole) return value?.version === 1 ? fromVersion1(value as ManifestVersion1) : value as ArtefactManifest;
  throw new RaError("index-damaged", `${path} is not a manifest that this ra writes`, {
    path,
    hint: "run: ra rag index",
  });
}

/** Version 1 had the hash of the index alone, and for the path the name of the text. */
type ManifestVersion1 = Omit<ArtefactManifest, "files"> & {
  readonly files: readonly (Pick<ArtefactFile, "source_id" | "path" | "size" | "chunks"> & { readonly hash: string })[];
};

function fromVersion1({ files, ...manifest }: ManifestVersion1): ArtefactManifest {
  return { ...manifest, files: files.map((file) => ({ ...file, hash: null, index_hash: file.hash })) };
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
      return isSameHash(vectorsHash(length, (offset, into) => file.read(head.length + offset, into)), vectors_hash);
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
  return sha256(ends);
}

/** The hashes of version 1 are the first half of those of today. */
export const HALF_A_HASH = 32;

export function isSameHash(found: string, stored: string): boolean {
  return stored.length >= HALF_A_HASH && found.startsWith(stored);
}
