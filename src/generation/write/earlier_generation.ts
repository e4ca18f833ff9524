/** The generation that a new one replaces: its vectors are used again. */
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { byteRange } from "../artefacts/byte_range.ts";
import type { ChunkRow } from "../artefacts/chunk_table.ts";
import { type ArtefactManifest, HALF_A_HASH, readManifest, wrongArtefacts } from "../artefacts/manifest.ts";
import { openArtefacts } from "../artefacts/open_artefacts.ts";
import { createYieldPoint } from "../../store/segments/yield_point.ts";
import { npyHead } from "../artefacts/vector_files.ts";

/** Rows that are read at once. */
const ROWS = 5000;

export interface EarlierGeneration {
  readonly manifest: ArtefactManifest;
  /** The vector of a text with this hash. */
  vector(hash: string): Float32Array | undefined;
  /** Whether the vector of a text with this hash is that of its beginning. */
  isClipped(hash: string): boolean;
  /** The source still has the text with this hash. */
  keep(source: string, hash: string): void;
  /** How many texts of the source were not kept. */
  unkept(source: string): number;
  close(): void;
}

const keyOf = (hash: string): string => hash.slice(0, HALF_A_HASH);

/** Undefined where there is none, or none that is whole. Throws `io`. */
export async function openEarlierGeneration(fs: FileSystem, folder: string): Promise<EarlierGeneration | undefined> {
  let manifest: ArtefactManifest | undefined;
  try {
    manifest = readManifest(fs, folder);
  } catch (error) {
    if (!(error instanceof RaError) || error.code !== "index-damaged") throw error;
  }
  if (manifest === undefined || wrongArtefacts(fs, folder, manifest).length > 0) return undefined;
  const yieldPoint = createYieldPoint(undefined);
  const rows = new Map<string, number>();
  const clipped = new Set<string>();
  const unkept = new Map<string, Set<string>>();
  const artefacts = openArtefacts(fs, folder);
  if (artefacts === undefined) return undefined;
  const { table, vectors } = artefacts;
  try {
    const file = byteRange(table);
    const metadata = await parquetMetadataAsync(file);
    for (let rowStart = 0; rowStart < manifest.chunks; rowStart += ROWS) {
      await yieldPoint();
      const rowEnd = Math.min(rowStart + ROWS, manifest.chunks);
      const columns = ["source_id", "hash", "clipped"] as const;
      const found = await parquetReadObjects({ file, metadata, columns: [...columns], rowStart, rowEnd });
      for (const [at, row] of (found as Pick<ChunkRow, (typeof columns)[number]>[]).entries()) {
        const { source_id } = row;
        const hash = keyOf(row.hash);
        if (row.clipped) clipped.add(hash);
        rows.set(hash, rowStart + at);
        const of = unkept.get(source_id) ?? new Set();
        unkept.set(source_id, of.add(hash));
      }
    }
  } catch (error) {
    vectors.close();
    if (error instanceof RaError) throw error;
    return undefined; // the table is damaged
  } finally {
    table.close();
  }
  const { chunks, dimensions } = manifest;
  const head = npyHead(chunks, dimensions).length;
  return {
    manifest,
    isClipped: (hash) => clipped.has(keyOf(hash)),
    keep: (source, hash) => void unkept.get(source)?.delete(keyOf(hash)),
    unkept: (source) => unkept.get(source)?.size ?? 0,
    vector(hash) {
      const row = rows.get(keyOf(hash));
      if (row === undefined) return undefined;
      const bytes = new Uint8Array(4 * dimensions);
      vectors.read(head + row * bytes.length, bytes);
      return new Float32Array(bytes.buffer);
    },
    close: () => vectors.close(),
  };
}
