/** `head.json`: the one file whose atomic replacement publishes an index (see `docs/formats.md`). */
import { checksumOf } from "../../host/hash.ts";
import type { SegmentStats } from "../../engine/engine.ts";

/** Layout of the files in `.ra/index`; a head with any other number is foreign. */
export const FORMAT_VERSION = 4;
export const HEAD_NAME = "head.json";

export interface Head {
  readonly format: typeof FORMAT_VERSION;
  /** `Engine.schemaVersion` of the core that wrote the segments. */
  readonly schemaVersion: string;
  /** ISO 8601, UTC. */
  readonly updated: string;
  /**
   * Hash of the head that this one replaced, null for the first: two heads of equal content written in one millisecond
   * differ.
   */
  readonly previous: string | null;
  readonly manifest: CheckedReference;
  /** Indexed trees in configuration order; those that were missing keep what they had. */
  readonly trees: readonly IndexedTree[];
  readonly segments: readonly SegmentEntry[];
}

/** A content-addressed file: the name holds the hash of its bytes. */
export interface FileReference {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A file that is read as a whole, and compared with this when it is. */
export interface CheckedReference extends FileReference {
  /** Of its bytes, as `checksumText`. */
  readonly checksum: string;
}

export interface IndexedTree {
  readonly name: string;
  /** Relative to the index's root where the tree lies below it, else absolute. */
  readonly path: string;
  /** Everything that shapes the tree's stored chunks (`treeSettings`). */
  readonly settings: string;
  /** All formats with their versions: where it differs, files whose own format does are indexed again. */
  readonly formats: string;
}

export interface SegmentEntry extends FileReference {
  /** A checksum for each page, compared when the page is read (`pageSums`). */
  readonly sums: string;
  /** Chunks when it was written; those that `stats` no longer counts are deleted. */
  readonly written: number;
  readonly stats: SegmentStats;
  readonly deletes: CheckedReference | null;
}

export type ParsedHead =
  | { readonly state: "ok"; readonly head: Head; readonly checksum: string }
  | { readonly state: "damaged"; readonly reason: string };

/** The bytes of a head, with its own checksum first. */
export function encodeHead(head: Head): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ checksum: checksumOfHead(head), ...head }, null, 1) + "\n");
}

/** Reads a head back; anything but an intact head of this format is `damaged`. */
export function parseHead(bytes: Uint8Array): ParsedHead {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return { state: "damaged", reason: "head.json is not JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { state: "damaged", reason: "head.json holds no object" };
  }
  const { checksum, ...body } = value as { readonly checksum?: unknown } & Head;
  if (body.format !== FORMAT_VERSION) {
    return { state: "damaged", reason: `format ${JSON.stringify(body.format)} is not ${FORMAT_VERSION}` };
  }
  if (typeof checksum !== "string" || checksum !== checksumOfHead(body)) {
    return { state: "damaged", reason: "head.json does not match its checksum" };
  }
  return { state: "ok", head: body, checksum };
}

/** Of the head's canonical JSON: no spaces, keys in the order they are written in. */
function checksumOfHead(head: Head): string {
  return checksumText(new TextEncoder().encode(JSON.stringify(head)));
}

/** The CRC-32 of these bytes, as eight hexadecimal digits. */
export function checksumText(bytes: Uint8Array): string {
  return checksumOf(bytes).toString(16).padStart(8, "0");
}

/** Every file that a head needs, for opening, checking and for knowing what is garbage. */
export function referencedFiles(head: Head): readonly FileReference[] {
  const files: FileReference[] = [head.manifest];
  for (const segment of head.segments) {
    files.push(segment);
    if (segment.deletes !== null) files.push(segment.deletes);
  }
  return files;
}

/** The hash in a content-addressed name (`files-HASH.json`, `HASH.seg`, `HASH.del`). */
export function hashInName(name: string): string {
  return name.replace(/^files-/, "").replace(/\.[a-z]+$/, "");
}
