/** The files that a head names, through the handles that keep them readable. */
import type { ReadHandle } from "../../host/file_system.ts";
import { hashBytes } from "../../host/hash.ts";
import { type CheckedReference, checksumText, type FileReference, hashInName } from "./head.ts";

export function wholeFile(file: FileReference, handles: ReadonlyMap<string, ReadHandle>): Uint8Array {
  const bytes = new Uint8Array(file.size);
  handles.get(file.name)!.read(0, bytes);
  return bytes;
}

/** The file's bytes; undefined when they do not match the checksum. */
export function checked(file: CheckedReference, handles: ReadonlyMap<string, ReadHandle>): Uint8Array | undefined {
  const bytes = wholeFile(file, handles);
  return checksumText(bytes) === file.checksum ? bytes : undefined;
}

/** Like `checked`, by the hash in the file's name. This proves more and takes longer. */
export function intact(file: FileReference, handles: ReadonlyMap<string, ReadHandle>): boolean {
  return hashBytes(wholeFile(file, handles)) === hashInName(file.name);
}

/** Closes all handles. Returns the reason. */
export function closing(handles: ReadonlyMap<string, ReadHandle>, reason: string): string {
  for (const handle of handles.values()) handle.close();
  return reason;
}
