/** What the head keeps of the files that name and order the pages of a tree. */
import type { FolderLabel } from "../../document/navigation/navigation.ts";
import type { NavigationFile } from "../files/navigation_files.ts";
import { type Fingerprint, isRacy, sameFingerprint } from "../files/fingerprint.ts";

/** One navigation file as it was read. */
export interface StoredNavigationFile {
  readonly path: string;
  /** Size, times of modification and change, and inode. Null for what is not a regular file. */
  readonly stamp: readonly [size: number, mtimeNs: number, ctimeNs: number, inode: number] | null;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
  /** That it does not count, or not as a whole, and why, for the user. Absent where it does. */
  readonly problem?: string;
}

export interface StoredNavigation {
  readonly files: readonly StoredNavigationFile[];
  /** The labels of folders, by their paths in the tree. */
  readonly folders: readonly (readonly [path: string, title: string | null, position: number | null])[];
}

export function storedStamp(fingerprint: Fingerprint | null): StoredNavigationFile["stamp"] {
  return fingerprint && [fingerprint.size, fingerprint.mtimeNs, fingerprint.ctimeNs, fingerprint.inode];
}

/** Whether the files are those that were read, beyond doubt. */
export function isSameNavigation(before: StoredNavigation | undefined, now: readonly NavigationFile[]): boolean {
  const stored = before?.files ?? [];
  return stored.length === now.length && stored.every(({ path, stamp, checkedAt }, at) => {
    const { path: found, fingerprint } = now[at]!;
    if (path !== found) return false;
    if (stamp === null || fingerprint === null) return stamp === fingerprint;
    const [size, mtimeNs, ctimeNs, inode] = stamp;
    const known = { size, mtimeNs, ctimeNs, inode };
    return sameFingerprint(known, fingerprint) && !isRacy(known, checkedAt * 1e6);
  });
}

/** The labels of a tree's folders. */
export function folderLabels(navigation: StoredNavigation | undefined): ReadonlyMap<string, FolderLabel> {
  return new Map(navigation?.folders.map(([path, title, position]) => [path, { title, position }]));
}
