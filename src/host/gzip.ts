/** Packs and unpacks files. */
import { gunzipSync, gzipSync } from "node:zlib";

/** The bytes, unpacked if they are a gzip file. Undefined when it is damaged, or larger than `most`. */
export function unpackGzip(bytes: Uint8Array, most: number): Uint8Array | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch {
    return undefined;
  }
}

/** The same bytes give the same file. */
export function packGzip(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(gzipSync(bytes));
}
