/** Tensors, and the safetensors file that the model module reads. */

export interface NamedTensor {
  readonly name: string;
  readonly dtype: "F32" | "F16";
  readonly shape: readonly number[];
  /** Its numbers, little-endian, row by row. */
  readonly bytes: Uint8Array;
}

export function floatTensor(name: string, shape: readonly number[], values: Float32Array): NamedTensor {
  return { name, dtype: "F32", shape, bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength) };
}

/** A matrix with its rows as columns. */
export function transposed({ name, dtype, shape, bytes }: NamedTensor): NamedTensor {
  const [rows = 0, columns = 0] = shape;
  // A copy begins where its numbers are aligned.
  const { buffer } = bytes.slice();
  const from = dtype === "F32" ? new Uint32Array(buffer) : new Uint16Array(buffer);
  const to = dtype === "F32" ? new Uint32Array(from.length) : new Uint16Array(from.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) to[column * rows + row] = from[row * columns + column]!;
  }
  return { name, dtype, shape: [columns, rows], bytes: new Uint8Array(to.buffer) };
}

/** The bytes of a safetensors file. */
export function safetensors(tensors: readonly NamedTensor[]): Uint8Array {
  let end = 0;
  const header = Object.fromEntries(tensors.map(({ name, dtype, shape, bytes }) => {
    const begin = end;
    end += bytes.length;
    return [name, { dtype, shape, data_offsets: [begin, end] }];
  }));
  const json = new TextEncoder().encode(JSON.stringify(header));
  const file = new Uint8Array(8 + json.length + end);
  new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true);
  file.set(json, 8);
  let at = 8 + json.length;
  for (const { bytes } of tensors) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}
