/** Content hashes. */
import { createHash } from "node:crypto";

/** The first 128 bits of the SHA-256 of these bytes, as 32 hexadecimal digits. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}
