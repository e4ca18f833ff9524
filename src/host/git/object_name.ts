/** The names that git gives to contents. */
import { createHash } from "node:crypto";

/** The name of a file's content, which has 40 digits, or 64 in a repository with SHA-256. */
export function objectName(bytes: Uint8Array, digits: number): string {
  return createHash(digits === 40 ? "sha1" : "sha256").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
