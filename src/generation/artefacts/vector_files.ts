/** The heads of files that hold vectors. The vectors follow as float32, little-endian, row by row. */

/** As many bytes as faiss puts before the vectors of an `IndexFlatIP`. */
const FLAT_HEAD = 45;
/** faiss writes this number twice where older versions kept other values. */
const UNUSED = 1n << 20n;
const INNER_PRODUCT = 0;

/**
 * The head of an `IndexFlatIP`, byte for byte as `faiss.write_index` writes it. Source:
 * https://github.com/facebookresearch/faiss/blob/main/faiss/impl/index_write.cpp
 */
export function flatIndexHead(rows: number, dimensions: number): Uint8Array {
  const bytes = new Uint8Array(FLAT_HEAD);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("IxFI"));
  view.setInt32(4, dimensions, true);
  view.setBigInt64(8, BigInt(rows), true);
  view.setBigInt64(16, UNUSED, true);
  view.setBigInt64(24, UNUSED, true);
  view.setUint8(32, 1);
  view.setInt32(33, INNER_PRODUCT, true);
  view.setBigUint64(37, BigInt(rows * dimensions), true);
  return bytes;
}

/** Version 1.0. Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
export function npyHead(rows: number, dimensions: number): Uint8Array {
  const description = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${dimensions}), }`;
  const length = Math.ceil((10 + description.length + 1) / 64) * 64;
  const bytes = new Uint8Array(length).fill(0x20);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  new DataView(bytes.buffer).setUint16(8, length - 10, true);
  bytes.set(new TextEncoder().encode(description), 10);
  bytes[length - 1] = 0x0a;
  return bytes;
}

/** The vector with length 1, so that the inner product is the cosine. Zeros stay. */
export function normalized(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  return length === 0 ? vector : vector.map((value) => value / length);
}
