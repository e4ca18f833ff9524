/** Reads arrays of numpy (`.npy`, version 1 and 2), as archives of it (`.npz`) hold them. */
import { unusable } from "./damaged.ts";

export interface NumpyArray {
  readonly shape: readonly number[];
  readonly values: Float32Array | Uint8Array;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** Arrays of f32, f64 and u8, row by row. Throws `model-invalid`. */
export function readNumpy(what: string, file: Uint8Array): NumpyArray {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  if (file.length < 12 || MAGIC.some((byte, at) => file[at] !== byte)) {
    throw unusable(what, "it is not an array of numpy");
  }
  const isLong = file[6] !== 1;
  const begin = isLong ? 12 : 10;
  const end = begin + (isLong ? view.getUint32(8, true) : view.getUint16(8, true));
  const header = new TextDecoder().decode(file.subarray(begin, end));
  const type = /'descr':\s*'([^']*)'/.exec(header)?.[1] ?? "";
  const sides = /'shape':\s*\(([^)]*)\)/.exec(header)?.[1];
  const width = { "<f4": 4, "<f8": 8, "|u1": 1 }[type];
  if (width === undefined || sides === undefined || /'fortran_order':\s*True/.test(header)) {
    throw unusable(what, "it has an array of another kind than ra reads");
  }
  const shape = sides.split(",").map((side) => side.trim()).filter((side) => side !== "").map(Number);
  const count = shape.reduce((product, side) => product * side, 1);
  const bytes = file.slice(end);
  if (bytes.length !== count * width) throw unusable(what, "an array has another shape than its bytes");
  const values = width === 1
    ? bytes
    : width === 4
    ? new Float32Array(bytes.buffer)
    : Float32Array.from(new Float64Array(bytes.buffer));
  return { shape, values };
}
