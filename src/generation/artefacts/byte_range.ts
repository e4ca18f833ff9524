/** A file as hyparquet reads it, apart from what writes one, so that reading loads no writer. */
import type { ReadHandle } from "../../host/file_system.ts";

export function byteRange(
  file: ReadHandle,
): { readonly byteLength: number; slice(start: number, end?: number): ArrayBuffer } {
  return {
    byteLength: file.size,
    slice(start, end = file.size) {
      const bytes = new Uint8Array(end - start);
      file.read(start, bytes);
      return bytes.buffer;
    },
  };
}
