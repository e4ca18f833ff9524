/** Reads one source file, and refuses one that can never be a document. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { contentHash } from "../../host/hash.ts";

/** Files larger than this are not read: the core holds a whole file and its terms in memory. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

export type SourceContent =
  | { readonly kind: "content"; readonly bytes: Uint8Array; readonly hash: string }
  /** The file vanished after the walk. */
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly reason: string; readonly retry: boolean };

/**
 * The file's bytes and hash. `refused` when the file is too large. With `retry`, the read failed and is tried again
 * later.
 */
export function readSource(fs: FileSystem, path: string, size: number): SourceContent {
  if (size > MAX_FILE_BYTES) {
    return { kind: "refused", reason: `larger than ${MAX_FILE_BYTES / (1024 * 1024)} MB`, retry: false };
  }
  try {
    const bytes = fs.readFile(path, { noLink: true });
    return bytes === undefined ? { kind: "absent" } : { kind: "content", bytes, hash: contentHash(bytes) };
  } catch (error) {
    if (!(error instanceof RaError) || error.code !== "io") throw error;
    return {
      kind: "refused",
      reason: `unreadable: ${error.message.slice(error.message.lastIndexOf(": ") + 1).trim()}`,
      retry: true,
    };
  }
}
