/** Content hashes and checksums. */
import crc32 from "crc-32";
import process from "node:process";
import { deno } from "./deno.ts";

/** Bun's own hashes, which need no module. */
const { Bun: bun } = globalThis as {
  readonly Bun?: { readonly hash: { readonly crc32: (bytes: Uint8Array) => number } };
};

/** The first 128 bits of the SHA-256 of these bytes, as 32 hexadecimal digits. Used in names of files. */
export function hashBytes(bytes: Uint8Array): string {
  // A slice of the text would keep the whole digest in memory.
  return process.getBuiltinModule("node:crypto").hash("sha256", bytes, "buffer").toString("hex", 0, 16);
}

/** The first 132 bits of the SHA-256 of these bytes, as 22 characters of URL-safe Base64. Used to compare contents. */
export function contentHash(bytes: Uint8Array): string {
  return sha256As(bytes, "base64url").slice(0, 22);
}

/** The SHA-256 of these bytes, as 64 hexadecimal digits. */
export function sha256(bytes: Uint8Array): string {
  return sha256As(bytes, "hex");
}

/** So many bytes take Deno in JavaScript the 15 ms that it takes to load `node:zlib`. */
let bytesBeforeZlib = 32_000_000;

/** The CRC-32 of these bytes, as an unsigned 32-bit number. Bun takes 7 ms to load `node:zlib`. */
export function checksumOf(bytes: Uint8Array): number {
  if (deno !== undefined && bytesBeforeZlib > 0) {
    bytesBeforeZlib -= bytes.length;
    return crc32.buf(bytes) >>> 0;
  }
  return (bun?.hash.crc32(bytes) ?? process.getBuiltinModule("node:zlib").crc32(bytes)) >>> 0;
}

/** Node takes 10 ms to load `node:crypto`, and a search of a fresh index does not need it. */
function sha256As(bytes: Uint8Array, encoding: "hex" | "base64url"): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", bytes, encoding);
}
