/**
 * The inner products of a question and the vectors of a generation as `embeddings.npy` has them. The index that
 * searches are answered from has 8 bits a number, so its cosines are a little off.
 */
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { RaError } from "../../errors.ts";
import type { FileSystem, ReadHandle } from "../../host/file_system.ts";
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import { TABLE, VECTORS } from "../../store/published/generation_files.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import { joinPath } from "../../text/paths.ts";
import { byteRange } from "../artefacts/chunk_table.ts";
import type { ArtefactManifest } from "../artefacts/manifest.ts";
import { npyHead } from "../artefacts/vector_files.ts";
import { rowFiles } from "../artefacts/row_files.ts";

export interface ExactCosines {
  /**
   * The largest with any of the question's vectors. Undefined for a chunk that is not a row of the generation. Throws
   * `io` and `index-damaged`.
   */
  of(
    question: readonly (readonly number[])[],
    chunks: readonly IndexedChunk[],
  ): Promise<readonly (number | undefined)[]>;
  close(): void;
}

/** Reads what it needs of the files, when it needs it. */
export function openExactCosines(
  fs: FileSystem,
  folder: string,
  { chunks: total, dimensions, files }: Pick<ArtefactManifest, "chunks" | "dimensions" | "files">,
  indexed: Manifest,
): ExactCosines {
  const ranges = rangesOf(indexed, files);
  const known = new Map<string, Promise<ReadonlyMap<string, number>>>();
  const head = npyHead(total, dimensions).length;
  let handles: OpenFiles | undefined;
  const open = (): OpenFiles => handles ??= openFiles(fs, folder);
  const rowsOf = (name: string): Promise<ReadonlyMap<string, number>> => {
    const found = known.get(name) ?? idsIn(open(), ranges.get(name));
    known.set(name, found);
    return found;
  };
  return {
    async of(question, chunks) {
      const values: (number | undefined)[] = [];
      for (const { tree, path, id } of chunks) {
        const row = (await rowsOf(nameOf(tree, path))).get(id);
        values.push(row === undefined ? undefined : product(question, open().vectors, head + 4 * dimensions * row));
      }
      return values;
    },
    close() {
      handles?.table.close();
      handles?.vectors.close();
      handles = undefined;
      known.clear();
    },
  };
}

interface OpenFiles {
  readonly table: ReadHandle;
  readonly vectors: ReadHandle;
  readonly metadata: ReturnType<typeof parquetMetadataAsync>;
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

function openFiles(fs: FileSystem, folder: string): OpenFiles {
  const [table, vectors] = [TABLE, VECTORS].map((name) => fs.open(joinPath(folder, name)));
  if (table !== undefined && vectors !== undefined) {
    return { table, vectors, metadata: parquetMetadataAsync(byteRange(table)) };
  }
  table?.close();
  vectors?.close();
  throw new RaError("index-damaged", "an artefact is gone", { path: folder, hint: "run: ra rag index" });
}

/** The row of each id. */
async function idsIn(
  { table, metadata }: OpenFiles,
  range: RowRange | undefined,
): Promise<ReadonlyMap<string, number>> {
  if (range === undefined || range[0] === range[1]) return new Map();
  const [rowStart, rowEnd] = range;
  const file = byteRange(table);
  const rows = await parquetReadObjects({ file, metadata: await metadata, columns: ["id"], rowStart, rowEnd });
  return new Map(rows.map(({ id }, at) => [String(id), rowStart + at]));
}

function product(question: readonly (readonly number[])[], vectors: ReadHandle, offset: number): number {
  const bytes = new Uint8Array(4 * (question[0]?.length ?? 0));
  vectors.read(offset, bytes);
  const values = new Float32Array(bytes.buffer);
  return Math.max(...question.map((one) => one.reduce((sum, value, at) => sum + value * values[at]!, 0)));
}
