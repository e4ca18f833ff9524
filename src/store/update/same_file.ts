/** Whether a file is still the one that was indexed. */
import type { TreeConfig } from "../../config/config.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { type Fingerprint, isRacy, sameFingerprint } from "../files/fingerprint.ts";
import { readSource } from "../files/read_source.ts";
import type { ScannedFile } from "../files/scan.ts";
import type { FileEntry } from "../published/manifest.ts";

/**
 * Whether nothing at all has happened to a tree, which is by far the most frequent case. Both lists are in the order of
 * paths.
 */
export function areUntouched(entries: ReadonlyMap<string, FileEntry>, files: readonly ScannedFile[]): boolean {
  if (entries.size !== files.length) return false;
  let at = 0;
  for (const [path, entry] of entries) {
    const file = files[at++]!;
    if (file.path !== path || !isUntouched(entry, file.fingerprint)) return false;
  }
  return true;
}

export function isSame({ fingerprint }: FileEntry, now: Fingerprint): boolean {
  return fingerprint !== null && sameFingerprint(fingerprint, now);
}

/** Whether the fingerprint alone proves that the file is the one that was indexed. */
export function isUntouched(entry: FileEntry, now: Fingerprint): boolean {
  return isSame(entry, now) && isTrusted(entry.fingerprint!, entry.checkedAt);
}

/** The entry to keep when the file still has the content that was indexed; undefined when it does not. */
export function confirm(
  source: FileSystem,
  { absolutePath, fingerprint, checkedAt, tree }: Pick<ScannedFile, "fingerprint"> & {
    readonly absolutePath: string;
    readonly checkedAt: number;
    readonly tree: Pick<TreeConfig, "source_records">;
  },
  previous: FileEntry,
): { readonly entry: FileEntry; readonly newlyTrusted: boolean } | undefined {
  if (previous.hash !== null && previous.fingerprint?.size !== fingerprint.size) return undefined;
  const content = readSource(source, absolutePath, fingerprint.size, tree.source_records);
  const same = content.kind === "content"
    ? content.hash === previous.hash
    : content.kind === "refused" && previous.hash === null && content.retry === (previous.fingerprint === null);
  if (!same) return undefined;
  if (previous.fingerprint === null) return { entry: previous, newlyTrusted: false };
  return { entry: { ...previous, fingerprint, checkedAt }, newlyTrusted: isTrusted(fingerprint, checkedAt) };
}

function isTrusted(fingerprint: Fingerprint, checkedAtMs: number): boolean {
  return !isRacy(fingerprint, checkedAtMs * 1e6);
}
