/**
 * The file of a segment's vectors. The core reads the same bytes; its side is `wasm/src/vectors.rs`, and
 * docs/formats.md has the layout.
 */
import { RaError } from "../../errors.ts";

const MAGIC = [..."ra-vec\0\x01"].map((letter) => letter.charCodeAt(0));
const HEADER = 32;
const ALIGNED = 16;
const MAX_SIZE = 127;

/** What stands for a vector that is not there. */
const SCALES = { pending: 0, blank: -1, failed: -2 } as const;

/** A chunk's vector of length 1, or why it has none: not embedded yet, nothing to embed, or the model could not. */
export type VectorRow = Float32Array | keyof typeof SCALES;

/** A row as the file holds it. Rows are copied from file to file without loss. */
export interface StoredRow {
  readonly scale: number;
  /** Filled up with zeros. Empty for a row without a vector. */
  readonly values: Int8Array;
}

/** The rows of a file, made when they are asked for: as objects, all together would take several times its size. */
interface StoredRows {
  readonly length: number;
  /** Undefined where no such row is. */
  at(place: number): StoredRow | undefined;
}

export interface VectorFile {
  /** `Embedder.key`. */
  readonly model: string;
  readonly dimensions: number;
  readonly rows: StoredRows;
}

export function storedRow(row: VectorRow): StoredRow {
  if (typeof row === "string") return { scale: SCALES[row], values: new Int8Array() };
  const largest = row.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  // A vector without a direction, or one of numbers that are none, is near to nothing.
  if (!(largest > 0 && Number.isFinite(largest))) return { scale: SCALES.failed, values: new Int8Array() };
  const scale = Math.fround(largest / MAX_SIZE);
  return { scale, values: Int8Array.from(row, (value) => Math.round(value / scale)) };
}

export function encodeVectors({ model, dimensions, rows }: VectorFile): Uint8Array {
  const stride = aligned(dimensions);
  const start = aligned(HEADER + 4 * rows.length);
  const bytes = new Uint8Array(start + rows.length * stride);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(8, rows.length, true);
  view.setUint32(12, dimensions, true);
  bytes.set(bytesOf(model), 16);
  for (let at = 0; at < rows.length; at++) {
    const { scale, values } = rows.at(at)!;
    view.setFloat32(HEADER + 4 * at, scale, true);
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.length), start + at * stride);
  }
  return bytes;
}

/** Reads the file of a segment with this many chunks. Throws `index-damaged`. */
export function decodeVectors(bytes: Uint8Array, chunks: number): VectorFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isWhole = bytes.length >= HEADER && MAGIC.every((byte, at) => bytes[at] === byte);
  const dimensions = isWhole ? view.getUint32(12, true) : 0;
  const stride = aligned(dimensions);
  const start = aligned(HEADER + 4 * chunks);
  if (!isWhole || view.getUint32(8, true) !== chunks || bytes.length !== start + chunks * stride || dimensions === 0) {
    throw new RaError("index-damaged", "the vectors of a segment are damaged");
  }
  const model = Array.from(bytes.subarray(16, HEADER), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const rowAt = (at: number): StoredRow | undefined => {
    if (at >= chunks) return undefined;
    const scale = view.getFloat32(HEADER + 4 * at, true);
    const length = scale > 0 ? dimensions : 0;
    return { scale, values: new Int8Array(bytes.buffer, bytes.byteOffset + start + at * stride, length) };
  };
  return { model, dimensions, rows: { length: chunks, at: rowAt } };
}

function aligned(size: number): number {
  return Math.ceil(size / ALIGNED) * ALIGNED;
}

function bytesOf(model: string): Uint8Array {
  return Uint8Array.from({ length: 16 }, (_, at) => Number.parseInt(model.slice(2 * at, 2 * at + 2), 16));
}
