/** Decodes files that ra is going to write again. */
import { RaError } from "../errors.ts";

/** Decodes so that encoding gives the same bytes again, a BOM included. Throws `not-text`. */
export function decodeText(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new RaError("not-text", "this file is not UTF-8; nothing was written", { path, cause });
  }
}
