/** Reads which tensors a safetensors file has: https://github.com/huggingface/safetensors#format */

export type TensorShapes = ReadonlyMap<string, readonly number[]>;

const LENGTH = 8;

/** Empty for a file that is damaged or has another form; what opens it says so. */
export function tensorShapes(file: Uint8Array): TensorShapes {
  if (file.length < LENGTH) return new Map();
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  if (length > file.length - LENGTH) return new Map();
  try {
    const header = JSON.parse(new TextDecoder().decode(file.subarray(LENGTH, LENGTH + length))) as object;
    return new Map(
      Object.entries(header).flatMap(([name, entry]) => {
        const { shape } = (entry ?? {}) as { readonly shape?: unknown };
        return Array.isArray(shape) ? [[name, shape as readonly number[]]] : [];
      }),
    );
  } catch {
    return new Map();
  }
}
