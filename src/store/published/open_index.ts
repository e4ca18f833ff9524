/** Opens a published index for reading, without a lock. */
import { RaError } from "../../errors.ts";
import type { SegmentSource } from "../engine/engine.ts";
import type { FileSystem, ReadHandle } from "../../host/file_system.ts";
import { isOddFile } from "../../host/io_error.ts";
import { requireOwnFolder } from "../../host/places.ts";
import { isInside, joinPath, parentPath } from "../../text/paths.ts";
import { type Head, parseHead, readHead, referencedFiles } from "./head.ts";
import type { FileEntry, Manifest } from "./manifest.ts";
import { createManifestMemory, type ManifestMemory } from "./manifest_memory.ts";
import { damagedText, type ExtractedText, readText, TEXTS } from "./texts.ts";
import { checked, closing, intact, wholeFile } from "./file_handles.ts";
import { ManifestView } from "./manifest_view.ts";
import { createCheckedReads } from "./checked_reads.ts";

/** How often a reader starts over when writers publish and clean up while it opens the index. */
const MAX_ATTEMPTS = 20;

/** A consistent view of one published index. It stays readable while writers publish others. */
export interface OpenIndex {
  readonly directory: string;
  readonly head: Head;
  /**
   * Differs for every head that was ever published here. It is made of the head's checksum and the hash of the head
   * before.
   */
  readonly identity: string;
  /** The head as it is on disk. */
  readonly headBytes: Uint8Array;
  /** For `Engine.openReader` and `Engine.openEditor`, in the order of the head. */
  readonly segments: readonly SegmentSource[];
  /** The manifest, read at the first call. Throws `index-damaged` when it does not match the head. */
  manifest(): Manifest;
  /** The entry of one file. Does not parse the manifest for the first few. Throws what `manifest` throws. */
  entry(tree: string, path: string): FileEntry | undefined;
  /**
   * The text that was extracted from a file. Null when a later index has replaced this one and its texts. Throws
   * `index-damaged` when the text does not match the manifest.
   */
  text(entry: FileEntry): ExtractedText | null;
  /** The bytes on disk of everything that the head names. */
  readonly bytes: number;
  /** Says what was damaged in anything read so far, even if that read did not fail. */
  damage(): string | undefined;
  /** Whether the disk failed to deliver bytes of a segment. */
  hasReadFailed(): boolean;
  /** Verifies every byte. Returns the reason when something is damaged. */
  verify(): string | undefined;
  close(): void;
}

export type OpenedIndex =
  | { readonly state: "open"; readonly index: OpenIndex }
  | { readonly state: "missing" }
  | { readonly state: "damaged"; readonly reason: string };

/** Where an index lies. */
export interface IndexFolder {
  readonly fs: FileSystem;
  readonly directory: string;
  /** Shared by all updates of one process, so that the manifest is parsed once. */
  readonly manifests: ManifestMemory;
}

/** The folder of a configuration's index: `.ra/index` in the folder of its nearest `.ra.toml`. */
export function indexDirectory(root: string): string {
  return joinPath(root, ".ra/index");
}

/**
 * Throws `io` if the folder of an index, or the folder of its texts, is reached by a link below `root`. Check once
 * before you use an index.
 */
export function requireOwnIndex(fs: FileSystem, root: string, directory: string): void {
  requireOwnFolder(fs, rootOf(root, directory), joinPath(directory, TEXTS));
}

/** The folder that `directory` is made in: the project's, unless the index lies elsewhere. */
export function rootOf(root: string, directory: string): string {
  return isInside(directory, root) ? root : parentPath(directory);
}

/**
 * Opens the index in `directory`. Reads the head, opens every file that it names, and checks all sizes and the hashes
 * of the small files. An index of another schema counts as damaged, because this core cannot read it. A manifest in
 * `memory` is not read again. Nothing is opened when `known` is still the published index. Throws `io` when the disk
 * fails.
 */
export function openIndex(
  fs: FileSystem,
  directory: string,
  schemaVersion: string,
  memory = createManifestMemory(),
  known?: OpenIndex,
): OpenedIndex {
  let previous: Uint8Array | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const bytes = orOdd(() => readHead(fs, directory));
    if (typeof bytes === "string") return { state: "damaged", reason: bytes };
    if (bytes === undefined) return { state: "missing" };
    if (known !== undefined && sameBytes(bytes, known.headBytes)) return { state: "open", index: known };
    const parsed = parseHead(bytes);
    if (parsed.state === "damaged") return parsed;
    const { head, checksum } = parsed;
    if (head.schemaVersion !== schemaVersion) {
      const reason = `another version of ra wrote it: its schema is ${head.schemaVersion}, not ${schemaVersion}`;
      return { state: "damaged", reason };
    }
    const opened = openFiles(fs, directory, head);
    if (typeof opened !== "string") {
      return {
        state: "open",
        index: viewOf(fs, directory, { head, bytes, identity: `${checksum} ${head.previous}` }, opened, memory),
      };
    }
    // The head is the same as before, so nobody replaced it. The files themselves are damaged.
    if (previous !== undefined && sameBytes(bytes, previous)) return { state: "damaged", reason: opened };
    previous = bytes;
  }
  throw new RaError("io", `cannot open the index in ${directory}: it keeps changing`, { path: directory });
}

/** What `read` returns, or the reason why something else stands in the place of a file that ra wrote. */
function orOdd<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof RaError && isOddFile(error)) return error.message;
    throw error;
  }
}

/** Handles by name, or the reason why the files cannot be opened. */
function openFiles(fs: FileSystem, directory: string, head: Head): ReadonlyMap<string, ReadHandle> | string {
  const handles = new Map<string, ReadHandle>();
  try {
    for (const { name, size } of referencedFiles(head)) {
      if (handles.has(name)) continue;
      const handle = orOdd(() => fs.open(joinPath(directory, name), { noLink: true }));
      if (typeof handle === "string") return closing(handles, handle);
      if (handle === undefined) return closing(handles, `${name} is missing`);
      handles.set(name, handle);
      if (handle.size !== size) return closing(handles, `${name} has ${handle.size} bytes instead of ${size}`);
    }
    for (const { deletes } of head.segments) {
      if (deletes !== null && checked(deletes, handles) === undefined) {
        return closing(handles, `${deletes.name} does not match its checksum`);
      }
    }
    return handles;
  } catch (error) {
    closing(handles, "");
    throw error;
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) {
    if (a[at] !== b[at]) return false;
  }
  return true;
}

/** A head and its bytes. */
interface ReadHead {
  readonly head: Head;
  readonly bytes: Uint8Array;
  readonly identity: string;
}

function viewOf(
  fs: FileSystem,
  directory: string,
  { head, bytes: headBytes, identity }: ReadHead,
  handles: ReadonlyMap<string, ReadHandle>,
  memory: ManifestMemory,
): OpenIndex {
  const files = new ManifestView(directory, head, handles, memory);
  const reads = createCheckedReads();
  return {
    directory,
    head,
    headBytes,
    identity,
    segments: head.segments.map((segment): SegmentSource => ({
      identity: joinPath(directory, segment.name),
      size: segment.size,
      stats: segment.stats,
      deletes: segment.deletes === null ? null : wholeFile(segment.deletes, handles),
      read: reads.readsOf({ name: segment.name, handle: handles.get(segment.name)!, sums: segment.sums }),
      vectors: segment.vectors === undefined
        ? null
        : reads.readsWhole(segment.vectors, handles.get(segment.vectors.name)!),
    })),
    bytes: referencedFiles(head).reduce((sum, file) => sum + file.size, 0),
    manifest: () => files.manifest(),
    entry: (tree, path) => files.entry(tree, path),
    text(entry) {
      const text = readText(fs, directory, entry);
      if (text !== undefined) return text;
      const published = readHead(fs, directory);
      if (published === undefined || !sameBytes(published, headBytes)) return null;
      throw new RaError("index-damaged", "an extracted text is missing or does not match its checksum", {
        path: directory,
      });
    },
    damage: () => reads.damage(),
    hasReadFailed: () => reads.hasFailed(),
    verify() {
      const broken = referencedFiles(head).find((file) => !intact(file, handles));
      return broken === undefined
        ? damagedText(fs, directory, files.manifest())
        : `${broken.name} does not match its checksum`;
    },
    close: () => void closing(handles, ""),
  };
}
