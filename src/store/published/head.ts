/** `head.json` is the one file whose atomic replacement publishes an index (see `docs/formats.md`). */
import type { SegmentStats } from "../engine/engine.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { checksumOf } from "../../host/hash.ts";
import { MAX_BYTES } from "../../host/read_limits.ts";
import type { UnreadFiles } from "../../shapes/search.ts";
import { parseBoundedJson } from "../../text/bounded_json.ts";
import { joinPath } from "../../text/paths.ts";
import { headProblem } from "./head_shape.ts";
import type { StoredNavigation } from "./stored_navigation.ts";

/** The version of the files in `.ra/index`. A head with any other number cannot be read. */
export const FORMAT_VERSION = 5;
export const HEAD_NAME = "head.json";

export interface Head {
  readonly format: typeof FORMAT_VERSION;
  /** `Engine.schemaVersion` of the core that wrote the segments. */
  readonly schemaVersion: string;
  /** ISO 8601, UTC. */
  readonly updated: string;
  /**
   * The hash of the head before this one, or null for the first. It keeps two heads apart that have the same content
   * and were written in the same millisecond.
   */
  readonly previous: string | null;
  readonly manifest: CheckedReference;
  /** Indexed trees in configuration order. A tree that was missing keeps its documents. */
  readonly trees: readonly IndexedTree[];
  readonly segments: readonly SegmentEntry[];
  /** The documents that were not read. Absent where there are none, and in an index of an earlier version. */
  readonly unread?: readonly UnreadFiles[] | undefined;
}

/** A content-addressed file: the name holds the hash of its bytes. */
export interface FileReference {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A file that is read as a whole and then compared with its checksum. */
export interface CheckedReference extends FileReference {
  /** The `checksumText` of its bytes. */
  readonly checksum: string;
}

export interface IndexedTree {
  readonly name: string;
  /** Relative to the index's root where the tree lies below it, else absolute. */
  readonly path: string;
  /** All settings that shape the tree's chunks (`treeSettings`). */
  readonly settings: string;
  /** All formats with their versions. When it changes, the files whose own format changed are indexed again. */
  readonly formats: string;
  /** The file that defines it, like `path`. An index of an earlier version lacks it. */
  readonly definedIn?: string;
  /** The device that its folder lay on. Absent where it held no file, and where devices have no numbers. */
  readonly device?: number | undefined;
  /** Half of its documents or more lie in folders of blogs and news. */
  readonly news?: true;
  /** The files that name and order its pages. Absent where there are none. */
  readonly navigation?: StoredNavigation | undefined;
}

export interface SegmentEntry extends FileReference {
  /** A checksum for each page (`pageSums`). It is compared when the page is read. */
  readonly sums: string;
  /** The number of chunks at the time of writing. Those that `stats` no longer counts are deleted. */
  readonly written: number;
  readonly stats: SegmentStats;
  readonly deletes: CheckedReference | null;
  /** The vectors of its chunks. The key is absent where there are none. */
  readonly vectors?: VectorsReference;
}

export interface VectorsReference extends CheckedReference {
  /** `Embedder.key` of the model that made them. */
  readonly model: string;
}

export type ParsedHead =
  | { readonly state: "ok"; readonly head: Head; readonly checksum: string }
  | { readonly state: "damaged"; readonly reason: string };

/** The head as it is on disk. Undefined when there is none. Throws `io`. */
export function readHead(fs: FileSystem, directory: string, name = HEAD_NAME): Uint8Array | undefined {
  return fs.readFile(joinPath(directory, name), { most: MAX_BYTES.head, noLink: true });
}

/** The bytes of a head. Its own checksum comes first. */
export function encodeHead(head: Head): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ checksum: checksumOfHead(head), ...head }, null, 1) + "\n");
}

/** Reads a head back. Everything except an intact head of this version is `damaged`. */
export function parseHead(bytes: Uint8Array): ParsedHead {
  try {
    return headIn(parseBoundedJson(bytes));
  } catch {
    // Values nested deeply enough run out of stack when they are read, or when their checksum is computed.
    return { state: "damaged", reason: "head.json is not JSON that ra writes" };
  }
}

function headIn(value: unknown): ParsedHead {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { state: "damaged", reason: "head.json is not a JSON object" };
  }
  const { checksum, ...body } = value as { readonly checksum?: unknown } & Head;
  if (body.format !== FORMAT_VERSION) {
    const written = typeof body.format === "number" ? `format ${body.format}` : "its format";
    return { state: "damaged", reason: `${written} is not ${FORMAT_VERSION}` };
  }
  if (typeof checksum !== "string" || checksum !== checksumOfHead(body)) {
    return { state: "damaged", reason: "head.json does not match its checksum" };
  }
  const problem = headProblem(body);
  if (problem !== undefined) return { state: "damaged", reason: `head.json: ${problem}` };
  return { state: "ok", head: body, checksum };
}

/** The checksum of the head's canonical JSON, without spaces and with the keys in the order of writing. */
function checksumOfHead(head: Head): string {
  return checksumText(new TextEncoder().encode(JSON.stringify(head)));
}

/** The CRC-32 of these bytes, as eight hexadecimal digits. */
export function checksumText(bytes: Uint8Array): string {
  return checksumOf(bytes).toString(16).padStart(8, "0");
}

/** Every file that a head needs: to open it, to check it, and to tell which files are garbage. */
export function referencedFiles(head: Head): readonly FileReference[] {
  const files: FileReference[] = [head.manifest];
  for (const segment of head.segments) {
    files.push(segment);
    if (segment.deletes !== null) files.push(segment.deletes);
    if (segment.vectors !== undefined) files.push(segment.vectors);
  }
  return files;
}

/** The hash in a content-addressed name (`files-HASH.json`, `HASH.seg`, `HASH.del`, `HASH.vec`). */
export function hashInName(name: string): string {
  return name.replace(/^files-/, "").replace(/\.[a-z]+$/, "");
}
