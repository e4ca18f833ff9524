/** Puts the vectors of merged segments together. */
import { type StoredRow, storedRow, type VectorFile } from "./vector_file.ts";

interface MergedPart {
  /** The vectors of one segment, if it has any. */
  readonly file: VectorFile | undefined;
  /** Its chunks that the merged segment keeps, ascending. */
  readonly live: Uint32Array;
}

/**
 * The rows of the merged segment, in its order. Vectors of different models never mix: those of the model that most
 * chunks have stay, and the other chunks become pending. Undefined when no part has vectors.
 */
export function mergeVectors(parts: readonly MergedPart[]): VectorFile | undefined {
  const counts = new Map<string, number>();
  for (const { file, live } of parts) {
    if (file !== undefined) counts.set(file.model, (counts.get(file.model) ?? 0) + live.length);
  }
  const [most] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const kept = parts.find(({ file }) => file !== undefined && file.model === most?.[0])?.file;
  if (kept === undefined) return undefined;
  const { model, dimensions } = kept;
  const pending = storedRow("pending");
  const places = parts.flatMap(({ live }, part) => Array.from(live, (chunk) => ({ part, chunk })));
  const rowAt = (at: number): StoredRow | undefined => {
    const { part, chunk } = places[at]!;
    const { file } = parts[part]!;
    return file?.model === model && file.dimensions === dimensions ? file.rows.at(chunk) : pending;
  };
  return { model, dimensions, rows: { length: places.length, at: rowAt } };
}
