/** Publishes new vectors over unchanged segments. */
import type { FileSystem } from "../../host/file_system.ts";
import { takeWriterLock } from "../lock/writer_lock.ts";
import { type Head, type SegmentEntry, type VectorsReference } from "../published/head.ts";
import { type OpenIndex, openIndex, rootOf } from "../published/open_index.ts";
import { cleanUp, collectGarbage, publishHead, writeChecked } from "../published/publish.ts";
import { decodeVectors, encodeVectors, type StoredRow, storedRow, type VectorFile } from "./vector_file.ts";

/** How long to wait for another writer. */
const LOCK_TIMEOUT_MS = 10_000;

export interface NewVectors {
  /** `Embedder.key`. */
  readonly model: string;
  readonly dimensions: number;
  /** New rows by the name of their segment, then by the number of the chunk in it. */
  readonly rows: ReadonlyMap<string, Pick<ReadonlyMap<number, StoredRow>, "get">>;
}

export interface VectorsTarget {
  readonly fs: FileSystem;
  /** The configuration's root. */
  readonly root: string;
  /** The folder of the index. */
  readonly directory: string;
  readonly schemaVersion: string;
}

/**
 * Writes the new rows into the vectors of the published index, whoever published it: the name of a segment is the hash
 * of its content, so the rows fit every head that still has it. `gone`: no segment is left that the rows belong to.
 * `locked`: another writer kept the lock. `read-only`: ra cannot write to the folder. Throws `io`, `index-damaged`; the
 * old vectors then stay published.
 */
export async function publishVectors(
  { fs, root, directory, schemaVersion }: VectorsTarget,
  vectors: NewVectors,
): Promise<"published" | "gone" | "locked" | "read-only"> {
  const lock = await takeWriterLock(fs, rootOf(root, directory), directory, LOCK_TIMEOUT_MS);
  if (typeof lock === "string") return lock;
  try {
    const opened = openIndex(fs, directory, schemaVersion);
    if (opened.state !== "open") return "gone";
    const { index } = opened;
    try {
      const { previous: _, ...head } = index.head;
      if (!head.segments.some(({ name }) => vectors.rows.has(name))) return "gone";
      const segments = head.segments.map((entry, at) => renewed(fs, index, entry, at, vectors));
      lock.keep();
      const written: Head = publishHead(fs, directory, { ...head, segments });
      collectGarbage(fs, directory, written);
      return "published";
    } finally {
      index.close();
    }
  } catch (error) {
    cleanUp(fs, directory);
    throw error;
  } finally {
    await lock.release();
  }
}

function renewed(
  fs: FileSystem,
  { directory, segments }: OpenIndex,
  entry: SegmentEntry,
  at: number,
  { model, dimensions, rows }: NewVectors,
): SegmentEntry {
  const fresh = rows.get(entry.name);
  if (fresh === undefined) return entry;
  const read = segments[at]!.vectors;
  const before = read == null ? undefined : decodeVectors(read(), entry.written);
  const kept = before?.model === model && before.dimensions === dimensions ? before.rows : undefined;
  const pending = storedRow("pending");
  const all = {
    length: entry.written,
    at: (chunk: number) => fresh.get(chunk) ?? kept?.at(chunk) ?? pending,
  };
  return { ...entry, vectors: storeVectors(fs, directory, { model, dimensions, rows: all }) };
}

/** Writes the file of a segment's vectors. Throws `io`. */
export function storeVectors(fs: FileSystem, directory: string, vectors: VectorFile): VectorsReference {
  return { ...writeChecked(fs, directory, "vec", encodeVectors(vectors)), model: vectors.model };
}
