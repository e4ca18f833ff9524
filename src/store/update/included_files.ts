/** Whether the files that documents take in are still as they were read. */
import type { TreeConfig } from "../../config/config.ts";
import { projectOf } from "../../config/project_folder.ts";
import { nowMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { contentHash } from "../../host/hash.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { MAX_BYTES } from "../../host/read_limits.ts";
import { isInside, joinPath } from "../../text/paths.ts";
import { type Fingerprint, fingerprintOf, isRacy, sameFingerprint } from "../files/fingerprint.ts";
import type { FileEntry } from "../published/manifest.ts";
import type { IncludedFile, StoredIncludes } from "../published/stored_includes.ts";

/** A file as it is now; null where it is absent. */
type LookedFor = { readonly fingerprint: Fingerprint; readonly checkedAt: number } | null;

/** Looks at each file once for all documents of a plan. */
export class IncludedFiles {
  /** How many entries need not be looked at as closely the next time. */
  newlyTrusted = 0;
  readonly #fs: FileSystem;
  readonly #root: string;
  readonly #looks = new Map<string, LookedFor>();
  readonly #hashes = new Map<string, string | null>();

  /** `root` is the folder from which paths count. */
  constructor(fs: FileSystem, root: string) {
    this.#fs = fs;
    this.#root = root;
  }

  /** Whether nothing at all has happened to the files of these entries. */
  areUntouched(tree: TreeConfig, entries: Iterable<FileEntry>): boolean {
    for (const { includes } of entries) {
      if (includes !== undefined && !this.#areUntouched(tree, includes)) return false;
    }
    return true;
  }

  /** The entry to keep when the files still have the content that was read; undefined when they do not. */
  confirm(tree: TreeConfig, entry: FileEntry): FileEntry | undefined {
    const { includes } = entry;
    if (includes === undefined || this.#areUntouched(tree, includes)) return entry;
    const now: IncludedFile[] = [];
    let checkedAt = Infinity;
    for (const file of includes.files) {
      const look = this.#look(tree, file.path);
      const isSame = look === null || file.fingerprint === null
        ? look === file.fingerprint
        : sameFingerprint(look.fingerprint, file.fingerprint) && !isRacy(file.fingerprint, includes.checkedAt * 1e6) ||
          (file.hash !== null && this.#hash(tree, file.path) === file.hash);
      if (!isSame) return undefined;
      checkedAt = Math.min(checkedAt, look?.checkedAt ?? Infinity);
      now.push({ ...file, fingerprint: look?.fingerprint ?? null });
    }
    const renewed = { ...includes, files: now, checkedAt: Number.isFinite(checkedAt) ? checkedAt : includes.checkedAt };
    if (this.#areUntouched(tree, renewed)) this.newlyTrusted += 1;
    return { ...entry, includes: renewed };
  }

  #areUntouched(tree: TreeConfig, { files, checkedAt }: StoredIncludes): boolean {
    return files.every(({ path, fingerprint }) => {
      const look = this.#look(tree, path);
      if (look === null || fingerprint === null) return look === fingerprint;
      return sameFingerprint(look.fingerprint, fingerprint) && !isRacy(fingerprint, checkedAt * 1e6);
    });
  }

  /** An index may come from anybody: what it names is looked at in the project only. */
  #look(tree: TreeConfig, path: string): LookedFor {
    const file = joinPath(this.#root, path);
    const known = this.#looks.get(file);
    if (known !== undefined) return known;
    const checkedAt = nowMs();
    const stat = isInside(file, projectOf(tree, this.#root)) ? orAbsent(() => this.#fs.stat(file)) : undefined;
    const look = stat === undefined ? null : { fingerprint: fingerprintOf(stat), checkedAt };
    this.#looks.set(file, look);
    return look;
  }

  #hash(tree: TreeConfig, path: string): string | null {
    const file = joinPath(this.#root, path);
    const known = this.#hashes.get(file);
    if (known !== undefined) return known;
    const isThere = this.#look(tree, path) !== null;
    const bytes = isThere ? orAbsent(() => this.#fs.readFile(file, { most: MAX_BYTES.included })) : undefined;
    const hash = bytes === undefined ? null : contentHash(bytes);
    this.#hashes.set(file, hash);
    return hash;
  }
}
