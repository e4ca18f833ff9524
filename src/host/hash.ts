/** Content hashes and checksums. */
import { hash } from "node:crypto";
import { crc32 } from "node:zlib";

/** The first 128 bits of the SHA-256 of these bytes, as 32 hexadecimal digits. */
export function hashBytes(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex").slice(0, 32);
}

/** The CRC-32 of these bytes: an unsigned 32-bit number. */
export function checksumOf(bytes: Uint8Array): number {
  return crc32(bytes) >>> 0;
}
