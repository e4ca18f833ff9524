/**
 * The inner products of a question and the vectors of a generation as `embeddings.npy` has them. The index that
 * searches are answered from has 8 bits a number, so its cosines are a little off.
 */
import { type FileMetaData, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import type { ReadHandle } from "../../host/file_system.ts";
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import { byteRange } from "../artefacts/byte_range.ts";
import type { ArtefactManifest } from "../artefacts/manifest.ts";
import type { OpenArtefacts } from "../artefacts/open_artefacts.ts";
import { npyHead } from "../artefacts/vector_files.ts";
import { rowFiles } from "../artefacts/row_files.ts";

export interface ExactCosines {
  /**
   * The largest with any of the question's vectors. Undefined for a chunk that is not a row of the generation. Throws
   * `io`.
   */
  of(
    question: readonly (readonly number[])[],
    chunks: readonly IndexedChunk[],
  ): Promise<readonly (number | undefined)[]>;
  close(): void;
}

/** Reads of the files what it needs, when it needs it, and closes them in the end. */
export function createExactCosines(
  artefacts: OpenArtefacts,
  { chunks: total, dimensions, files }: Pick<ArtefactManifest, "chunks" | "dimensions" | "files">,
  indexed: Manifest,
): ExactCosines {
  const ranges = rangesOf(indexed, files);
  const known = new Map<string, Promise<ReadonlyMap<string, number>>>();
  const head = npyHead(total, dimensions).length;
  let metadata: Promise<FileMetaData> | undefined;
  const metadataOf = (file: ReturnType<typeof byteRange>): Promise<FileMetaData> => {
    metadata ??= parquetMetadataAsync(file).catch((error: unknown) => {
      metadata = undefined;
      throw error;
    });
    return metadata;
  };
  /** The row of each id. */
  const idsIn = async (range: RowRange | undefined): Promise<ReadonlyMap<string, number>> => {
    if (range === undefined || range[0] === range[1]) return new Map();
    const [rowStart, rowEnd] = range;
    const file = byteRange(artefacts.table);
    const read = { file, metadata: await metadataOf(file), columns: ["id"], rowStart, rowEnd };
    const rows = await parquetReadObjects(read);
    return new Map(rows.map(({ id }, at) => [String(id), rowStart + at]));
  };
  const rowsOf = (name: string): Promise<ReadonlyMap<string, number>> => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const rows = idsIn(ranges.get(name));
    known.set(name, rows);
    // What failed once is read again by the next question.
    rows.catch(() => known.delete(name));
    return rows;
  };
  return {
    async of(question, chunks) {
      const values: (number | undefined)[] = [];
      for (const { tree, path, id } of chunks) {
        const row = (await rowsOf(nameOf(tree, path))).get(id);
        const offset = row === undefined ? undefined : head + 4 * dimensions * row;
        values.push(offset === undefined ? undefined : product(question, artefacts.vectors, offset));
      }
      return values;
    },
    close() {
      artefacts.close();
      known.clear();
    },
  };
}

type RowRange = readonly [from: number, to: number];

const nameOf = (tree: string, path: string): string => `${tree}\0${path}`;

/** The rows of each document. They stand in the order of the documents. */
function rangesOf(indexed: Manifest, files: ArtefactManifest["files"]): ReadonlyMap<string, RowRange> {
  let from = 0;
  return new Map(
    rowFiles(indexed).map(({ source_id, path }, at) => {
      const range: RowRange = [from, from += files[at]?.chunks ?? 0];
      return [nameOf(source_id, path), range];
    }),
  );
}

function product(question: readonly (readonly number[])[], vectors: ReadHandle, offset: number): number {
  const bytes = new Uint8Array(4 * (question[0]?.length ?? 0));
  vectors.read(offset, bytes);
  const values = new Float32Array(bytes.buffer);
  return Math.max(...question.map((one) => one.reduce((sum, value, at) => sum + value * values[at]!, 0)));
}
