/** Gives the chunks of the engine's index the vectors of the rows. */
import type { Engine } from "../../store/engine/engine.ts";
import { RaError } from "../../errors.ts";
import { openIndex } from "../../store/published/open_index.ts";
import { publishVectors, type VectorsTarget } from "../../store/vectors/publish_vectors.ts";
import { storedRow } from "../../store/vectors/vector_file.ts";
import type { WrittenRows } from "./write_rows.ts";

interface RowsToPublish extends Pick<WrittenRows, "rowOf"> {
  /** `Embedder.key`. */
  readonly model: string;
  readonly dimensions: number;
  vectorAt(row: number): Float32Array;
}

/** Only segments that lack a vector are written. Throws `io` and `index-damaged`. */
export async function publishRows(
  { engine, fs, root, directory }: Omit<VectorsTarget, "schemaVersion"> & { readonly engine: Engine },
  { model, dimensions, rowOf, vectorAt }: RowsToPublish,
): Promise<void> {
  const { schemaVersion } = engine;
  const opened = openIndex(fs, directory, schemaVersion);
  if (opened.state !== "open") throw new RaError("index-damaged", "the index that was just written cannot be read");
  const { index } = opened;
  const numbers = new Map<string, Map<number, number | "failed" | "blank">>();
  try {
    const reader = engine.openReader(index.segments);
    const lacking = reader.unembedded(model, true);
    reader.free();
    for (const { segment, chunk, ref } of lacking) {
      const { name } = index.head.segments[segment]!;
      const of = numbers.get(name) ?? new Map<number, number | "failed" | "blank">();
      numbers.set(name, of.set(chunk, rowOf.get(ref) ?? "blank"));
    }
  } finally {
    index.close();
  }
  if (numbers.size === 0) return;
  const rows = new Map(
    [...numbers].map(([name, of]) => [name, {
      get(chunk: number) {
        const row = of.get(chunk);
        return row === undefined ? undefined : storedRow(typeof row === "number" ? vectorAt(row) : row);
      },
    }]),
  );
  const outcome = await publishVectors({ fs, root, directory, schemaVersion }, { model, dimensions, rows });
  if (outcome !== "published") throw new RaError("io", `cannot write the index in ${directory}: ${outcome}`);
}
